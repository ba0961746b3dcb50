// Loads that are broken off and continued, and loads in parts: all end with the same rows.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <thread>

#include "load/load_state.h"
#include "load/row_source.h"
#include "load/verify.h"
#include "loaded_database.h"
#include "quartet_load_program.h"
#include "running_loader.h"
#include "scratch_database.h"

namespace quartet::load {
namespace {

using std::chrono::milliseconds;

// What unit_options("plain") loads; and two Load Units, committed one by one, for tests that need tables with a part of
// their rows, or many places to break off at.
const std::string kUnit = kUnitArguments + "plain";
const std::string kTwoUnits =
    "--load-units 2 --trade-days 1 --news-length 1000 --seed 7 --indexes plain --role dss --batch-rows 1 "
    "--progress json --schema " QUARTET_SCHEMA_DIR;
constexpr MarketParameters kMarketOfTwoUnits = {
    .load_units = 2, .active_load_units = 2, .trade_days = 1, .news_length = 1000, .seed = 7};

// Adds up the checksum of the rows of one table.
class ChecksumSink : public Sink {
 public:
  explicit ChecksumSink(RowChecksum& checksum) : checksum_(checksum) {}
  void write(RowChunk chunk) override { checksum_.add(chunk.bytes); }
  void close() override {}

