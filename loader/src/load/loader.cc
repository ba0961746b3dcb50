#include "load/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <semaphore>

#include "load/copy_sink.h"
#include "load/load_state.h"
#include "load/row_source.h"
#include "load/schema_files.h"
#include "load/session_pool.h"

namespace quartet::load {
namespace {

// Sinks that may be open besides those of the generators: tables whose rows are sent and whose keys are being built.
constexpr int kSessionsToSpare = 10;

// Any number of ours; with the database it names the lock that a running load holds.
constexpr int64_t kLoadLock = 0x5175617274657401;

std::unique_ptr<Connection> connect_and_lock(int threads) {
  auto connection = std::make_unique<Connection>(threads);
  const Rows lock =
      connection->query(fmt::format("SELECT pg_try_advisory_lock({}), current_database()", kLoadLock), {}, "locking");
  if (!lock.boolean(0, 0)) {
    throw LoadError(kExitLoadFailed,
                    fmt::format("another quartet-load is loading database {}. Wait until it has ended or stop it.",
                                lock.text(0, 1)));
  }
  return connection;
}

CopyScript script_for(Table table, const SchemaFiles& schema, Progress& progress) {
  const TableStatements& statements = schema.of(table);
  const std::string name(table_name(table));
  CopyScript script;
  script.name = "table " + name;
  script.before = statements.create;
  // FREEZE: the table was created in this transaction, so nobody can miss the old row versions; pages are born
  // all-visible and need no second pass.
  script.copy = fmt::format("COPY {} FROM STDIN (FORMAT binary, FREEZE true)", name);
  script.after = statements.indexes;
  // A vacuumed empty table is planned as empty until the next ANALYZE; without statistics the planner allows for ten
  // pages, which suits a queue such as TRADE_REQUEST.
  if (table_kind(table) != TableKind::kEmpty) script.afterwards = {fmt::format("VACUUM (ANALYZE) {}", name)};
  script.on_copied = [&progress, table] { progress.copied(table); };
  script.on_committed = [&progress, table] { progress.keys_built(table); };
  script.on_finished = [&progress, table] { progress.vacuumed(table); };
  return script;
}

void copy_all_tables(const LoadOptions& options, const SchemaFiles& schema, SessionPool& sessions, Progress& progress) {
  FirstFailure failure;
  const std::stop_callback cancel(failure.stop_token(), [&sessions] { sessions.cancel_all(); });
  std::counting_semaphore<> builders(options.threads);
  const CopyContext context{.sessions = sessions, .failure = failure, .builders = builders};
  std::array<std::unique_ptr<Sink>, kTableCount> sinks;
  {
    const RowSource source(MarketModel(options.market), progress, [&](Table table) -> Sink& {
      auto& sink = sinks.at(static_cast<size_t>(table));
      sink = std::make_unique<CopySink>(script_for(table, schema, progress), context);
      return *sink;
    });
    source.generate_all(options.threads, failure);
  }
  for (auto& sink : sinks) sink.reset();
  failure.rethrow();
}

// Adding takes strong locks on both tables, but only for a moment, as no row is looked at. Validating takes weak ones,
// so tables can be validated side by side.
void build_foreign_keys(const LoadOptions& options, const SchemaFiles& schema, SessionPool& sessions,
                        Connection& connection, Progress& progress) {
  connection.execute("BEGIN", "adding foreign keys");
  for (const std::string& statement : schema.add_foreign_keys) connection.execute(statement, "adding foreign keys");
  connection.execute("COMMIT", "adding foreign keys");

  std::array<Table, kTableCount> order{};
  for (size_t i = 0; i < order.size(); ++i) order.at(i) = static_cast<Table>(i);
  std::ranges::sort(order, std::greater{}, [&](Table table) { return estimated_rows(options.market, table); });

  FirstFailure failure;
  const std::stop_callback cancel(failure.stop_token(), [&sessions] { sessions.cancel_all(); });
  run_parallel(order.size(), options.threads, failure, [&](size_t index) {
    const Table table = order.at(index);
    SessionPool::Lease session = sessions.acquire(failure.stop_token());
    const std::string doing = fmt::format("validating the foreign keys of table {}", table_name(table));
    session->execute("BEGIN", doing);
    for (const std::string& statement : schema.of(table).validate) session->execute(statement, doing);
    session->execute("COMMIT", doing);
    session.give_back();
    progress.foreign_keys_validated(table);
  });
  failure.rethrow();
}

}  // namespace

LoadOutcome load_database(const LoadOptions& options, Progress& progress) {
  const SchemaFiles schema = read_schema(options.schema_folder, options.indexes, options.role);
  const auto connection = connect_and_lock(options.threads);
  const LoadState wanted = wanted_state(options);
  if (const auto found = read_state(*connection); found && found->is_complete) {
    const std::string differences = difference(*found, wanted);
    if (differences.empty()) return LoadOutcome::kWasComplete;
    throw LoadError(
        kExitLoadFailed,
        fmt::format("the database is already loaded with other parameters: {}. Use another database, or drop "
                    "and create this one.",
                    differences));
  }
  begin_state(*connection, schema, wanted);
  SessionPool sessions(options.threads, options.threads + kSessionsToSpare);
  copy_all_tables(options, schema, sessions, progress);
  build_foreign_keys(options, schema, sessions, *connection, progress);
  complete_state(*connection, schema);
  return LoadOutcome::kLoaded;
}

void generate_only(const LoadOptions& options, Progress& progress) {
  FirstFailure failure;
  NullSink sink;
  const RowSource source(MarketModel(options.market), progress, [&](Table) -> Sink& { return sink; });
  source.generate_all(options.threads, failure);
  failure.rethrow();
}

}  // namespace quartet::load
