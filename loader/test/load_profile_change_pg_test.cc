// Profiles that the server refuses, and changes of the profile of a loaded database. Every test has a separate
// database, most of them a copy of a loaded one.
#include <gtest/gtest.h>

#include <sstream>

#include "load/load_state.h"
#include "load/verify.h"
#include "loaded_database.h"
#include "parsed_json.h"
#include "profile_folders.h"
#include "quartet_load_program.h"
#include "running_loader.h"
#include "scratch_database.h"

namespace quartet::load {
namespace {

// A load of the profile that follows.
const std::string& kLoad = kUnitArguments;
const std::string kChange = " --change-indexes";

std::vector<std::string> texts(const std::string& sql) {
  Connection own(1);
  const Rows rows = own.query(sql, {}, "reading");
  std::vector<std::string> result;
  for (int row = 0; row < rows.size(); ++row) result.emplace_back(rows.text(row, 0));
  return result;
}

// Everything that a profile decides, and the order of the rows on the first pages of the tables it may order.
std::vector<std::string> shape() {
  std::vector<std::string> lines = texts(R"(
SELECT line FROM (
    SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'quartet%'
    UNION ALL
    SELECT concat_ws(' ', c.relname, c.reloptions::text, t.reloptions::text)
    FROM pg_class AS c LEFT JOIN pg_class AS t ON t.oid = c.reltoastrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'quartet%'
    UNION ALL
    SELECT concat_ws(' ', attrelid::regclass, attname, attstattarget, attstorage, attcompression, attnotnull)
    FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'quartet%' AND attnum > 0
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'quartet%'
    UNION ALL
    SELECT 'ordered by ' || indexrelid::regclass FROM pg_index WHERE indisclustered
    UNION ALL
    SELECT 'invalid ' || indexrelid::regclass FROM pg_index WHERE NOT indisvalid
    UNION ALL
    SELECT 'not visible ' || relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 0 AND relname NOT LIKE 'quartet%'
      AND relallvisible < relpages
    UNION ALL
    SELECT 'sequence ' || sequencename FROM pg_sequences
) AS lines ORDER BY line)");
  for (const char* table : {"trade", "trade_history", "settlement", "holding", "holding_summary", "customer_account",
                            "daily_market", "last_trade"}) {
    lines.push_back(table + texts(std::string("SELECT md5(string_agg(t::text, ' ' ORDER BY ctid)) FROM ") + table +
                                  " AS t WHERE ctid < '(100,0)'")
                                .at(0));
  }
  return lines;
}

std::vector<std::string> shape_of_a_fresh_load(const std::string& profile) {
  static std::map<std::string, std::vector<std::string>> known;
  if (!known.contains(profile)) {
    const ScratchDatabase fresh = ScratchDatabase::loaded(profile, "quartet_fresh");
    known[profile] = shape();
  }
  return known.at(profile);
}

void expect_profile(const std::string& profile) {
  EXPECT_EQ(shape(), shape_of_a_fresh_load(profile)) << profile;
  for (const TableVerdict& table : verify_database()) EXPECT_TRUE(table.is_equal()) << table_name(table.table);
  Connection own(1);
  const auto state = read_state(own);
  ASSERT_TRUE(state.has_value());
  EXPECT_TRUE(state->is_complete);
  EXPECT_EQ(state->indexes, profile);
}

void succeed(const std::string& arguments) {
  const Finished finished = run_program(arguments);
  ASSERT_EQ(finished.exit_code, 0) << finished.message;
}

void expect_refused(const std::string& arguments, int exit_code, const std::string& part) {
  const Finished refused = run_program(arguments);
  EXPECT_EQ(refused.exit_code, exit_code) << refused.message;
  EXPECT_NE(refused.message.find(part), std::string::npos) << refused.message;
  EXPECT_EQ(std::ranges::count(refused.message, '\n'), 1) << refused.message;
}

TEST(ProfileTrial, TheServersObjectionNamesFileAndLine) {
  const ScratchDatabase scratch;
  const ProfileFolders folders;
  const std::string mine = folders.path("mine");
  folders.add("mine", "plain");
  const auto expect = [&](const std::string& file, const std::string& sql, const std::string& part) {
    folders.write("mine/" + file, sql);
    expect_refused(kLoad + mine, kExitBadInput, mine + "/" + file + ":" + part);
    std::filesystem::remove(folders.folder / "mine" / file);
  };
  expect("trade_by_x.sql", "-- serves: x\nCREATE INDEX trade_by_x\nON trade (\n    t_foo\n);\n",
         "4: column \"t_foo\" does not exist. schema/tables/trade.sql has the columns.");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x\nON trade (t_qty\n  , )", "3: syntax error at or near \")\". ");
  // No kind of quote hides a statement.
  for (const char* sql : {"CREATE INDEX trade_by_x ON trade (t_qty) WHERE t_exec_name <> $$'$$; DROP TABLE trade; --'",
                          "CREATE INDEX trade_by_x ON trade (t_qty) WHERE t_exec_name <> E'\\''; COMMIT; --'"}) {
    expect("trade_by_x.sql", sql, "1: a second statement. ");
  }
  expect("trade_id_seq.sql", "CREATE INDEX trade_id_seq ON trade (t_qty);",
         "1: relation \"trade_id_seq\" already exists. Give it a name");
  expect("trade_t_ca_id_fkey.sql", "ALTER TABLE trade ADD CONSTRAINT trade_t_ca_id_fkey UNIQUE (t_id);",
         "1: constraint \"trade_t_ca_id_fkey\" for relation \"trade\" already exists. Give it a name");
  expect("customer_account.sql", "CREATE INDEX customer_account ON customer_account (ca_name);",
         "1: relation \"customer_account\" already exists. Give it a name");
  expect("storage/trade.sql", "ALTER TABLE trade SET (\n    fillfactr = 70\n);",
         "2: unrecognized parameter \"fillfactr\". ");
  expect("storage/trade.sql", "CLUSTER trade USING trade_by_nothing;",
         "1: index \"trade_by_nothing\" for table \"trade\" does not exist. ");
  expect("trade_pkey.sql", "-- left out: a test\n", "1: a foreign key of table trade_history needs a key ");
  expect("trade_pkey.sql", "ALTER TABLE trade ADD CONSTRAINT trade_pkey PRIMARY KEY (t_id, t_qty);",
         "1: a foreign key of table trade_history needs a key ");
  expect("trade_pkey.sql", "ALTER TABLE trade ADD CONSTRAINT trade_pkey PRIMARY KEY (t_id) DEFERRABLE;",
         "1: a foreign key of table trade_history needs a key ");
  expect("cash_transaction_pkey.sql",
         "ALTER TABLE cash_transaction ADD CONSTRAINT cash_transaction_pkey PRIMARY KEY (ct_t_id, ct_name);",
         "1: cash_transaction_pkey makes a column of cash_transaction NOT NULL ");
  EXPECT_EQ(texts("SELECT count(*) FROM pg_class WHERE relname = 'trade'").at(0), "0") << "nothing was made";
}

TEST(ProfileTrial, ComesBeforeAnythingIsDropped) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  const ProfileFolders folders;
  folders.add("mine", "plain");
  folders.write("mine/trade_by_x.sql", "CREATE INDEX trade_by_x ON trade (t_foo);");
  for (const char* flag : {" --from-scratch", " --change-indexes"}) {
    expect_refused(kLoad + folders.path("mine") + flag, kExitBadInput, "t_foo");
  }
  expect_profile("plain");
}

