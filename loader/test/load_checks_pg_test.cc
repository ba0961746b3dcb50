// The 60 invariants: no row on a fresh load, and for a deliberate corruption each exactly one of them fires.
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

std::vector<Check> read_checks() {
  std::vector<Check> checks;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(QUARTET_SCHEMA_DIR) + "/checks")) {
    std::ifstream input(entry.path());
    std::ostringstream text;
    text << input.rdbuf();
    std::string id = entry.path().filename().string().substr(0, 3);
    id.front() = 'I';
    checks.push_back({id, text.str()});
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

TEST_P(CheckTest, AloneReportsItsCorruption) {
  const auto corruption = corruptions().at(GetParam().id);
  std::set<std::string> expected = corruption.companions;
  expected.insert(GetParam().id);
  connection().execute("BEGIN; SET LOCAL session_replication_role = replica", "beginning");
  connection().execute(corruption.sql, "corrupting");
  const std::set<std::string> fired = firing(change_of(corruption.sql));
  connection().execute("ROLLBACK", "rolling back");
  EXPECT_EQ(fired, expected);
}

INSTANTIATE_TEST_SUITE_P(Invariants, CheckTest, testing::ValuesIn(read_checks()),
                         [](const auto& instance) { return instance.param.id; });

TEST(Checks, AreSixty) { EXPECT_EQ(read_checks().size(), 60U); }

}  // namespace
}  // namespace quartet::load
