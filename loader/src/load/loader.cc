#include "load/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include "load/admission.h"
#include "load/copy_target.h"
#include "load/finish.h"
#include "load/load_state.h"
#include "load/profile_change.h"
#include "load/profile_trial.h"
#include "load/row_source.h"
#include "load/standby_watch.h"
#include "load/table_storage.h"

namespace quartet::load {
namespace {

// One try to bring a database from what it holds to what is asked for.
class Attempt {
 public:
  // Drops an earlier load if `drops_first`, and clears that once it is done.
  Attempt(const LoadOptions& options, const SchemaFiles& schema, Progress& progress, bool& drops_first)
      : options_(options),
        schema_(schema),
        progress_(progress),
        drops_first_(drops_first),
        connection_(options.threads) {}

  LoadOutcome run() {
    FirstFailure failure;
    const StandbyWatch standbys(options_, failure);
    if (!begin()) return LoadOutcome::kWasComplete;
    // Never fewer than may wait for each other: a sink per simulated table, and a generator and a finisher per thread.
    SessionPool sessions(options_.threads, kSimulatedTables + 2 * options_.threads + 2);
    // Statements take minutes. A thread that waits for the answer stops early only if the server is asked to give up.
    const std::stop_callback cancel(failure.stop_token(), [&sessions] { sessions.cancel_all(); });
    const LoadContext context{options_, schema_, journal_, sessions, failure, progress_};
    show_what_is_done();
    copy_rows(context);
    if (!options_.part.is_whole()) {
      // One process builds the keys. Each reads the manifest again once it is its turn: others may have added the last
      // rows, or finished everything.
      wait_for_finishing(connection_);
      if (read_state(connection_)->is_complete) return LoadOutcome::kLoaded;
      read_journal();
      if (!has_all_rows()) return LoadOutcome::kPartLoaded;
      build_all_indexes(context);
    }
    // Before the foreign keys: to validate one is a join, which the planner plans with the statistics of ANALYZE.
    vacuum_tables(context);
    build_foreign_keys(context, connection_);
    // Last: a load that breaks off anywhere before is continued, not taken for complete.
    complete_state(connection_, schema_);
    failure.rethrow();
    return LoadOutcome::kLoaded;
  }

  // Finished steps, to tell whether a broken attempt got anywhere.
  static int finished_steps(const LoadOptions& options) {
    Connection connection(options.threads);
    return read_state(connection) ? Journal::read(connection).size() : 0;
  }

 private:
  static constexpr int kSimulatedTables = 8;

  // An address may lead to another server than the one that its owner has in mind.
  void require_server() {
    if (options_.system_identifier.empty()) return;
    const Rows found =
        connection_.query("SELECT system_identifier FROM pg_control_system()", {}, "identifying the server");
    if (found.text(0, 0) == options_.system_identifier) return;
    throw Error(kExitEnvironment,
                fmt::format("{} belongs to another server: its system identifier is {}, not {}. Nothing was "
                            "changed. Check PGHOST and PGPORT, and which server listens there.",
                            connection_.where(), found.text(0, 0), options_.system_identifier));
  }

  // False when the database is complete.
  bool begin() {
    require_server();
    const Admission admission(connection_, options_.part, drops_first_ || options_.is_index_change);
    const LoadState wanted = wanted_state(options_, schema_);
    auto found = read_state(connection_);
    if (options_.is_index_change) {
      begin_change(connection_, schema_, found, wanted, progress_);
      found = read_state(connection_);
    }
    if (found && !drops_first_) {
      refuse_other_parameters(*found, wanted);
      if (found->is_complete) return false;
    } else {
      // Before anything is dropped.
      try_profile(connection_, schema_);
      begin_state(connection_, schema_, wanted);
      // Only once: the next try must not drop what this one has loaded.
      drops_first_ = false;
    }
    read_journal();
    tables_ = existing_tables(connection_);
    // Other processes fill the same tables, so this process cannot create the table in the transaction of its rows.
    if (!options_.part.is_whole()) create_missing_tables();
    return true;
  }

  void read_journal() {
    await_late_commits(connection_);
    journal_ = Journal::read(connection_);
  }

  static void refuse_other_parameters(const LoadState& found, const LoadState& wanted) {
    if (found.is_unknown()) {
      throw Error(kExitLoadFailed,
                  "the database has tables of quartet-load without a record of their content. Load it"
                  " with --from-scratch, which drops them.");
    }
    const std::string differences = difference(found, wanted);
    if (differences.empty()) return;
    throw Error(kExitLoadFailed,
                fmt::format("the database {} with other parameters: {}. Use another database, or load this one with"
                            " --from-scratch, which drops its content.",
                            found.is_complete ? "is already loaded" : "was begun", differences));
  }

  void create_missing_tables() {
    constexpr std::string_view kDoing = "creating the tables";
    connection_.execute("BEGIN", kDoing);
    use_tablespace(connection_, options_.data_tablespace, kDoing);
    for (int i = 0; i < kTableCount; ++i) {
      const auto table = static_cast<Table>(i);
      if (!tables_.insert(table).second) continue;
      create_table(connection_, schema_.of(table), kDoing);
      record_storage(connection_, schema_, table);
    }
    connection_.execute("COMMIT", kDoing);
  }