 private:
  RowChecksum& checksum_;
};

// Checksums of all tables as the generators write them, without a server.
std::vector<RowChecksum> checksums_of(const MarketParameters& market) {
  std::vector<RowChecksum> checksums(kTableCount);
  std::vector<std::unique_ptr<Sink>> sinks;
  for (RowChecksum& checksum : checksums) sinks.push_back(std::make_unique<ChecksumSink>(checksum));
  Progress progress(ProgressFormat::kJson, market);
  FirstFailure failure;
  RowSource(MarketModel(market), progress, [&sinks](const Batch&, Table table) -> Sink& {
    return *sinks.at(static_cast<size_t>(table));
  }).generate(plan_streams(market, {}, 1e8, {}), 1, failure);
  failure.rethrow();
  return checksums;
}

// Checksums of all tables; fails when one differs from the manifest.
std::vector<RowChecksum> verified_checksums() {
  std::vector<RowChecksum> checksums;
  for (const TableVerdict& table : verify_database()) {
    EXPECT_TRUE(table.is_equal()) << table_name(table.table);
    checksums.push_back(table.found);
  }
  return checksums;
}

void expect_rows_of(const MarketParameters& market) {
  static std::map<int64_t, std::vector<RowChecksum>> known;  // by Load Units
  const auto [entry, is_new] = known.try_emplace(market.load_units);
  if (is_new) entry->second = checksums_of(market);
  EXPECT_EQ(verified_checksums(), entry->second);
}

void expect_everything_is_in_place(const MarketParameters& market = unit_options("plain").market) {
  expect_rows_of(market);
  Connection own(1);
  EXPECT_EQ(own.query("SELECT count(*) FROM pg_constraint WHERE contype IN ('p', 'f', 'c') AND convalidated AND "
                      "connamespace = 'public'::regnamespace AND conname NOT LIKE 'quartet%'",
                      {}, "counting")
                .number(0, 0),
            33 + 49 + 19);
  const Rows unmarked = own.query(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 0 "
      "AND "
      "relname NOT LIKE 'quartet%' AND relallvisible < relpages",
      {}, "looking");
  // Sessions that fill a table at the same time may leave pages that were never used and are never marked.
  if (unmarked.size() > 0) own.execute("CREATE EXTENSION IF NOT EXISTS pg_visibility", "preparing");
  for (int row = 0; row < unmarked.size(); ++row) {
    const std::string table(unmarked.text(row, 0));
    EXPECT_EQ(own.query("SELECT count(*) FROM (SELECT DISTINCT (ctid::text::point)[0]::bigint AS page FROM " + table +
                            ") AS used WHERE NOT (pg_visibility_map('" + table + "', page)).all_visible",
                        {}, "counting")
                  .number(0, 0),
              0)
        << table;
  }
  EXPECT_EQ(own.query("SELECT count(*) FROM pg_index WHERE NOT indisvalid", {}, "counting").number(0, 0), 0);
}

int64_t finished_steps(Connection& own) {
  const Rows exists = own.query("SELECT to_regclass('quartet_load_step') IS NOT NULL", {}, "looking");
  if (!exists.boolean(0, 0)) return 0;
  return own.query("SELECT count(*) FROM quartet_load_step", {}, "counting").number(0, 0);
}

// Waits until the load of the database has finished so many steps.
void await_steps(int64_t steps) {
  Connection own(1);
  eventually([&] { return finished_steps(own) >= steps; });
}

// The first load that ends well, against what the broken ones are compared with.
TEST(BrokenLoad, IsComparedWithTheRowsOfAnUnbrokenOne) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  expect_everything_is_in_place();
}

// Also where a process that died in a COPY has left rows, on pages that other rows share: no page stays unmarked.
TEST(BrokenLoad, ContinuesFromAnyStep) {
  const ScratchDatabase scratch;
  stop_at("index trade_pkey");
  EXPECT_EQ(Loader(kUnit).exit_code(), kExitLoadFailed);
  Connection(1).execute("BEGIN; INSERT INTO trade SELECT * FROM trade LIMIT 20; ROLLBACK", "leaving rows");
  for (const char* step : {"index trade_by_account", "vacuum", "add foreign keys", "foreign keys"}) {
    stop_at(step);
    EXPECT_EQ(Loader(kUnit).exit_code(), kExitLoadFailed) << step;
    EXPECT_FALSE(read_state(*std::make_unique<Connection>(1))->is_complete);
  }
  stop_no_more();
  EXPECT_EQ(Loader(kUnit).exit_code(), 0);
  expect_everything_is_in_place();
}

// Number of the load's sessions that a condition on pg_stat_activity holds for.
int64_t sessions_where(const std::string& condition, const std::string& counted = "*") {
  return connection()
      .query("SELECT count(" + counted + ") FROM pg_stat_activity WHERE datname = 'quartet_scratch' AND " + condition,
             {}, "looking")
      .number(0, 0);
}

int64_t commits_going_on() { return sessions_where("query = 'COMMIT' AND state = 'active'"); }

// Process of the server that keeps other loads out.
pid_t keeper() {
  return static_cast<pid_t>(
      connection()
          .query(
              "SELECT pid FROM pg_locks JOIN pg_database ON oid = database WHERE locktype = 'advisory' AND datname = "
              "'quartet_scratch'",
              {}, "looking")
          .number(0, 0));
}

// Kills a load that continues one of whose death the server does not know yet.
void kill_unnoticed_and_continue(Connection& own) {
  pid_t unaware = 0;
  {
    Loader loader(kTwoUnits);
    eventually([&] { return finished_steps(own) > 0; });
    unaware = keeper();
    ASSERT_EQ(::kill(unaware, SIGSTOP), 0);
    ASSERT_TRUE(loader.kill());
  }
  const int64_t steps = finished_steps(own);
  Loader next(kTwoUnits + " --part 2/2");
  std::this_thread::sleep_for(std::chrono::seconds(1));
  ASSERT_EQ(::kill(unaware, SIGCONT), 0);
  // It has been let in.
  eventually([&] { return finished_steps(own) > steps; });
  own.execute(
      "CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN "
      "NULL; END $$; CREATE CONSTRAINT TRIGGER commit_slowly AFTER INSERT ON quartet_load_step DEFERRABLE INITIALLY "
      "DEFERRED FOR EACH ROW EXECUTE FUNCTION commit_slowly()",
      "creating");
  eventually([] { return commits_going_on() > 0; });
  ASSERT_TRUE(next.kill());
}

// The first is killed while the server does not notice it, and continued at once. The second is killed while the server
// commits for it, which takes a moment: what is committed late must not come twice. The others are killed anywhere.
TEST(BrokenLoad, KilledFiveTimesItEndsWithTheSameRows) {
  const ScratchDatabase scratch;
  Connection own(1);
  ASSERT_NO_FATAL_FAILURE(kill_unnoticed_and_continue(own));
  std::mt19937 random(20261121);
  int64_t before = 0;
  for (int kill = 2; kill < 5; ++kill) {
    Loader loader(kTwoUnits);
    if (kill == 2) {
      // Its first act is to wait for the commits; then the trigger would only cost time.
      eventually([] { return commits_going_on() == 0; });
      own.execute("DROP FUNCTION commit_slowly CASCADE", "dropping");
    }
    // Somewhere among the rows and the first indexes, of more than 200 steps.
    const int64_t target = 18 * kill + std::uniform_int_distribution(0, 18)(random);
    eventually([&] { return finished_steps(own) >= target; });
    std::this_thread::sleep_for(milliseconds(std::uniform_int_distribution(0, 200)(random)));
    ASSERT_TRUE(loader.kill()) << "ended by itself before kill " << kill;
    const int64_t steps = finished_steps(own);
    EXPECT_GE(steps, before) << "a finished step was lost";
    before = steps;
  }
  EXPECT_EQ(Loader(kTwoUnits).exit_code(), 0);
  expect_everything_is_in_place(kMarketOfTwoUnits);
}

TEST(BrokenLoad, FromScratchStaysSoWhenTheServerGoesAwayBeforeTheDrop) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  Connection blocker(1);
  blocker.execute("DELETE FROM watch_item", "emptying");
  blocker.execute("BEGIN; LOCK TABLE trade IN ACCESS SHARE MODE", "locking");
  Loader loader(kUnit + " --from-scratch");
  eventually(
      [] { return sessions_where("query LIKE 'DROP TABLE%' AND state = 'active'", "pg_terminate_backend(pid)") > 0; });
  blocker.execute("COMMIT", "unlocking");
  EXPECT_EQ(loader.exit_code(), 0);
  expect_everything_is_in_place();
}

