#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/error.h"
#include "load/schema_files.h"

namespace quartet::load {
namespace {

const std::filesystem::path kSchema = QUARTET_SCHEMA_DIR;

size_t count_containing(const Statements& statements, std::string_view part) {
  return static_cast<size_t>(std::ranges::count_if(
      statements, [part](const std::string& text) { return text.find(part) != std::string::npos; }));
}

// Message of the Error that reading a schema throws.
std::string failure_of(const std::filesystem::path& folder, const std::string& profile) {
  try {
    (void)read_schema(folder, profile, "oltp");
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), kExitBadInput);
    return error.what();
  }
  return "no error";
}

TEST(SplitStatements, SplitsAtSemicolonsAndDropsComments) {
  EXPECT_EQ(split_statements("-- first; really\nSELECT 1;\n\nSELECT 2 -- last\n"),
            (Statements{"SELECT 1", "SELECT 2"}));
}

TEST(SplitStatements, EndsACommentAtACarriageReturnToo) {
  EXPECT_EQ(split_statements("-- first\rSELECT 1;\r\n-- second\r\nSELECT 2\r"), (Statements{"SELECT 1", "SELECT 2"}));
}

TEST(SplitStatements, KeepsSemicolonsAndDashesInsideQuotes) {
  EXPECT_EQ(split_statements("SELECT 'a;--b''c', \"d;e\"; ;"), (Statements{"SELECT 'a;--b''c', \"d;e\""}));
}

TEST(SplitStatements, KeepsSemicolonsInDollarQuotes) {
  EXPECT_EQ(split_statements("a $$;$$; b $x$;$$;--$x$ 'c;'; d$$e; f $1; g$$h$; i E'\\';' ;"),
            (Statements{"a $$;$$", "b $x$;$$;--$x$ 'c;'", "d$$e", "f $1", "g$$h$", "i E'\\';'"}));
}

TEST(MaskQuoted, LeavesOnlyWhatStandsOutsideQuotes) {
  const std::string sql = "a 'b''(' \"c,\" $$\\$$ d";
  EXPECT_EQ(mask_quoted(sql), "a" + std::string(sql.size() - 2, ' ') + "d");
  EXPECT_EQ(mask_quoted("a 'b' \"c"), "a     \"c");
}

TEST(SplitStatements, TextOfCommentsOnlyHasNoStatement) {
  EXPECT_TRUE(split_statements("-- left out: nobody reads it\n").empty());
  EXPECT_TRUE(split_statements("").empty());
  EXPECT_TRUE(split_statements("-- no newline at the end").empty());
}

TEST(LocateStatements, TellsTheLineOfTheFirstWord) {
  const auto statements = locate_statements("-- serves: a test\n\nSELECT 1;\n-- and\nSELECT -- two\n2; SELECT 3");
  ASSERT_EQ(statements.size(), 3U);
  EXPECT_EQ(statements[0].line, 3);
  EXPECT_EQ(statements[1].line, 5);
  EXPECT_EQ(statements[1].sql, "SELECT \n2");
  EXPECT_EQ(statements[2].line, 6);
}

TEST(TableOfFile, TakesTheLongestTableName) {
  EXPECT_EQ(table_of_file("trade_pkey"), Table::kTrade);
  EXPECT_EQ(table_of_file("trade_history_pkey"), Table::kTradeHistory);
  EXPECT_EQ(table_of_file("customer_account_by_customer"), Table::kCustomerAccount);
  EXPECT_EQ(table_of_file("broker"), Table::kBroker);
}

TEST(TableOfFile, RefusesAFileOfNoTable) {
  EXPECT_THROW((void)table_of_file("tradex_pkey"), Error);
  EXPECT_THROW((void)table_of_file("unknown"), Error);
}

Statements sql_of(const std::vector<ProfileStatement>& statements) {
  Statements all;
  for (const ProfileStatement& statement : statements) all.push_back(statement.sql);
  return all;
}

