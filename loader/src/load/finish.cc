#include "load/finish.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include "load/load_state.h"
#include "load/table_storage.h"

namespace quartet::load {

void use_tablespace(Connection& connection, const std::string& tablespace, std::string_view doing) {
  if (!tablespace.empty()) connection.query("SELECT set_config('default_tablespace', $1, true)", {tablespace}, doing);
}

IndexBuilder::IndexBuilder(const LoadContext& context) : context_(context) {
  for (int i = 0; i < context.options.threads; ++i) threads_.emplace_back([this] { run(); });
}

void IndexBuilder::submit(Table table) { tables_.push(table, context_.failure.stop_token()); }

void IndexBuilder::wait() {
  // Closed and joined: the destructors of the threads wait until the queue is empty.
  tables_.close();
  threads_.clear();
}

void IndexBuilder::run() {
  try {
    while (const auto table = tables_.pop(context_.failure.stop_token())) build_indexes(*table);
  } catch (...) {
    context_.failure.record();
  }
}

void IndexBuilder::build_indexes(Table table) const {
  SessionPool::Lease session = context_.sessions.acquire(context_.failure.stop_token());
  const TableStatements& statements = context_.schema.of(table);
  const auto& indexes = statements.indexes;
  const bool is_rewritten = has_to_rewrite(*session, table);
  // A rewrite builds all indexes again, so it comes before them unless it needs one of them.
  if (is_rewritten && statements.cluster.empty()) rewrite_rows(*session, context_.schema, table);
  for (size_t i = 0; i < indexes.size(); ++i) {
    if (!context_.journal.has(table, index_step(indexes[i].name))) build_index(*session, table, indexes[i]);
    context_.progress.reached(table, Stage::kKeys, static_cast<double>(i + 1) / static_cast<double>(indexes.size()));
  }
  if (is_rewritten && !statements.cluster.empty()) rewrite_rows(*session, context_.schema, table);
  session.give_back();
}

namespace {

// Builds an index on the loaded rows. They can refuse what empty tables accepted in the trial of the profile: a key may
// occur twice, an expression may fail, an entry may be too large.
void run_on_rows(Connection& session, const ProfileStatement& index, std::string_view doing) {
  try {
    session.execute(index.sql, doing);
  } catch (const SqlError& error) {
    const std::string state_class = error.sqlstate().substr(0, 2);
    if (state_class != "22" && state_class != "23" && state_class != "54") throw;
    throw error_at(
        index.file, index.line,
        fmt::format("{}. The rows do not fit this index: correct the statement, or choose another profile, and "
                    "run quartet-load with --change-indexes. If the index is one of the kit, load with --from-scratch.",
                    error.server_message()),
        kExitLoadFailed);
  }
}

}  // namespace

void IndexBuilder::build_index(Connection& session, Table table, const ProfileStatement& index) const {
  context_.failure.check();
  const auto start = std::chrono::steady_clock::now();
  const std::string doing = fmt::format("building index {}", index.name);
  // Index and step in one transaction: a load that breaks off has both or neither.
  session.execute("BEGIN", doing);
  use_tablespace(session, context_.options.index_tablespace, doing);
  run_on_rows(session, index, doing);
  record_step(session, table, index_step(index.name), sha256_of(index));
  session.execute("COMMIT", doing);
  if (!context_.options.is_index_change) return;
  const Rows size = session.query("SELECT pg_relation_size($1::regclass)", {index.name}, doing);
  context_.progress.changed_index(IndexChange::kBuilt, table, index.name, size.number(0, 0),
                                  std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

namespace {

// All tables, the largest first: one that starts last would be waited for alone.
std::array<Table, kTableCount> largest_first(const MarketParameters& parameters) {
  std::array<Table, kTableCount> tables{};
  for (size_t i = 0; i < tables.size(); ++i) tables.at(i) = static_cast<Table>(i);
  std::ranges::sort(tables, std::greater{}, [&](Table table) { return estimated_rows(parameters, table); });
  return tables;
}

void for_each_table(const LoadContext& context, const std::function<void(Table)>& task) {
  const auto tables = largest_first(context.options.market);
  run_parallel(tables.size(), context.options.threads, context.failure, [&](size_t index) { task(tables.at(index)); });
  context.failure.rethrow();
}

void vacuum_table(const LoadContext& context, Table table) {
  // A vacuumed empty table is planned as empty until the next ANALYZE; without statistics the planner allows for ten
  // pages, which suits a queue such as TRADE_REQUEST.
  if (table_kind(table) != TableKind::kEmpty && !context.journal.has(table, kVacuumStep)) {
    SessionPool::Lease session = context.sessions.acquire(context.failure.stop_token());
    context.failure.check();
    session->execute(fmt::format("VACUUM (FREEZE, ANALYZE) {}", table_name(table)),
                     fmt::format("vacuuming table {}", table_name(table)));
    // Afterwards, because VACUUM runs in no transaction: a load that breaks off here vacuums again.
    record_step(*session, table, kVacuumStep);
    session.give_back();
  }
  context.progress.reached(table, Stage::kVacuum, 1);
}

// A snapshot that is older than rows, such as an autovacuum worker's that analyzes one of the tables, keeps VACUUM from
// marking their pages. A session that keeps one for longer than this does not delay the load: the rows are right either
// way.
void vacuum_what_others_look_at(const LoadContext& context) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  SessionPool::Lease session = context.sessions.acquire(context.failure.stop_token());
  const std::set<Table> tables = tables_not_all_visible(*session);
  // Pages that hold no rows yet are never marked, so the tables themselves do not tell when it has gone.
  if (!tables.empty()) renew_state(*session);
  while (!tables.empty() && !is_state_all_visible(*session) && std::chrono::steady_clock::now() < deadline) {
    context.failure.check();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  for (const Table table : tables) {
    context.failure.check();
    // Where few pages have dead rows, those of a process that died in a COPY for instance, VACUUM leaves the indexes
    // alone unless it is asked. Then these pages are never marked.
    session->execute(fmt::format("VACUUM (FREEZE, INDEX_CLEANUP ON) {}", table_name(table)),
                     fmt::format("vacuuming table {} again", table_name(table)));
  }
  session.give_back();
}

// Adding takes strong locks on both tables, but only for a moment, as no row is looked at. Validating takes weak ones,
// so tables can be validated side by side.
void add_foreign_keys(const LoadContext& context, Connection& connection) {
  constexpr std::string_view kDoing = "adding foreign keys";
  // One session and one transaction: each key locks two tables, and sessions side by side could wait for each other in
  // a circle.
  connection.execute("BEGIN", kDoing);
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    if (context.journal.has(table, kAddForeignKeysStep)) continue;
    for (const std::string& statement : context.schema.of(table).add_foreign_keys) {
      connection.execute(statement, kDoing);
    }
    record_step(connection, table, kAddForeignKeysStep);
  }
  connection.execute("COMMIT", kDoing);
}

void validate_foreign_keys(const LoadContext& context, Table table) {
  if (!context.journal.has(table, kForeignKeysStep)) {
    SessionPool::Lease session = context.sessions.acquire(context.failure.stop_token());
    context.failure.check();
    const std::string doing = fmt::format("validating the foreign keys of table {}", table_name(table));
    session->execute("BEGIN", doing);
    // The keys of one table follow each other: two statements that validate on the same table exclude each other.
    for (const std::string& statement : context.schema.of(table).validate) session->execute(statement, doing);
    record_step(*session, table, kForeignKeysStep);
    session->execute("COMMIT", doing);
    session.give_back();
  }
  context.progress.reached(table, Stage::kForeignKeys, 1);
}

}  // namespace

void vacuum_tables(const LoadContext& context) {
  for_each_table(context, [&](Table table) { vacuum_table(context, table); });
  vacuum_what_others_look_at(context);
}

void build_foreign_keys(const LoadContext& context, Connection& connection) {
  add_foreign_keys(context, connection);
  for_each_table(context, [&](Table table) { validate_foreign_keys(context, table); });
}

}  // namespace quartet::load
