// Loads a database through quartet-load and looks at the result. The cluster comes from scripts/lib/with-postgres.
#include <gtest/gtest.h>

#include "load/load_state.h"
#include "load/loader.h"
#include "loaded_database.h"

namespace quartet::load {
namespace {

class LoadedDatabaseTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_once(); }

  static int64_t count(const std::string& sql) { return connection().query(sql, {}, "counting").number(0, 0); }
};

TEST_F(LoadedDatabaseTest, HasAllKeysAndConstraintsValidated) {
  const auto constraints = [](const char* type) {
    return count(std::string("SELECT count(*) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace "
                             "AND convalidated AND conname NOT LIKE 'quartet%' AND contype = '") +
                 type + "'");
  };
  EXPECT_EQ(constraints("p"), 33);
  EXPECT_EQ(constraints("f"), 49);
  EXPECT_EQ(constraints("c"), 19);
  EXPECT_EQ(count("SELECT count(*) FROM pg_constraint WHERE NOT convalidated"), 0);
}

TEST_F(LoadedDatabaseTest, LeavesATableOfAnotherSchemaAlone) {
  Progress progress(ProgressFormat::kJson, test_options().market);
  EXPECT_EQ(load_database(test_options(), progress), LoadOutcome::kWasComplete);
  EXPECT_EQ(count("SELECT a FROM public.address"), 7);
  EXPECT_EQ(count("SELECT count(*) FROM quartet.address"), 1504);
}

TEST_F(LoadedDatabaseTest, HasTheRowsOfTheFormulas) {
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    const int64_t rows = count("SELECT count(*) FROM " + std::string(table_name(table)));
    const int64_t exact = exact_rows(test_options().market, table);
    if (exact >= 0) {
      EXPECT_EQ(rows, exact) << table_name(table);
    } else {
      EXPECT_NEAR(static_cast<double>(rows), estimated_rows(test_options().market, table),
                  0.06 * static_cast<double>(rows))
          << table_name(table);
    }
  }
}

TEST_F(LoadedDatabaseTest, IsAllVisibleAndHasStatistics) {
  EXPECT_EQ(count("SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
                  "AND relkind = 'r' AND reltuples > 0 AND relallvisible < relpages"),
            0);
  EXPECT_GE(count("SELECT count(DISTINCT tablename) FROM pg_stats WHERE schemaname = current_schema()"), 32);
}

TEST_F(LoadedDatabaseTest, HasTheStorageSettingsOfItsProfileBeforeTheRows) {
  EXPECT_EQ(
      count("SELECT count(*) FROM pg_class WHERE oid = 'broker'::regclass AND 'fillfactor=10' = ANY (reloptions)"), 1);
  // Fillfactor 80 leaves a fifth of every page free.
  EXPECT_LE(count("SELECT max(bytes) FROM (SELECT sum(pg_column_size(a.*)) AS bytes FROM customer_account AS a "
                  "GROUP BY (ctid::text::point)[0]) AS pages"),
            8192 * 8 / 10);
  EXPECT_EQ(
      count("SELECT count(*) FROM pg_class WHERE reloptions::text LIKE '%autovacuum_vacuum_insert_scale_factor%'"), 5);
}

TEST_F(LoadedDatabaseTest, TradeIdSequenceStartsAtOne) {
  EXPECT_EQ(count("SELECT start_value FROM pg_sequences WHERE sequencename = 'trade_id_seq' AND last_value IS NULL"),
            1);
}

TEST_F(LoadedDatabaseTest, RecordsWhatItHolds) {
  const auto state = read_state(connection());
  ASSERT_TRUE(state.has_value());
  EXPECT_TRUE(state->is_complete);
  EXPECT_EQ(difference(*state, wanted_state(test_options(), read_schema(QUARTET_SCHEMA_DIR, "covering", "oltp"))), "");
}

TEST_F(LoadedDatabaseTest, IsLeftAloneByASecondLoadOfTheSameParameters) {
  const int64_t before = count("SELECT 'trade'::regclass::oid::bigint");
  Progress progress(ProgressFormat::kJson, test_options().market);
  EXPECT_EQ(load_database(test_options(), progress), LoadOutcome::kWasComplete);
  EXPECT_EQ(count("SELECT 'trade'::regclass::oid::bigint"), before);
}

TEST_F(LoadedDatabaseTest, RefusesOtherParametersAndSaysHowTheyDiffer) {
  LoadOptions other = test_options();
  other.market.trade_days = 2;
  other.role = "dss";
  Progress progress(ProgressFormat::kJson, other.market);
  try {
    load_database(other, progress);
    FAIL() << "loaded";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), kExitLoadFailed);
    EXPECT_NE(std::string(error.what()).find("trade_days is 1, not 2, role is oltp, not dss"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace quartet::load
