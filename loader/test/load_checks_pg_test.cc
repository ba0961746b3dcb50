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

std::set<std::string> changed_tables(const std::string& sql) {
  static const std::regex change("\\b(?:UPDATE|DELETE FROM|INSERT INTO) ([a-z_]+)");
  std::set<std::string> tables;
  for (std::sregex_iterator match(sql.begin(), sql.end(), change), end; match != end; ++match) {
    tables.insert(match->str(1));
  }
  return tables;
}

// The invariants that report a row. One that reads none of the tables cannot, and is not asked.
std::set<std::string> firing(const std::set<std::string>& tables) {
  std::set<std::string> fired;
  for (const Check& check : read_checks()) {
    const std::set<std::string> read = identifiers(statement(check));
    const bool reads_a_change = std::ranges::any_of(tables, [&](const auto& table) { return read.contains(table); });
    if (reads_a_change && connection().query(statement(check), {}, check.id).size() > 0) {
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
  const std::set<std::string> fired = firing(changed_tables(corruption.sql));
  connection().execute("ROLLBACK", "rolling back");
  EXPECT_EQ(fired, expected);
}

INSTANTIATE_TEST_SUITE_P(Invariants, CheckTest, testing::ValuesIn(read_checks()),
                         [](const auto& instance) { return instance.param.id; });

TEST(Checks, AreSixty) { EXPECT_EQ(read_checks().size(), 60U); }

}  // namespace
}  // namespace quartet::load
