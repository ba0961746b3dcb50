#include "tiera/fiber_waiter.h"

#include <poll.h>

#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <exception>

#include "tiera/fiber.h"

namespace quartet::tiera {

// The descriptor stays registered with the kernel between two waits.
class FiberWatch final : public db::Watch {
 public:
  FiberWatch(FiberWaiter& owner, int descriptor) : owner_(owner), descriptor_(owner.network_, descriptor) {
    owner_.watches_.insert(this);
  }
  ~FiberWatch() override {
    owner_.watches_.erase(this);
    descriptor_.release();  // it is not ours to close
  }
  FiberWatch(const FiberWatch&) = delete;
  FiberWatch& operator=(const FiberWatch&) = delete;

  int await(int events, Clock::time_point deadline) override {
    fiber_ = &Fiber::about_to_suspend();
    deadline_ = deadline;
    came_ = 0;
    if ((events & POLLIN) != 0) begin(POLLIN);
    if ((events & POLLOUT) != 0) begin(POLLOUT);
    Fiber::suspend();
    return came_;
  }

  void end_if_over(Clock::time_point now) {
    if (pending_ > 0 && now >= deadline_) descriptor_.cancel();
  }

 private:
  // Terminates without memory: the handler of the other direction could not be left behind.
  void begin(int event) noexcept {
    ++pending_;
    const auto direction =
        event == POLLIN ? asio::posix::stream_descriptor::wait_read : asio::posix::stream_descriptor::wait_write;
    descriptor_.async_wait(direction, [this, event](const std::error_code& error) {
      if (!error) came_ |= event;
      // The fiber goes on when no handler is left that refers to it.
      if (--pending_ > 0) {
        descriptor_.cancel();
      } else {
        fiber_->resume();
      }
    });
  }

  FiberWaiter& owner_;
  asio::posix::stream_descriptor descriptor_;
  // The fiber of the wait under way, its deadline and its directions.
  Fiber* fiber_ = nullptr;
  Clock::time_point deadline_;
  int pending_ = 0;  // directions
  int came_ = 0;
};

std::unique_ptr<db::Watch> FiberWaiter::watch(int descriptor) {
  auto watch = std::make_unique<FiberWatch>(*this, descriptor);
  if (!is_ticking_) tick();
  return watch;
}

void FiberWaiter::tick() {
  constexpr std::chrono::milliseconds kInterval{100};
  is_ticking_ = !watches_.empty();
  if (!is_ticking_) return;
  tick_.expires_after(kInterval);
  tick_.async_wait([this](const std::error_code& error) {
    if (error) return;
    const auto now = Clock::now();
    for (FiberWatch* watch : watches_) watch->end_if_over(now);
    tick();
  });
}

void FiberWaiter::sleep(std::chrono::microseconds time) {
  Fiber& fiber = Fiber::about_to_suspend();
  asio::steady_timer timer(network_, time);
  timer.async_wait([&fiber](const std::error_code& /*error*/) { fiber.resume(); });
  Fiber::suspend();
}

void FiberWaiter::run_blocking(const std::function<void()>& call) {
  Fiber& fiber = Fiber::about_to_suspend();
  if (!blocking_) blocking_.emplace(1);
  std::exception_ptr problem;
  asio::post(*blocking_, [&] {
    try {
      call();
    } catch (...) {
      problem = std::current_exception();
    }
    asio::post(network_, [&fiber] { fiber.resume(); });
  });
  Fiber::suspend();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace quartet::tiera