TEST(ReadSchema, EveryProfileAndRoleHasAllKeysAndConstraints) {
  for (const std::string& profile : shipped_profiles(kSchema / "indexes")) {
    for (const char* role : {"dss", "oltp"}) {
      SCOPED_TRACE(profile + " " + role);
      const SchemaFiles schema = read_schema(kSchema, profile, role);
      size_t primary_keys = 0;
      size_t checks = 0;
      size_t foreign_keys = 0;
      size_t validations = 0;
      for (const TableStatements& table : schema.tables) {
        EXPECT_EQ(count_containing(table.create, "CREATE TABLE"), 1U);
        EXPECT_TRUE(table.indexes.at(0).name.ends_with("_pkey"));
        primary_keys += count_containing(sql_of(table.indexes), "PRIMARY KEY");
        foreign_keys += table.add_foreign_keys.size();
        checks += count_containing(table.create, " CHECK (");
        validations += table.validate.size();
      }
      EXPECT_EQ(primary_keys, 33U);
      EXPECT_EQ(checks, 19U);
      EXPECT_EQ(validations, 49U);
      EXPECT_EQ(foreign_keys, 49U);
      EXPECT_EQ(schema.sequence.size(), 1U);
      EXPECT_EQ(schema.load_state.size(), 2U);
    }
  }
}

TEST(ReadSchema, RolesOfTheCoveringProfileDiffer) {
  const auto indexes = [](const char* profile, const char* role, Table table) {
    return sql_of(read_schema(kSchema, profile, role).of(table).indexes);
  };
  EXPECT_EQ(count_containing(indexes("plain", "oltp", Table::kTrade), "trade_by_symbol"), 1U);
  EXPECT_EQ(count_containing(indexes("covering", "dss", Table::kTrade), "trade_by_symbol"), 1U);
  EXPECT_EQ(count_containing(indexes("covering", "oltp", Table::kTrade), "trade_by_symbol"), 0U);
  EXPECT_EQ(count_containing(indexes("covering", "dss", Table::kTrade), "INCLUDE (t_bid_price"), 1U);
  EXPECT_EQ(count_containing(indexes("plain", "dss", Table::kTrade), "INCLUDE"), 0U);
  EXPECT_EQ(count_containing(indexes("covering", "dss", Table::kSecurity), "s_num_out"), 1U);
}

TEST(ReadSchema, StorageSettingsBelongToTheProfileAndTheRole) {
  const auto settings = [](const char* profile, const char* role, Table table, std::string_view setting) {
    return count_containing(sql_of(read_schema(kSchema, profile, role).of(table).storage), setting);
  };
  EXPECT_EQ(settings("plain", "oltp", Table::kBroker, "fillfactor = 10"), 1U);
  EXPECT_EQ(settings("plain", "oltp", Table::kHoldingSummary, "fillfactor"), 0U);
  EXPECT_EQ(settings("plain", "oltp", Table::kSettlement, "autovacuum"), 0U);
  EXPECT_EQ(settings("covering", "oltp", Table::kBroker, "fillfactor = 10"), 1U);
  EXPECT_EQ(settings("covering", "oltp", Table::kHoldingSummary, "fillfactor = 85"), 1U);
  EXPECT_EQ(settings("covering", "oltp", Table::kSettlement, "autovacuum_vacuum_insert_scale_factor = 0.02"), 1U);
  EXPECT_EQ(settings("covering", "dss", Table::kHoldingSummary, "fillfactor"), 0U);
  EXPECT_EQ(settings("covering", "dss", Table::kSettlement, "autovacuum_vacuum_scale_factor = 0.01"), 1U);
}

TEST(ReadSchema, NamesTheProfilesWhenOneDoesNotExist) {
  const std::string message = failure_of(kSchema, "coverign");
  EXPECT_NE(message.find("coverign"), std::string::npos);
  EXPECT_NE(message.find("covering"), std::string::npos);
  EXPECT_NE(message.find("plain"), std::string::npos);
  EXPECT_NE(failure_of(kSchema, "../tables"), "no error");
}

TEST(ReadSchema, SaysWhichFileIsMissing) {
  const std::filesystem::path empty = std::filesystem::path(testing::TempDir()) / "not-a-schema";
  std::filesystem::create_directories(empty);
  EXPECT_NE(failure_of(empty, "plain").find("quartet_load.sql"), std::string::npos);
}