TEST(ProfileChange, ThroughAllProfilesOfTheKitAndBackEqualsFreshLoads) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  for (const char* profile : {"minimal", "wide-keys"}) succeed(kLoad + profile + kChange);
  for (const char* profile : {"covering", "clustered", "plain"}) {
    succeed(kLoad + profile + kChange);
    expect_profile(profile);
  }
}

TEST(ProfileChange, EveryKindOfStorageIsTakenBack) {
  // By position, then date.
  const std::string is_ordered =
      "SELECT bool_and(is_sorted)::text FROM (SELECT (h_ca_id, h_s_symb, h_dts) >= lag((h_ca_id, h_s_symb, h_dts)) "
      "OVER (ORDER BY ctid) AS is_sorted FROM holding) AS pairs";
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  EXPECT_EQ(texts(is_ordered).at(0), "false");
  const ProfileFolders folders;
  folders.add("mine", "covering");
  folders.write("mine/storage/news_item.sql",
                "ALTER TABLE news_item SET (toast_tuple_target = 4000, toast.autovacuum_enabled = false);\n"
                "ALTER TABLE news_item ALTER COLUMN ni_item SET STORAGE EXTENDED;\n"
                "ALTER TABLE news_item ALTER COLUMN ni_summary SET COMPRESSION pglz;\n"
                "ALTER TABLE news_item ALTER COLUMN ni_source SET STATISTICS 7;");
  folders.write("mine/storage/holding.sql",
                "ALTER TABLE holding SET (fillfactor = 60);\nCLUSTER holding USING holding_by_position;");
  succeed(kLoad + folders.path("mine") + kChange);
  EXPECT_EQ(texts("SELECT concat_ws(' ', attstorage, attcompression, attstattarget) FROM pg_attribute WHERE attrelid = "
                  "'news_item'::regclass AND attname IN ('ni_item', 'ni_source') ORDER BY attnum"),
            (std::vector<std::string>{"x  -1", "x  7"}));
  EXPECT_EQ(texts(is_ordered).at(0), "true");
  succeed(kLoad + "plain" + kChange);
  expect_profile("plain");
}

