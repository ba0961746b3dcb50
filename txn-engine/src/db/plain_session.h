// One statement at a time, as in the reference: what a run with `statements: plain` executes.
//
// Each entry of a batch, BEGIN and COMMIT too, is a round trip of its own; a statement with a plain form is replaced by
// it. Transactions notice nothing of this but the time.
#ifndef QUARTET_DB_PLAIN_SESSION_H
#define QUARTET_DB_PLAIN_SESSION_H

#include <cstdint>
#include <memory>

#include "db/owned_results.h"
#include "db/session.h"

namespace quartet::db {

// Not thread-safe.
class PlainSession final : public Session {
 public:
  // Sends its statements through `inner`, of any access path.
  explicit PlainSession(std::unique_ptr<Session> inner);

  const Results& run(const Batch& batch) override;
  [[nodiscard]] std::unique_ptr<Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override { inner_->rollback(); }
  uint32_t take_round_trips() override { return inner_->take_round_trips(); }

 private:
  [[nodiscard]] std::unique_ptr<Result> run_statement(const Batch::Entry& entry, std::chrono::milliseconds allowed);

  std::unique_ptr<Session> inner_;
  OwnedResults results_;
};

}  // namespace quartet::db

#endif  // QUARTET_DB_PLAIN_SESSION_H
