// Reads how the server executes the statements that transactions send.
#ifndef QUARTET_TEST_EXPLAIN_FIXTURE_H
#define QUARTET_TEST_EXPLAIN_FIXTURE_H

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "db/owned_results.h"
#include "db/session.h"
#include "postgres_fixture.h"

namespace quartet::test {

// What one statement was seen to do with one plan.
struct PlanUse {
  int executions = 0;
  // Executions at which nothing had written to the tables of its index-only scans since the load or a vacuum, and the
  // heap fetches of these.
  int clean_executions = 0;
  int64_t clean_heap_fetches = 0;
};

// Plans by name of the statement. A plan is the list of its scans, each once and sorted: "index only customer_pkey",
// "index trade_pkey", "bitmap trade_by_account", "seq trade_request".
using PlanUses = std::map<std::string, std::map<std::string, PlanUse>>;

// Before each statement reads its plan by EXPLAIN (ANALYZE, BUFFERS) in a subtransaction that is undone: the generic
// plan of a prepared statement with the same types and settings, in the same database transaction, run with the same
// values. Then runs the statement.
class ExplainingSession final : public db::Session {
 public:
  // `conninfo` names the database of `inner`, to which nothing has written since its load. Adds functions to it.
  ExplainingSession(std::unique_ptr<db::Session> inner, const std::string& conninfo);

  const db::Results& run(const db::Batch& batch) override;
  [[nodiscard]] std::unique_ptr<db::Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override { inner_->rollback(); }
  uint32_t take_round_trips() override { return inner_->take_round_trips(); }

  // Vacuums what the session has written to, so that all its pages are visible to index-only scans again.
  void vacuum();

  [[nodiscard]] const PlanUses& plans() const { return plans_; }

 private:
  std::string text_of(const db::Statement& statement, const std::string& text);
  void explain(const db::Batch::Entry& entry);

  Sql sql_;
  std::unique_ptr<db::Session> inner_;
  db::OwnedResults results_;
  std::map<const db::Statement*, std::string> prepared_;  // name on the server
  std::set<std::string> written_tables_;
  PlanUses plans_;
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_EXPLAIN_FIXTURE_H