// Lines of the progress of a change from plain to covering.
void expect_report(const std::string& message) {
  std::map<std::string, std::vector<std::string>> indexes;
  nlohmann::json last;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    last = test::parsed_json(line);
    if (last.at("stage") != "dropped" && last.at("stage") != "built") continue;
    indexes[last.at("stage")].push_back(last.at("index"));
    EXPECT_GE(last.at("seconds"), 0);
    if (last.at("index") == "trade_by_account") {
      EXPECT_EQ(last.at("table"), "trade");
      EXPECT_GT(last.at("bytes"), 1'000'000);
    }
  }
  EXPECT_EQ(last.at("stage"), "done");
  const auto has = [&indexes](const char* stage, const char* index) {
    return std::ranges::count(indexes[stage], index);
  };
  EXPECT_EQ(has("dropped", "trade_by_account"), 1);
  EXPECT_EQ(has("built", "trade_by_account"), 1);
  EXPECT_EQ(has("dropped", "trade_by_symbol"), 1);
  EXPECT_EQ(has("built", "trade_by_symbol"), 0);
  EXPECT_EQ(has("dropped", "trade_by_id"), 0);
  EXPECT_EQ(has("built", "trade_by_id"), 1);
  EXPECT_EQ(has("dropped", "trade_pkey"), 0) << "is alike in both";
}

TEST(ProfileChange, ReportsWhatItDropsAndBuildsAndKeepsWhatARunHasWritten) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  Connection own(1);
  own.execute("COMMENT ON TABLE quartet_load IS 'run r1'; SELECT nextval('trade_id_seq')", "using");
  own.execute("UPDATE customer SET c_l_name = 'Kept' WHERE c_id = 4300000001", "using");
  const Finished changed = run_program(kLoad + "covering" + kChange);
  ASSERT_EQ(changed.exit_code, 0) << changed.message;
  expect_report(changed.message);
  succeed(kLoad + "clustered" + kChange);
  EXPECT_EQ(texts("SELECT c_l_name FROM customer WHERE c_id = 4300000001").at(0), "Kept");
  EXPECT_EQ(texts("SELECT nextval('trade_id_seq')").at(0), "2");
  expect_refused(kLoad + "plain" + kChange, kExitLoadFailed, "but run r1 has used the database");
  EXPECT_TRUE(read_state(own)->is_complete);
}

TEST(ProfileChange, ThatBreaksOffIsContinued) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  for (const char* step : {"index trade_by_account", "vacuum", "foreign keys"}) {
    stop_at(step);
    EXPECT_EQ(run_program(kLoad + "covering" + kChange).exit_code, kExitLoadFailed) << step;
    EXPECT_FALSE(read_state(*std::make_unique<Connection>(1))->is_complete);
  }
  stop_no_more();
  succeed(kLoad + "covering" + kChange);
  expect_profile("covering");
}

