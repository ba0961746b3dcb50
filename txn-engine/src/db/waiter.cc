#include "db/waiter.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace quartet::db {
namespace {

void require_no_exception() {
  // A defect that blocking a thread would hide.
  if (std::current_exception()) throw std::logic_error("the engine waits while it handles an exception");
}

class ThreadWatch final : public Watch {
 public:
  explicit ThreadWatch(int descriptor) : descriptor_(descriptor) {}

  int await(int events, Clock::time_point deadline) override {
    require_no_exception();
    while (true) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      const auto timeout = std::clamp<int64_t>(left, 0, std::numeric_limits<int>::max());
      pollfd waiting = {.fd = descriptor_, .events = static_cast<int16_t>(events), .revents = 0};
      const int ready = poll(&waiting, 1, static_cast<int>(timeout));
      if (ready >= 0) return ready == 0 ? 0 : waiting.revents;
      if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
    }
  }

 private:
  int descriptor_;
};

class ThreadWaiter final : public Waiter {
 public:
  std::unique_ptr<Watch> watch(int descriptor) override { return std::make_unique<ThreadWatch>(descriptor); }

  void sleep(std::chrono::microseconds time) override {
    require_no_exception();
    std::this_thread::sleep_for(time);
  }

  void run_blocking(const std::function<void()>& call) override { call(); }
};

}  // namespace

Waiter& thread_waiter() {
  static ThreadWaiter waiter;
  return waiter;
}

}  // namespace quartet::db
