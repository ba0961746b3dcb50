#include "tiera/tasks.h"

#include <asio/post.hpp>
#include <semaphore>
#include <thread>
#include <utility>

#include "tiera/fiber.h"
#include "tiera/fiber_waiter.h"
#include "tiera/log.h"

namespace quartet::tiera {
namespace {

class ThreadTask final : public Task {
 public:
  ThreadTask(const std::string& name, std::function<void()> body)
      : thread_([name, body = std::move(body)] {
          name_thread(name);
          body();
        }) {}

  void park() override { wake_.acquire(); }
  void wake() override { wake_.release(); }

 private:
  std::binary_semaphore wake_{0};
  std::jthread thread_;
};

class ThreadTasks final : public Tasks {
 public:
  std::unique_ptr<Task> start(const std::string& name, std::function<void()> body) override {
    return std::make_unique<ThreadTask>(name, std::move(body));
  }
  db::Waiter& waiter() override { return db::thread_waiter(); }
};

class FiberTask final : public Task {
 public:
  FiberTask(asio::io_context& network, std::function<void()> body) : network_(network), fiber_(std::move(body)) {
    asio::post(network_, [this] { fiber_.resume(); });
  }

  // The network thread has ended by now; this one serves what is left of the fiber.
  // NOLINTNEXTLINE(bugprone-exception-escape): a handler that throws ends the process, here as in Server::run()
  ~FiberTask() override {
    while (!fiber_.has_ended()) {
      network_.restart();
      network_.run_one();
    }
  }
  FiberTask(const FiberTask&) = delete;
  FiberTask& operator=(const FiberTask&) = delete;

  void park() override { Fiber::suspend(); }

  void wake() override {
    if (Fiber::current() == nullptr && network_.get_executor().running_in_this_thread()) {
      fiber_.resume();
    } else {
      asio::post(network_, [this] { fiber_.resume(); });
    }
  }

 private:
  asio::io_context& network_;
  Fiber fiber_;
};

class FiberTasks final : public Tasks {
 public:
  explicit FiberTasks(asio::io_context& network) : network_(network), waiter_(network) {}

  std::unique_ptr<Task> start(const std::string& /*name*/, std::function<void()> body) override {
    return std::make_unique<FiberTask>(network_, std::move(body));
  }
  db::Waiter& waiter() override { return waiter_; }

 private:
  asio::io_context& network_;
  FiberWaiter waiter_;
};

}  // namespace

std::unique_ptr<Tasks> thread_tasks() { return std::make_unique<ThreadTasks>(); }

std::unique_ptr<Tasks> fiber_tasks(asio::io_context& network) { return std::make_unique<FiberTasks>(network); }

}  // namespace quartet::tiera