TEST(ProfileChange, ThatBreaksOffInARewriteIsContinued) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  const ProfileFolders folders;
  folders.add("mine", "plain");
  folders.write("mine/storage/holding.sql", "ALTER TABLE holding SET (fillfactor = 50);");
  const std::string pages = "SELECT pg_relation_size('holding')";
  const std::string before = texts(pages).at(0);
  stop_at("storage");
  EXPECT_EQ(run_program(kLoad + folders.path("mine") + kChange).exit_code, kExitLoadFailed);
  stop_no_more();
  succeed(kLoad + folders.path("mine"));
  EXPECT_GT(std::stoll(texts(pages).at(0)), std::stoll(before) * 19 / 10);
  succeed(kLoad + "plain" + kChange);
  EXPECT_LE(std::stoll(texts(pages).at(0)), std::stoll(before));
}

TEST(ProfileChange, ThatIsKilledIsContinuedByALoad) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("covering");
  {
    Loader change(kLoad + "clustered" + kChange);
    eventually([] { return !read_state(*std::make_unique<Connection>(1))->is_complete; });
    change.kill();
  }
  succeed(kLoad + "clustered");
  expect_profile("clustered");
}

TEST(ProfileChange, RowsThatAnIndexRefusesNameItsFileAndItCanBeTakenBack) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  const ProfileFolders folders;
  folders.add("mine", "covering");
  for (const char* sql : {"-- a test\nCREATE UNIQUE INDEX trade_by_x ON trade (t_s_symb);",
                          "-- a test\nCREATE INDEX trade_by_x ON trade ((1 / (t_qty - t_qty)));"}) {
    folders.write("mine/trade_by_x.sql", sql);
    const Finished refused = run_program(kLoad + folders.path("mine") + kChange);
    EXPECT_EQ(refused.exit_code, kExitLoadFailed);
    EXPECT_NE(refused.message.find(folders.path("mine") + "/trade_by_x.sql:2: "), std::string::npos) << refused.message;
    EXPECT_NE(refused.message.find("run quartet-load with --change-indexes"), std::string::npos) << refused.message;
  }
  expect_refused(kLoad + "plain", kExitLoadFailed, "was begun with other parameters: indexes is mine, not plain");
  succeed(kLoad + "plain" + kChange);
  expect_profile("plain");
}

TEST(ProfileChange, AnEditedProfileIsAnotherOne) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  const ProfileFolders folders;
  folders.add("mine", "plain");
  const std::string load = kLoad + folders.path("mine");
  succeed(load);  // the same statements under another name
  succeed(kLoad + "plain" + kChange);
  folders.write("mine/trade_by_price.sql", "CREATE INDEX trade_by_price ON trade (t_trade_price);");
  expect_refused(load, kExitLoadFailed,
                 "is already loaded with other parameters: indexes is plain, not mine, schema_sha256");
  succeed(load + kChange);
  EXPECT_EQ(texts("SELECT count(*) FROM pg_indexes WHERE indexname = 'trade_by_price'").at(0), "1");
  succeed(load);
}

TEST(ProfileChange, IsRefusedWhereNothingIsLoaded) {
  const ScratchDatabase scratch;
  expect_refused(kLoad + "covering" + kChange, kExitLoadFailed, "the database is not loaded");
}

TEST(ProfileChange, IsRefusedWhereMoreDiffers) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  std::string other_seed = kLoad + "covering" + kChange;
  other_seed.replace(other_seed.find("--seed 42"), 9, "--seed 43");
  expect_refused(other_seed, kExitLoadFailed, "differs in more than the profile: seed is 42, not 43");
  EXPECT_EQ(run_program(kLoad + "covering --from-scratch" + kChange).exit_code, kExitBadInput);
  Connection own(1);
  own.execute("ALTER TABLE quartet_load DROP COLUMN tables_sha256; ALTER TABLE quartet_load_step DROP COLUMN sha256",
              "as an earlier loader leaves it");
  expect_refused(kLoad + "covering" + kChange, kExitLoadFailed, "an earlier quartet-load loaded the database");
  succeed(kLoad + "plain");
}

}  // namespace
}  // namespace quartet::load
