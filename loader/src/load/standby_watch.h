// Ends a load whose commits wait for standbys that are missing: PostgreSQL waits for them without a limit.
#ifndef QUARTET_LOAD_STANDBY_WATCH_H
#define QUARTET_LOAD_STANDBY_WATCH_H

#include <thread>

#include "load/failure.h"
#include "load/load_options.h"

namespace quartet::load {

// Watches as long as it lives. When a commit of this role has waited for 10 s, it records the failure and ends their
// waits: what they committed stays, on this server alone.
class StandbyWatch {
 public:
  // Both have to outlive it.
  StandbyWatch(const LoadOptions& options, FirstFailure& failure);

 private:
  std::jthread thread_;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_STANDBY_WATCH_H
