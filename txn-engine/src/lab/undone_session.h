// Transactions that leave nothing behind.
#ifndef QUARTET_LAB_UNDONE_SESSION_H
#define QUARTET_LAB_UNDONE_SESSION_H

#include <cstdint>
#include <memory>

#include "db/owned_results.h"
#include "db/session.h"

namespace quartet::lab {

// Runs everything in one database transaction at READ COMMITTED, which the destructor rolls back. Inside, the
// transactions of the caller are savepoints: BEGIN is SAVEPOINT, COMMIT is RELEASE, ROLLBACK is ROLLBACK TO. The
// rollback does not undo values drawn from sequences, counters of the statistics, and dead row versions until a
// vacuum.
//
// Constraints that are checked at COMMIT are not checked.
class UndoneSession final : public db::Session {
 public:
  // Begins the transaction on `inner`, a session of libpq.
  explicit UndoneSession(std::unique_ptr<db::Session> inner);
  ~UndoneSession() override;
  UndoneSession(const UndoneSession&) = delete;
  UndoneSession& operator=(const UndoneSession&) = delete;

  const db::Results& run(const db::Batch& batch) override;
  [[nodiscard]] std::unique_ptr<db::Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override;
  uint32_t take_round_trips() override { return inner_->take_round_trips(); }

 private:
  std::unique_ptr<db::Session> inner_;
  db::OwnedResults results_;
  bool is_open_ = false;  // a transaction of the caller
};

}  // namespace quartet::lab

#endif  // QUARTET_LAB_UNDONE_SESSION_H
