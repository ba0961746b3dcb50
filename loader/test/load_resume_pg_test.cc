// Loads that are broken off and continued, and loads in parts: all end with the same rows.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "load/load_state.h"
#include "load/verify.h"
#include "loaded_database.h"
#include "quartet_load_program.h"
#include "running_loader.h"
#include "scratch_database.h"

namespace quartet::load {
namespace {

using std::chrono::milliseconds;

// Two Load Units, committed one by one, so that a load has many places to break off at.
const std::string kTwoUnits =
    "--load-units 2 --trade-days 1 --news-length 1000 --seed 7 --indexes plain --role dss --batch-rows 1 "
    "--progress json --schema " QUARTET_SCHEMA_DIR;

// Checksums of all tables; fails when one differs from the manifest.
std::vector<RowChecksum> verified_checksums() {
  std::vector<RowChecksum> checksums;
  for (const TableVerdict& table : verify_database()) {
    EXPECT_TRUE(table.is_equal()) << table_name(table.table);
    checksums.push_back(table.found);
  }
  return checksums;
}

const std::vector<RowChecksum>& checksums_of_an_unbroken_load() {
  static const std::vector<RowChecksum> checksums = [] {
    const ScratchDatabase scratch;
    EXPECT_EQ(Loader(kTwoUnits).exit_code(), 0);
    return verified_checksums();
  }();
  return checksums;
}

void expect_everything_is_in_place() {
  EXPECT_EQ(verified_checksums(), checksums_of_an_unbroken_load());
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

int64_t finished_steps() {
  Connection own(1);
  const Rows exists = own.query("SELECT to_regclass('quartet_load_step') IS NOT NULL", {}, "looking");
  if (!exists.boolean(0, 0)) return 0;
  return own.query("SELECT count(*) FROM quartet_load_step", {}, "counting").number(0, 0);
}

TEST(BrokenLoad, KilledFiveTimesItEndsWithTheSameRows) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  std::mt19937 random(20261121);
  int64_t before = 0;
  for (int kill = 0; kill < 5; ++kill) {
    Loader loader(kTwoUnits);
    // Somewhere among the rows and the first indexes, of more than 200 steps.
    const int64_t target = 18 * kill + std::uniform_int_distribution(0, 18)(random);
    eventually([&] { return finished_steps() >= target; });
    std::this_thread::sleep_for(milliseconds(std::uniform_int_distribution(0, 200)(random)));
    ASSERT_TRUE(loader.kill()) << "ended by itself before kill " << kill;
    const int64_t steps = finished_steps();
    EXPECT_GE(steps, before) << "a finished step was lost";
    before = steps;
  }
  EXPECT_EQ(Loader(kTwoUnits).exit_code(), 0);
  expect_everything_is_in_place();
}

// A load that fails at the primary key of TRADE.
void load_the_rows_of_trade() {
  Loader loader(kTwoUnits);
  eventually([] { return finished_steps() > 0; });
  stop_at("index trade_pkey");
  EXPECT_EQ(loader.exit_code(), kExitLoadFailed);
}

TEST(BrokenLoad, ContinuesFromAnyStep) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  load_the_rows_of_trade();
  for (const char* step : {"index trade_by_account", "vacuum", "add foreign keys", "foreign keys"}) {
    stop_at(step);
    EXPECT_EQ(Loader(kTwoUnits).exit_code(), kExitLoadFailed) << step;
    EXPECT_FALSE(read_state(*std::make_unique<Connection>(1))->is_complete);
  }
  stop_no_more();
  EXPECT_EQ(Loader(kTwoUnits).exit_code(), 0);
  expect_everything_is_in_place();
}

// A process that died in a COPY leaves such rows, on pages that other rows share.
TEST(BrokenLoad, RowsThatWereNeverCommittedLeaveNoPageUnmarked) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  load_the_rows_of_trade();
  stop_no_more();
  Connection(1).execute("BEGIN; INSERT INTO trade SELECT * FROM trade LIMIT 20; ROLLBACK", "leaving rows");
  EXPECT_EQ(Loader(kTwoUnits).exit_code(), 0);
  expect_everything_is_in_place();
}

// The server ends sessions, as an administrator or a restart would: the load goes on by itself.
TEST(BrokenLoad, LostSessionsAreReplaced) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  Loader loader(kTwoUnits);
  constexpr const char* kTerminate =
      "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity "
      "WHERE datname = 'quartet_scratch' AND query LIKE 'COPY trade%' LIMIT 1) AS victim";
  int sessions = 0;
  eventually([&] {
    sessions += static_cast<int>(connection().query(kTerminate, {}, "terminating").number(0, 0));
    return sessions == 2;
  });
  EXPECT_EQ(loader.exit_code(), 0);
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

// The server learns of the death of a process later than its user, who may start the next load at once.
TEST(BrokenLoad, IsContinuedBeforeTheServerNoticesItsDeath) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  pid_t unaware = 0;
  {
    Loader loader(kTwoUnits);
    eventually([] { return finished_steps() > 0; });
    unaware = keeper();
    ASSERT_EQ(::kill(unaware, SIGSTOP), 0);
    ASSERT_TRUE(loader.kill());
  }
  Loader next(kTwoUnits);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  ASSERT_EQ(::kill(unaware, SIGCONT), 0);
  EXPECT_EQ(next.exit_code(), 0);
  expect_everything_is_in_place();
}

