// A task runs a session: a thread, or a fiber of the network thread.
#ifndef QUARTET_TIERA_TASKS_H
#define QUARTET_TIERA_TASKS_H

#include <asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>

#include "db/waiter.h"

namespace quartet::tiera {

// A separate flow of control.
class Task {
 public:
  // Waits until it has ended. The network of a fiber has to be at rest.
  virtual ~Task() = default;
  // Inside the task: waits for wake().
  virtual void park() = 0;
  // From any thread, once for each park(), at the earliest when the task is about to park. The task may run before this
  // returns: the caller holds no lock that it takes.
  virtual void wake() = 0;
};

// Starts tasks, which must not outlive it.
class Tasks {
 public:
  virtual ~Tasks() = default;
  // `body` must not throw. Throws std::system_error or std::bad_alloc when there cannot be another one.
  [[nodiscard]] virtual std::unique_ptr<Task> start(const std::string& name, std::function<void()> body) = 0;
  // How all of them wait.
  [[nodiscard]] virtual db::Waiter& waiter() = 0;
};

// One thread per task. Needed for calls that block, such as those of an ODBC driver.
[[nodiscard]] std::unique_ptr<Tasks> thread_tasks();

// A fiber each, on the thread that runs the network, which has to outlive them. A request goes from the socket to its
// session without a change of threads. One thread serves customers and market: a step between two waits takes some ten
// microseconds, so neither holds up the other. Only authentication of a new connection takes longer, a few
// milliseconds. A Tier A uses one processor at most.
[[nodiscard]] std::unique_ptr<Tasks> fiber_tasks(asio::io_context& network);

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_TASKS_H