TEST(BrokenLoad, IsNotContinuedWithOtherParameters) {
  const ScratchDatabase scratch;
  {
    Loader loader(kTwoUnits);
    await_steps(1);
    ASSERT_TRUE(loader.kill());
  }
  const Finished refused = run_program(kTestArguments);
  EXPECT_EQ(refused.exit_code, kExitLoadFailed);
  EXPECT_NE(refused.message.find("was begun with other parameters: load_units is 2, not 1"), std::string::npos)
      << refused.message;
}

// Begun by one process, finished in parts by processes at the same time.
TEST(LoadInParts, TakeOverFromAKilledLoadSideBySide) {
  const ScratchDatabase scratch;
  {
    Loader loader(kTwoUnits);
    await_steps(10);
    ASSERT_TRUE(loader.kill());
  }
  Loader first(kTwoUnits + " --part 1/2");
  Loader second(kTwoUnits + " --part 2/2");
  EXPECT_EQ(first.exit_code(), 0);
  EXPECT_EQ(second.exit_code(), 0);
  expect_everything_is_in_place(kMarketOfTwoUnits);
}

// Begun in parts, finished by one process. Meanwhile the server ends sessions, as an administrator or a restart would:
// the load goes on by itself. Then something reads in the database, as autovacuum's ANALYZE may: its snapshot is older
// than the last rows, which come to tables that exist, so that their pages are not born all-visible.
TEST(LoadInParts, KeysComeWhenAllRowsAreInPlaceAlsoAfterLostSessionsAndAnOlderSnapshot) {
  const ScratchDatabase scratch;
  Connection reader(1);
  EXPECT_EQ(Loader(kTwoUnits + " --part 2/2").exit_code(), 0);
  EXPECT_FALSE(read_state(*std::make_unique<Connection>(1))->is_complete);
  Loader whole(kTwoUnits);
  constexpr const char* kTerminate =
      "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity "
      "WHERE datname = 'quartet_scratch' AND query LIKE 'COPY trade%' LIMIT 1) AS victim";
  int sessions = 0;
  eventually([&] {
    sessions += static_cast<int>(connection().query(kTerminate, {}, "terminating").number(0, 0));
    return sessions == 2;
  });
  reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1", "looking");
  eventually([] { return sessions_where("query LIKE 'SELECT relallvisible = relpages%'") > 0; });
  reader.execute("COMMIT", "looking no more");
  EXPECT_EQ(whole.exit_code(), 0);
  expect_everything_is_in_place(kMarketOfTwoUnits);
  EXPECT_EQ(Loader(kTwoUnits + " --part 1/2").exit_code(), 0) << "a complete database is left alone";
}

TEST(LoadInParts, TheSamePartOrAnotherCountIsRefusedMeanwhile) {
  const ScratchDatabase scratch;
  Loader loader(kTwoUnits + " --part 1/2");
  await_steps(1);
  loader.pause();
  for (const char* part : {"", " --part 1/2", " --part 2/2 --from-scratch"}) {
    const Finished refused = run_program(kTwoUnits + part);
    EXPECT_EQ(refused.exit_code, kExitLoadFailed) << part;
    EXPECT_NE(refused.message.find("loading"), std::string::npos) << refused.message;
  }
}

TEST(VerifyDatabase, NoticesARowThatChanged) {
  load_once();
  connection().execute("UPDATE customer SET c_l_name = c_l_name || 'x' WHERE c_id = 4300000001", "changing");
  EXPECT_EQ(run_program("--verify >/dev/null").exit_code, kExitLoadFailed);
  for (const TableVerdict& table : verify_database()) {
    EXPECT_EQ(table.is_equal(), table.table != Table::kCustomer) << table_name(table.table);
  }
  connection().execute("UPDATE customer SET c_l_name = rtrim(c_l_name, 'x') WHERE c_id = 4300000001", "changing back");
  connection().execute("VACUUM customer", "vacuuming");
  EXPECT_EQ(run_program("--verify >/dev/null").exit_code, 0);
}

TEST(VerifyDatabase, NeedsALoadedDatabase) {
  const ScratchDatabase scratch;
  const Finished refused = run_program("--verify");
  EXPECT_EQ(refused.exit_code, kExitLoadFailed);
  EXPECT_NE(refused.message.find("not loaded"), std::string::npos) << refused.message;
}

}  // namespace
}  // namespace quartet::load
