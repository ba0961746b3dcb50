// The 60 invariants: no row on a fresh load, and for a deliberate corruption each exactly one of them fires. The shared
// passes settle theirs on a fresh load, and none that fires.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "corruptions.h"
#include "load/schema_files.h"
#include "loaded_database.h"

namespace quartet::load {
namespace {

struct Check {
  std::string id;  // I01
  std::string text;
};

std::string content(const std::filesystem::path& path) {
  std::ifstream input(path);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

std::vector<Check> read_checks() {
  std::vector<Check> checks;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(QUARTET_SCHEMA_DIR) + "/checks")) {
    if (!entry.is_regular_file()) continue;
    std::string id = entry.path().filename().string().substr(0, 3);
    id.front() = 'I';
    checks.push_back({id, content(entry.path())});
  }
  std::ranges::sort(checks, {}, &Check::id);
  return checks;
}

std::string statement(const Check& check) { return split_statements(check.text).at(0); }

std::set<std::string> identifiers(const std::string& sql) {
  static const std::regex identifier("[a-z_][a-z0-9_]*");
  std::set<std::string> found;
  for (std::sregex_iterator match(sql.begin(), sql.end(), identifier), end; match != end; ++match) {
    found.insert(match->str());
  }
  return found;
}

// What a corruption changes. A check that reads none of it says what it says about a fresh load.
struct Change {
  std::set<std::string> tables;   // rows come or go
  std::set<std::string> updated;  // rows get other values
  std::set<std::string> columns;  // these values; the names of columns are unique among all tables

  [[nodiscard]] bool is_read_by(const std::string& check) const {
    static const std::regex every_column("(\\bSELECT |\\.)\\*");
    const std::set<std::string> read = identifiers(check);
    const auto reads_any = [&](const auto& names) {
      return std::ranges::any_of(names, [&](const auto& name) { return read.contains(name); });
    };
    return reads_any(tables) || reads_any(columns) || (reads_any(updated) && std::regex_search(check, every_column));
  }
};

std::set<std::string> first_groups(const std::string& text, const std::regex& pattern) {
  std::set<std::string> groups;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    groups.insert(match->str(1));
  }
  return groups;
}

// Columns that a SET clause assigns to. `rest` follows the word SET, with single blanks.
std::set<std::string> assigned_columns(const std::string& rest) {
  static const std::regex assignment("(?:^|, ?)([a-z_0-9]+) = ");
  std::string outside;  // of parentheses
  int depth = 0;
  for (size_t at = 0; at < rest.size() && depth >= 0 && rest[at] != ';'; ++at) {
    if (depth == 0 && (rest.compare(at, 6, " FROM ") == 0 || rest.compare(at, 7, " WHERE ") == 0)) break;
    if (rest[at] == ')') --depth;
    if (depth == 0) outside += rest[at];
    if (rest[at] == '(') ++depth;
  }
  return first_groups(outside, assignment);
}

Change change_of(const std::string& corruption) {
  static const std::regex blanks("\\s+");
  static const std::regex rows("\\b(?:DELETE FROM|INSERT INTO) ([a-z_]+)");
  static const std::regex update("\\bUPDATE ([a-z_]+)");
  static const std::regex set("\\bUPDATE [a-z_]+ SET ");
  const std::string sql = std::regex_replace(corruption, blanks, " ");
  Change change{first_groups(sql, rows), first_groups(sql, update), {}};
  for (std::sregex_iterator match(sql.begin(), sql.end(), set), end; match != end; ++match) {
    const std::set<std::string> columns = assigned_columns(match->suffix().str());
    EXPECT_FALSE(columns.empty()) << match->suffix().str();
    change.columns.insert(columns.begin(), columns.end());
  }
  EXPECT_EQ(change.updated.empty(), change.columns.empty()) << sql;
  return change;
}

// The invariants that report a row.
std::set<std::string> firing(const Change& change) {
  std::set<std::string> fired;
  for (const Check& check : read_checks()) {
    if (change.is_read_by(statement(check)) && connection().query(statement(check), {}, check.id).size() > 0) {
      fired.insert(check.id);
    }
  }
  return fired;
}

// The sum of the figures of a check in the shared passes; empty if it has none.
std::string shared_figures(const std::string& id) {
  const std::string column = "i" + id.substr(1);
  std::string sum;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(QUARTET_SCHEMA_DIR) + "/checks/passes")) {
    const std::string pass = split_statements(content(entry.path())).at(0);
    if (!std::regex_search(pass, std::regex("\\bAS " + column + "\\b"))) continue;
    sum += (sum.empty() ? "" : " + ") + ("(SELECT " + column + " FROM (" + pass + ") AS figures)");
  }
  return sum;
}

// True if the shared passes spare the query of the check.
bool is_settled(const std::string& id) {
  const std::string sum = shared_figures(id);
  return !sum.empty() && connection().query("SELECT coalesce(" + sum + " = 0, false)", {}, id).text(0, 0) == "t";
}

class CheckTest : public testing::TestWithParam<Check> {
 protected:
  static void SetUpTestSuite() { load_once(); }
};

