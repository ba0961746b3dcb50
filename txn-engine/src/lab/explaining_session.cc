#include "lab/explaining_session.h"

#include <fmt/format.h>

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
  for (const db::Batch::Entry& entry : batch.entries()) {
    db::Batch alone;
    alone.allow(batch.allowed());
    switch (entry.kind) {
      case db::Batch::Entry::Kind::kBegin:
        inner_->run(alone.begin(entry.isolation));
        break;
      case db::Batch::Entry::Kind::kStatement:
        explain(entry, batch.allowed());
        alone.add(*entry.statement, entry.parameters);
        inner_->run(alone);
        results_.add(inner_->take_result(0));
        break;
      case db::Batch::Entry::Kind::kCommit:
        inner_->run(alone.commit());
        break;
      case db::Batch::Entry::Kind::kRollback:
        inner_->rollback();
        break;
    }
  }
  return results_;
}

std::string ExplainingSession::text_of(const db::Statement& statement, const std::string& text,
                                       std::chrono::milliseconds allowed) {
  db::Batch batch;
  batch.allow(allowed);
  batch.add(statement, db::Parameters().text(text));
  return std::string(inner_->run(batch)[0].text(0, 0));
}

void ExplainingSession::explain(const db::Batch::Entry& entry, std::chrono::milliseconds allowed) {
  const db::Statement& statement = *entry.statement;
  const auto [found, is_new] = prepared_.try_emplace(&statement, fmt::format("explained_{}", prepared_.size()));
  if (is_new) text_of(kPrepare, prepared(found->second, statement), allowed);
  const std::string text = text_of(kExplain, execution(found->second, statement, entry.parameters), allowed);
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
