// Which processes may load a database at the same time. Advisory locks of the session carry it, so that a process that
// dies leaves nothing behind.
#ifndef QUARTET_LOAD_ADMISSION_H
#define QUARTET_LOAD_ADMISSION_H

#include "load/connection.h"
#include "load/load_plan.h"

namespace quartet::load {

// Admits the process to a load for as long as the connection lives. While an Admission lives no other process is
// admitted, so that one of them creates what all need.
class Admission {
 public:
  // Throws Error when another process loads the same slice, or slices of another count. If this process must be
  // alone, any other slice counts. Waits first, because the server takes some time to notice that a process has died.
  Admission(Connection& connection, Part part, bool must_be_alone);
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;
  ~Admission();

 private:
  Connection& connection_;
};

// Waits until no other process builds keys; the lock is held for as long as the connection lives.
void wait_for_finishing(Connection& connection);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_ADMISSION_H
