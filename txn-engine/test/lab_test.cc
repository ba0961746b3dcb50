// The parts of the tuning laboratory that need no server.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/fixed_order_session.h"
#include "lab/plan_tree.h"
#include "lab/prepared_sql.h"
#include "lab/roles.h"
#include "lab/transaction_names.h"
#include "quartet/engine.h"
#include "txn/statements.h"

namespace quartet {
namespace {

// The highest of $1, $2, ...; 0 without one.
int highest_parameter(const std::string& sql) {
  int highest = 0;
  for (size_t place = sql.find('$'); place != std::string::npos; place = sql.find('$', place + 1)) {
    const std::string digits = sql.substr(place + 1, sql.find_first_not_of("0123456789", place + 1) - place - 1);
    // A dollar sign also ends a regular expression.
    if (!digits.empty()) highest = std::max(highest, std::stoi(digits));
  }
  return highest;
}

TEST(Statements, AreListedOnceForEachTransactionWithTheirTypes) {
  for (int type = 1; type < static_cast<int>(lab::kTypes); ++type) {
    const StatementList statements = statements_of(type);
    EXPECT_FALSE(statements.empty()) << "type " << type;
    EXPECT_EQ(std::set<const db::Statement*>(statements.begin(), statements.end()).size(), statements.size());
    for (const db::Statement* statement : statements) {
      EXPECT_EQ(highest_parameter(statement->sql), static_cast<int>(statement->parameters.size())) << statement->name;
    }
  }
  EXPECT_THROW(static_cast<void>(statements_of(0)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(statements_of(13)), std::invalid_argument);
}

TEST(Roles, BothTogetherRunEveryTransaction) {
  std::set<int> types;
  for (const lab::Role role : {lab::Role::kDss, lab::Role::kOltp}) {
    for (const int type : lab::types_of(role)) types.insert(type);
  }
  EXPECT_EQ(types.size(), lab::kTypes - 1);
}

TEST(TransactionNames, AreThoseOfTheResultsFolder) {
  EXPECT_EQ(lab::results_name(QUARTET_TRADE_LOOKUP), "TRADE_LOOKUP");
  EXPECT_EQ(lab::results_name(QUARTET_DATA_MAINTENANCE), "DATA_MAINTENANCE");
}

TEST(FixedOrder, LeavesNoLimitWithoutAnOrder) {
  for (int type = 1; type < static_cast<int>(lab::kTypes); ++type) {
    for (const db::Statement* statement : statements_of(type)) {
      const std::string sql = lab::with_fixed_order(*statement);
      if (sql.find(" LIMIT ") == std::string::npos) continue;
      EXPECT_NE(sql.find("ORDER BY"), std::string::npos) << statement->name << ": " << sql;
    }
  }
}

TEST(FixedOrder, BreaksTiesEverywhere) {
  const db::Statement found = {"TU5", "SELECT a FROM (SELECT b ORDER BY t_dts LIMIT $1) ORDER BY t_dts", {}};
  EXPECT_EQ(lab::with_fixed_order(found),
            "SELECT a FROM (SELECT b ORDER BY t_dts, t_id LIMIT $1) ORDER BY t_dts, t_id");
  const db::Statement changed = {"TL8", "SELECT 1", {}};
  EXPECT_THROW(static_cast<void>(lab::with_fixed_order(changed)), std::logic_error);
}

TEST(PreparedSql, WritesTypesAndValues) {
  const db::Statement statement = {"X", "SELECT $1, $2, $3", {db::Type::kInt8, db::Type::kText, db::Type::kMoneyArray}};
  EXPECT_EQ(lab::prepared("one", statement), "one (bigint, text, numeric[]) AS SELECT $1, $2, $3");
  const std::vector<int64_t> cents = {1, -250};
  EXPECT_EQ(lab::execution("one", statement, db::Parameters().int8(7).text("it's").money_array(cents)),
            "EXECUTE one (7, 'it''s', ARRAY[1 * 0.01, -250 * 0.01]::numeric[])");
  EXPECT_EQ(lab::execution_with_nulls("one", statement), "EXECUTE one (NULL, NULL, NULL)");
  const db::Statement bare = {"Y", "SELECT 1", {}};
  EXPECT_EQ(lab::prepared("two", bare), "two AS SELECT 1");
  EXPECT_EQ(lab::execution_with_nulls("two", bare), "EXECUTE two");
}

TEST(PlanTree, AddsUpWhatTheNodesSay) {
  const auto plan = lab::Json::parse(R"({
    "Node Type": "ModifyTable", "Relation Name": "trade", "Actual Loops": 1, "Shared Hit Blocks": 40,
    "Shared Read Blocks": 2, "Plans": [
      {"Node Type": "Nested Loop", "Actual Loops": 1, "Rows Removed by Join Filter": 5, "Plans": [
        {"Node Type": "Index Only Scan", "Index Name": "b_key", "Relation Name": "b", "Heap Fetches": 3,
         "Actual Loops": 1},
        {"Node Type": "Index Scan", "Index Name": "a_key", "Relation Name": "a", "Actual Loops": 10,
         "Rows Removed by Filter": 7}]}]})");
  const lab::PlanFacts facts = lab::facts_of(plan);
  EXPECT_EQ(facts.scans, "index a_key, index only b_key");
  EXPECT_EQ(facts.index_only_tables, std::set<std::string>{"b"});
  EXPECT_EQ(facts.written_tables, std::set<std::string>{"trade"});
  EXPECT_EQ(facts.shared_hit, 40);
  EXPECT_EQ(facts.shared_read, 2);
  EXPECT_EQ(facts.rows_removed, 75) << "5 and 7 in each of 10 loops";
  EXPECT_EQ(facts.heap_fetches, 3);
}

TEST(PlanTree, OfAPlanThatWasNotExecutedHasScansOnly) {
  const auto plan = lab::Json::parse(R"({"Node Type": "Seq Scan", "Relation Name": "exchange"})");
  const lab::PlanFacts facts = lab::facts_of(plan);
  EXPECT_EQ(facts.scans, "seq exchange");
  EXPECT_EQ(facts.rows_removed, 0);
}

}  // namespace
}  // namespace quartet
