// The only place where the engine waits: for a socket, or for time to pass.
#ifndef QUARTET_DB_WAITER_H
#define QUARTET_DB_WAITER_H

#include <chrono>

namespace quartet::db {

// Called with no exception being handled: one that is would keep its thread's list of exceptions occupied, which a
// waiter that runs other work meanwhile must be able to rely on.
class Waiter {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Waiter() = default;

  // Waits until the descriptor is ready for one of the events (POLLIN, POLLOUT) and returns those that came, with
  // POLLERR and POLLHUP where the system reports them; 0 at the deadline. Throws std::system_error.
  [[nodiscard]] virtual int await(int descriptor, int events, Clock::time_point deadline) = 0;

  virtual void sleep(std::chrono::microseconds time) = 0;
};

// Blocks the calling thread. Safe for use by several threads.
[[nodiscard]] Waiter& thread_waiter();

}  // namespace quartet::db

#endif  // QUARTET_DB_WAITER_H