// Somebody looks into the database meanwhile, as autovacuum's ANALYZE may.
TEST(BrokenLoad, ASnapshotOlderThanTheRowsIsOutwaited) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  Loader loader(kTwoUnits);
  eventually([] { return finished_steps() > 0; });
  Connection reader(1);
  reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1", "looking");
  eventually([] { return sessions_where("query LIKE 'SELECT relallvisible = relpages%'") > 0; });
  reader.execute("COMMIT", "looking no more");
  EXPECT_EQ(loader.exit_code(), 0);
  expect_everything_is_in_place();
}

// Processes die while the server commits for them, which takes a moment: what is committed late must not come twice.
TEST(BrokenLoad, ALateCommitIsWaitedFor) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  {
    Loader part(kTwoUnits + " --part 2/2");
    eventually([] { return finished_steps() > 0; });
    Connection(1).execute(
        "CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.5); RETURN "
        "NULL; END $$; CREATE CONSTRAINT TRIGGER commit_slowly AFTER INSERT ON quartet_load_step DEFERRABLE INITIALLY "
        "DEFERRED FOR EACH ROW EXECUTE FUNCTION commit_slowly()",
        "creating");
    eventually([] { return commits_going_on() > 0; });
    ASSERT_TRUE(part.kill());
  }
  Loader whole(kTwoUnits);
  // Its first act is to wait for the commits; then the trigger would only cost time.
  eventually([] { return commits_going_on() == 0; });
  Connection(1).execute("DROP FUNCTION commit_slowly CASCADE", "dropping");
  EXPECT_EQ(whole.exit_code(), 0);
  expect_everything_is_in_place();
}

TEST(BrokenLoad, FromScratchStaysSoWhenTheServerGoesAwayBeforeTheDrop) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  ASSERT_EQ(Loader(kTwoUnits).exit_code(), 0);
  Connection blocker(1);
  blocker.execute("DELETE FROM watch_item", "emptying");
  blocker.execute("BEGIN; LOCK TABLE trade IN ACCESS SHARE MODE", "locking");
  Loader loader(kTwoUnits + " --from-scratch");
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
    eventually([] { return finished_steps() > 0; });
    ASSERT_TRUE(loader.kill());
  }
  const Finished refused = run_program(kTestArguments);
  EXPECT_EQ(refused.exit_code, kExitLoadFailed);
  EXPECT_NE(refused.message.find("was begun with other parameters: load_units is 2, not 1"), std::string::npos)
      << refused.message;
  const Finished loaded = run_program(kTestArguments + " --from-scratch");
  EXPECT_EQ(loaded.exit_code, 0) << loaded.message;
  for (const TableVerdict& table : verify_database()) EXPECT_TRUE(table.is_equal()) << table_name(table.table);
}

TEST(LoadInParts, ProcessesAtTheSameTimeFillOneDatabase) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  Loader first(kTwoUnits + " --part 1/2");
  Loader second(kTwoUnits + " --part 2/2");
  EXPECT_EQ(first.exit_code(), 0);
  EXPECT_EQ(second.exit_code(), 0);
  expect_everything_is_in_place();
}

// Begun in parts, finished by one process.
TEST(LoadInParts, KeysComeWhenAllRowsAreInPlace) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  EXPECT_EQ(Loader(kTwoUnits + " --part 2/2").exit_code(), 0);
  EXPECT_FALSE(read_state(*std::make_unique<Connection>(1))->is_complete);
  EXPECT_EQ(Loader(kTwoUnits).exit_code(), 0);
  expect_everything_is_in_place();
  EXPECT_EQ(Loader(kTwoUnits + " --part 1/2").exit_code(), 0) << "a complete database is left alone";
}

// Begun by one process, finished in parts.
TEST(LoadInParts, TakeOverFromAKilledLoad) {
  checksums_of_an_unbroken_load();
  const ScratchDatabase scratch;
  {
    Loader loader(kTwoUnits);
    eventually([] { return finished_steps() >= 10; });
    ASSERT_TRUE(loader.kill());
  }
  EXPECT_EQ(Loader(kTwoUnits + " --part 1/2").exit_code(), 0);
  EXPECT_EQ(Loader(kTwoUnits + " --part 2/2").exit_code(), 0);
  expect_everything_is_in_place();
}

TEST(LoadInParts, TheSamePartOrAnotherCountIsRefusedMeanwhile) {
  const ScratchDatabase scratch;
  Loader loader(kTwoUnits + " --part 1/2");
  eventually([] { return finished_steps() > 0; });
  loader.pause();
  for (const char* part : {"", " --part 1/2", " --part 2/2 --from-scratch"}) {
    const Finished refused = run_program(kTwoUnits + part);
    EXPECT_EQ(refused.exit_code, kExitLoadFailed) << part;
    EXPECT_NE(refused.message.find("loading"), std::string::npos) << refused.message;
  }
}

TEST(VerifyDatabase, NoticesARowThatChanged) {
  load_once();
  for (const TableVerdict& table : verify_database()) EXPECT_TRUE(table.is_equal()) << table_name(table.table);
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
