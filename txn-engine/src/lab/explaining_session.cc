#include "lab/explaining_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "lab/prepared_sql.h"

namespace quartet::lab {
namespace {

const db::Statement kCreatePrepare = {"FUNCTION",
                                      R"(
CREATE FUNCTION pg_temp.prepare_text(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'PREPARE ' || statement;
  RETURN '';
END $$)",
                                      {}};
const db::Statement kCreateExplain = {"FUNCTION",
                                      R"(
CREATE FUNCTION pg_temp.explain_and_undo(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  plan text;
BEGIN
  EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, SETTINGS, FORMAT JSON) ' || statement INTO plan;
  RAISE SQLSTATE 'QT000';
EXCEPTION WHEN SQLSTATE 'QT000' THEN
  RETURN plan;
END $$)",
                                      {}};
const db::Statement kPrepare = {"PREPARE", "SELECT pg_temp.prepare_text($1)", {db::Type::kText}};
const db::Statement kExplain = {"EXPLAIN", "SELECT pg_temp.explain_and_undo($1)", {db::Type::kText}};

}  // namespace

ExplainingSession::ExplainingSession(std::unique_ptr<db::Session> inner) : inner_(std::move(inner)) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kCreatePrepare);
  batch.add(kCreateExplain);
  batch.commit();
  inner_->run(batch);
}

const db::Results& ExplainingSession::run(const db::Batch& batch) {
  results_.clear();
  db::Batch sent;
  std::vector<std::pair<const db::Statement*, size_t>> explained;  // with the index of its plan
  for (const db::Batch::Entry& entry : batch.entries()) {
    switch (entry.kind) {
      case db::Batch::Entry::Kind::kBegin:
        sent.begin(entry.isolation);
        break;
      case db::Batch::Entry::Kind::kStatement:
        explained.emplace_back(entry.statement, add_explained(sent, entry));
        break;
      case db::Batch::Entry::Kind::kCommit:
        sent.commit();
        break;
      case db::Batch::Entry::Kind::kRollback:
        sent.rollback();
        break;
    }
  }
  // Each statement may take as long as one that is sent alone.
  sent.allow(std::max(batch.allowed(), db::kLongestWait) * static_cast<int>(sent.entries().size()));
  const db::Results& answers = inner_->run(sent);
  for (const auto& [statement, plan] : explained) note(*statement, answers[plan].text(0, 0));
  for (const auto& [statement, plan] : explained) results_.add(inner_->take_result(plan + 1));
  return results_;
}

size_t ExplainingSession::add_explained(db::Batch& batch, const db::Batch::Entry& entry) {
  const db::Statement& statement = *entry.statement;
  const auto [found, is_new] = prepared_.try_emplace(&statement, fmt::format("explained_{}", prepared_.size()));
  if (is_new) batch.add(kPrepare, db::Parameters().text(prepared(found->second, statement)));
  const size_t plan = batch.add(kExplain, db::Parameters().text(execution(found->second, statement, entry.parameters)));
  batch.add(statement, entry.parameters);
  return plan;
}

void ExplainingSession::note(const db::Statement& statement, std::string_view text) {
  const Json explained = Json::parse(text).at(0);
  const PlanFacts facts = facts_of(explained.at("Plan"));
  PlanUse& use = plans_[&statement][facts.scans];
  if (use.executions == 0) use.plan = explained.at("Plan");
  ++use.executions;
  use.milliseconds += explained.at("Execution Time").get<double>();
  use.shared_hit += facts.shared_hit;
  use.shared_read += facts.shared_read;
  use.rows_removed += facts.rows_removed;
  use.heap_fetches += facts.heap_fetches;
  bool is_clean = true;
  for (const std::string& table : facts.index_only_tables) is_clean = is_clean && !written_tables_.contains(table);
  if (is_clean) {
    ++use.clean_executions;
    use.clean_heap_fetches += facts.heap_fetches;
  }
  written_tables_.insert(facts.written_tables.begin(), facts.written_tables.end());
}

}  // namespace quartet::lab