TEST_P(CheckTest, BeginsWithNumberClassAndTitle) {
  const std::regex header("-- check: " + GetParam().id + "\n-- class: [AL]\n-- title: \\S.*\n");
  EXPECT_TRUE(std::regex_search(GetParam().text, header, std::regex_constants::match_continuous));
}

TEST_P(CheckTest, HoldsOnAFreshLoad) {
  const Rows rows = connection().query(statement(GetParam()), {}, GetParam().id);
  EXPECT_EQ(rows.size(), 0) << "first value of the first row: " << rows.text(0, 0);
}

TEST_P(CheckTest, IsSettledOnAFreshLoadIfItHasSharedFigures) {
  EXPECT_EQ(is_settled(GetParam().id), !shared_figures(GetParam().id).empty());
}

TEST_P(CheckTest, AloneReportsItsCorruption) {
  const auto corruption = corruptions().at(GetParam().id);
  std::set<std::string> expected = corruption.companions;
  expected.insert(GetParam().id);
  connection().execute("BEGIN; SET LOCAL session_replication_role = replica", "beginning");
  connection().execute(corruption.sql, "corrupting");
  const std::set<std::string> fired = firing(change_of(corruption.sql));
  for (const std::string& id : fired) EXPECT_FALSE(is_settled(id)) << id;
  connection().execute("ROLLBACK", "rolling back");
  EXPECT_EQ(fired, expected);
}

INSTANTIATE_TEST_SUITE_P(Invariants, CheckTest, testing::ValuesIn(read_checks()),
                         [](const auto& instance) { return instance.param.id; });

// What the passes compute from the size of a load, and not from its rows, fits the largest.
TEST(SharedPasses, FitTheLargestLoad) {
  load_once();
  connection().execute("BEGIN; UPDATE quartet_load SET load_units = 10000, trade_days = 1000", "claiming");
  for (const auto& entry : std::filesystem::directory_iterator(std::string(QUARTET_SCHEMA_DIR) + "/checks/passes")) {
    EXPECT_NO_THROW(connection().query(split_statements(content(entry.path())).at(0), {}, "a pass")) << entry.path();
  }
  connection().execute("ROLLBACK", "rolling back");
}

// Columns of the large tables and of those that their figures are compared with.
struct Column {
  std::string table;
  std::string name;
  std::string type;
};

std::vector<Column> columns_of_passes() {
  const Rows rows = connection().query(
      "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'quartet'"
      " AND table_name IN ('broker', 'cash_transaction', 'charge', 'commission_rate', 'customer', 'customer_account',"
      " 'customer_taxrate', 'daily_market', 'holding', 'holding_history', 'holding_summary', 'security', 'settlement',"
      " 'taxrate', 'trade', 'trade_history', 'trade_type') ORDER BY 1, ordinal_position",
      {}, "listing");
  std::vector<Column> columns;
  for (int row = 0; row < rows.size(); ++row) {
    columns.push_back({std::string(rows.text(row, 0)), std::string(rows.text(row, 1)), std::string(rows.text(row, 2))});
  }
  return columns;
}

std::string changed(const Column& column) {
  if (column.type == "boolean") return "NOT " + column.name;
  if (column.type == "date") return column.name + " + 7";
  if (column.type.starts_with("timestamp")) return column.name + " + interval '1 second'";
  if (column.type.starts_with("character")) return "overlay(" + column.name + " PLACING 'Z' FROM 1 FOR 1)";
  return column.name + (column.type == "bigint" ? " + 1000000000" : " + 1");
}

// Each value of a row in the middle of each table is changed, and the row deleted.
TEST(SoakSharedPasses, SettleNoCheckThatReportsARow) {
  load_once();
  std::set<std::string> tables;
  std::vector<std::string> changes;
  for (const Column& column : columns_of_passes()) {
    const std::string row = " WHERE ctid = (SELECT ctid FROM " + column.table + " OFFSET (SELECT count(*) / 2 FROM " +
                            column.table + ") LIMIT 1)";
    changes.push_back("UPDATE " + column.table + " SET " + column.name + " = " + changed(column) + row);
    if (tables.insert(column.table).second) changes.push_back("DELETE FROM " + column.table + row);
  }
  int made = 0;
  for (const std::string& change : changes) {
    SCOPED_TRACE(change);
    connection().execute("BEGIN; SET LOCAL session_replication_role = replica", "beginning");
    try {
      connection().execute(change, "changing");
    } catch (const SqlError&) {  // a constraint forbids it
      connection().execute("ROLLBACK", "rolling back");
      continue;
    }
    ++made;
    for (const Check& check : read_checks()) {
      if (change_of(change).is_read_by(statement(check)) && is_settled(check.id)) {
        EXPECT_EQ(connection().query(statement(check), {}, check.id).size(), 0) << check.id;
      }
    }
    connection().execute("ROLLBACK", "rolling back");
  }
  EXPECT_GT(made, 90);
}

TEST(Checks, AreSixty) { EXPECT_EQ(read_checks().size(), 60U); }

}  // namespace
}  // namespace quartet::load