  void show_what_is_done() const {
    for (int i = 0; i < kTableCount; ++i) {
      const auto table = static_cast<Table>(i);
      progress_.rows_in_place(table, journal_.rows(table).rows());
      if (journal_.coverage().is_complete(table, options_.market.load_units)) progress_.reached(table, Stage::kCopy, 1);
    }
  }

  [[nodiscard]] bool has_all_rows() const {
    for (int i = 0; i < kTableCount; ++i) {
      if (!journal_.coverage().is_complete(static_cast<Table>(i), options_.market.load_units)) return false;
    }
    return true;
  }

  void build_all_indexes(const LoadContext& context) const {
    IndexBuilder indexes(context);
    for (int i = 0; i < kTableCount; ++i) indexes.submit(static_cast<Table>(i));
    indexes.wait();
    context.failure.rethrow();
  }

  void copy_rows(const LoadContext& context) {
    const auto streams = plan_streams(options_.market, options_.part, options_.batch_rows, context.journal.coverage());
    std::array<std::atomic<int>, kTableCount> batches_left{};
    for (const Stream& stream : streams) {
      for (const Batch& batch : stream) {
        // Counted over all streams: a table is copied when its last batch is committed, whichever thread did that.
        for (const Table table : batch.tables) ++batches_left.at(static_cast<size_t>(table));
      }
    }
    IndexBuilder indexes(context);
    const auto on_copied = [&](Table table) {
      progress_.reached(table, Stage::kCopy, 1);
      // If this process loads a part, another process may still fill the table.
      if (options_.part.is_whole()) indexes.submit(table);
    };
    for (int i = 0; i < kTableCount; ++i) {
      if (batches_left.at(static_cast<size_t>(i)) == 0) on_copied(static_cast<Table>(i));
    }

    std::array<std::unique_ptr<Sink>, kTableCount> sinks;
    const RowSource source(MarketModel(options_.market), progress_, [&](const Batch& batch, Table table) -> Sink& {
      const auto index = static_cast<size_t>(table);
      // The rows of the batch before have to be committed, or the table may not exist yet.
      const bool is_first = sinks.at(index) == nullptr;
      sinks.at(index).reset();
      const CopyTarget::Work work{table, batch.units, is_first && !tables_.contains(table)};
      sinks.at(index) =
          std::make_unique<BackgroundSink>(std::make_unique<CopyTarget>(work, context,
                                                                        [&, table, index] {
                                                                          if (--batches_left.at(index) == 0)
                                                                            on_copied(table);
                                                                        }),
                                           context.failure);
      return *sinks.at(index);
    });
    source.generate(streams, options_.threads, context.failure);
    // Waits for the last commits; these submit the last indexes.
    for (auto& sink : sinks) sink.reset();
    indexes.wait();
    context.failure.rethrow();
  }

  const LoadOptions& options_;
  const SchemaFiles& schema_;
  Progress& progress_;
  bool& drops_first_;
  Connection connection_;
  Journal journal_;
  std::set<Table> tables_;  // that existed when this attempt began
};

// Waits until the server answers again; throws the last refusal when it does not.
void await_server(const LoadOptions& options) {
  constexpr auto kPause = std::chrono::milliseconds(500);
  const auto deadline = std::chrono::steady_clock::now() + options.patience;
  while (true) {
    try {
      const Connection alive(options.threads);
      return;
    } catch (const SqlError& error) {
      if (!error.is_server_gone() || std::chrono::steady_clock::now() >= deadline) throw;
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

LoadOutcome load_database(const LoadOptions& options, Progress& progress) {
  // A server that dies of what we ask it to do would be tried forever.
  constexpr int kMostFailuresWithoutProgress = 5;
  const SchemaFiles schema = read_schema(options.schema_folder, options.indexes, options.role);
  bool drops_first = options.is_from_scratch;
  int steps = -1;
  for (int failures = 0;;) {
    bool is_connected = false;
    try {
      Attempt attempt(options, schema, progress, drops_first);
      is_connected = true;
      return attempt.run();
    } catch (const SqlError& error) {
      // A server that was never there is the user's to start.
      if (!error.is_server_gone() || (!is_connected && steps < 0) || ++failures >= kMostFailuresWithoutProgress) throw;
      progress.waiting();
      await_server(options);
      // A new step counts as progress: a long load may outlive more restarts than that.
      const int finished = Attempt::finished_steps(options);
      if (finished > steps) failures = 0;
      steps = finished;
    }
  }
}

void generate_only(const LoadOptions& options, Progress& progress) {
  FirstFailure failure;
  NullSink sink;
  const RowSource source(MarketModel(options.market), progress, [&](const Batch&, Table) -> Sink& { return sink; });
  source.generate(plan_streams(options.market, options.part, options.batch_rows, {}), options.threads, failure);
  failure.rethrow();
}

}  // namespace quartet::load
