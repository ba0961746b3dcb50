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

  // Waits until the descriptor is ready for one of the events (POLLIN, POLLOUT) and returns those that came, with
  // POLLERR and POLLHUP where the system reports them; 0 at the deadline, or soon after. Throws std::system_error.
  [[nodiscard]] virtual int await(int events, Clock::time_point deadline) = 0;
};

// Called with no exception being handled: one that is would keep its thread's list of exceptions occupied, which a
// waiter that runs other work meanwhile must be able to rely on.
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
