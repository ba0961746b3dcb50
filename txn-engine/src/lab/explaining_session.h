// Reads how the server executes the statements that transactions send.
#ifndef QUARTET_LAB_EXPLAINING_SESSION_H
#define QUARTET_LAB_EXPLAINING_SESSION_H

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "db/owned_results.h"
#include "db/session.h"
#include "lab/plan_tree.h"

namespace quartet::lab {

// Figures of one statement with one plan: sums over its executions.
// NOLINTNEXTLINE(bugprone-exception-escape): moving a Json only checks assertions.
struct PlanUse {
  int executions = 0;
  double milliseconds = 0;  // of the executor, triggers included
  int64_t shared_hit = 0;
  int64_t shared_read = 0;
  int64_t rows_removed = 0;
  int64_t heap_fetches = 0;
  // Executions at which nothing had written to the tables of its index-only scans since the load or a vacuum, and the
  // heap fetches of these.
  int clean_executions = 0;
  int64_t clean_heap_fetches = 0;
  Json plan;  // "Plan" of the first execution
};

// Plans of each statement by their scans, as PlanFacts has them.
using PlanUses = std::map<const db::Statement*, std::map<std::string, PlanUse>>;

// Reads the plan of each statement with EXPLAIN (ANALYZE, BUFFERS, SETTINGS) in a subtransaction that is rolled back,
// right before the statement, in the same round trip. It is the generic plan of a prepared statement with the same
// types, settings and values, in the same database transaction. Its own functions are temporary. After a failed batch,
// use another session.
class ExplainingSession final : public db::Session {
 public:
  explicit ExplainingSession(std::unique_ptr<db::Session> inner);

  const db::Results& run(const db::Batch& batch) override;
  [[nodiscard]] std::unique_ptr<db::Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override { inner_->rollback(); }
  uint32_t take_round_trips() override { return inner_->take_round_trips(); }

  // Tables that were written since the last call of this function. The caller vacuums them, so that all their pages are
  // visible to index-only scans again.
  [[nodiscard]] std::set<std::string> take_written_tables() { return std::exchange(written_tables_, {}); }

  // Plans since the last call of this function.
  [[nodiscard]] PlanUses take_plans() { return std::exchange(plans_, {}); }

 private:
  // Adds what gives the plan of a statement, and the statement after it. Returns the index of the plan.
  size_t add_explained(db::Batch& batch, const db::Batch::Entry& entry);
  void note(const db::Statement& statement, std::string_view explained);

  std::unique_ptr<db::Session> inner_;
  db::OwnedResults results_;
  std::map<const db::Statement*, std::string> prepared_;  // name on the server
  std::set<std::string> written_tables_;
  PlanUses plans_;
};

}  // namespace quartet::lab

#endif  // QUARTET_LAB_EXPLAINING_SESSION_H