TEST(Sha256OfSchema, TellsProfilesAndRolesApart) {
  const auto sha256 = [](const char* profile, const char* role) {
    return sha256_of(read_schema(kSchema, profile, role));
  };
  EXPECT_EQ(sha256("covering", "dss").size(), 64U);
  EXPECT_EQ(sha256("covering", "dss"), sha256("covering", "dss"));
  EXPECT_NE(sha256("covering", "dss"), sha256("covering", "oltp"));
  EXPECT_NE(sha256("covering", "dss"), sha256("plain", "dss"));
  EXPECT_EQ(sha256("plain", "dss"), sha256("plain", "oltp"));
}

TEST(Sha256OfSchema, CountsEveryStatementButThoseOfTheLoadersOwnTables) {
  const SchemaFiles schema = read_schema(kSchema, "covering", "oltp");
  const auto edited = [&schema](auto edit) {
    SchemaFiles copy = schema;
    edit(copy, copy.tables.at(static_cast<size_t>(Table::kTrade)));
    return sha256_of(copy) != sha256_of(schema);
  };
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.create.at(0) += " "; }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.indexes.at(0).sql += " "; }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.storage.at(0).sql += " "; }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.cluster.push_back(trade.storage.at(0)); }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.indexes.pop_back(); }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { std::swap(trade.indexes.at(0), trade.indexes.at(1)); }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.add_foreign_keys.at(0) += " "; }));
  EXPECT_TRUE(edited([](auto&, auto& trade) { trade.validate.pop_back(); }));
  EXPECT_TRUE(edited([](auto& all, auto&) { all.sequence.at(0) += " "; }));
  EXPECT_FALSE(edited([](auto& all, auto&) { all.load_state.at(0) += " "; }));
}

TEST(Sha256OfStorage, CountsTheIndexThatOrdersTheRows) {
  const TableStatements trade = read_schema(kSchema, "clustered", "oltp").of(Table::kTrade);
  ASSERT_EQ(trade.cluster.size(), 1U);
  TableStatements edited = trade;
  for (ProfileStatement& index : edited.indexes) {
    if (index.name == "trade_by_symbol") index.sql += " ";
  }
  EXPECT_EQ(sha256_of_storage(edited), sha256_of_storage(trade));
  for (ProfileStatement& index : edited.indexes) {
    if (index.name == "trade_by_account") index.sql += " ";
  }
  EXPECT_NE(sha256_of_storage(edited), sha256_of_storage(trade));
}

TEST(Sha256WithoutProfile, IsOfTablesAndConstraintsAlone) {
  const std::string plain = sha256_without_profile(read_schema(kSchema, "plain", "dss"));
  EXPECT_EQ(plain, sha256_without_profile(read_schema(kSchema, "covering", "oltp")));
  SchemaFiles edited = read_schema(kSchema, "plain", "dss");
  edited.tables.at(0).create.at(0) += " ";
  EXPECT_NE(plain, sha256_without_profile(edited));
}

TEST(SchemaFolder, EveryIndexFileSaysWhatItServes) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSchema / "indexes")) {
    if (entry.path().extension() != ".sql") continue;
    ++files;
    std::ifstream input(entry.path());
    std::string first_line;
    std::getline(input, first_line);
    EXPECT_TRUE(first_line.starts_with("-- serves: ") || first_line.starts_with("-- left out: ")) << entry.path();
  }
  EXPECT_GT(files, 50U);
}

TEST(SchemaFolder, EveryConstraintFileHasOneTable) {
  size_t files = 0;
  for (const char* kind : {"checks", "foreign_keys"}) {
    for (const auto& entry : std::filesystem::directory_iterator(kSchema / "constraints" / kind)) {
      ++files;
      const std::string table = entry.path().stem().string();
      EXPECT_EQ(table_name(table_of_file(table)), table) << entry.path();
      std::ifstream input(entry.path());
      const std::string text{std::istreambuf_iterator<char>(input), {}};
      for (const std::string& statement : split_statements(text)) {
        EXPECT_TRUE(statement.starts_with("ALTER TABLE " + table + "\n")) << statement;
      }
    }
  }
  EXPECT_EQ(files, 36U);
}

}  // namespace
}  // namespace quartet::load
