// The only place where the engine waits: for a socket, for time to pass, or for what can only block.
#ifndef QUARTET_DB_WAITER_H
#define QUARTET_DB_WAITER_H

#include <chrono>
#include <functional>
#include <memory>

namespace quartet::db {

// One descriptor that is waited for again and again. Has to end before the descriptor is closed.
class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Watch() = default;

  // Waits until the descriptor is ready for one of the events (POLLIN, POLLOUT). Returns the events that came, with
  // POLLERR and POLLHUP where the system reports them, or 0 soon after the deadline. Throws std::system_error.
  [[nodiscard]] virtual int await(int events, Clock::time_point deadline) = 0;
};

// Must not be called while an exception is handled: a waiter may run other work on this thread meanwhile, and that work
// would share the thread's list of exceptions.
class Waiter {
 public:
  using Clock = Watch::Clock;

  virtual ~Waiter() = default;

  // Must not outlive the waiter. Throws std::system_error.
  [[nodiscard]] virtual std::unique_ptr<Watch> watch(int descriptor) = 0;

  virtual void sleep(std::chrono::microseconds time) = 0;

  // Runs what cannot be waited for otherwise, such as the look-up of a name, and returns after it. Throws what it
  // throws.
  virtual void run_blocking(const std::function<void()>& call) = 0;
};

// Blocks the calling thread. Safe for use by several threads.
[[nodiscard]] Waiter& thread_waiter();

}  // namespace quartet::db

#endif  // QUARTET_DB_WAITER_H
