// The tuning laboratory on loaded databases: plans without a trace, equal answers, measurements in turn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "lab/contents.h"
#include "lab/measure.h"
#include "lab/plans.h"
#include "lab/verify.h"
#include "lab_fixture.h"
#include "postgres_fixture.h"
#include "txn/statements.h"

namespace quartet::test {
namespace {

using lab::Json;
using lab::Role;

constexpr int kRounds = 20;

// Scans of each plan by transaction, name and SQL of the statement.
std::map<std::string, std::set<std::string>> scans_of(const Json& plans) {
  std::map<std::string, std::set<std::string>> scans;
  for (const Json& statement : plans.at("statements")) {
    const std::string key =
        fmt::format("{} {} {}", statement.at("transaction").get<std::string>(), statement.at("name").get<std::string>(),
                    statement.at("sql").get<std::string>());
    for (const Json& plan : statement.at("plans")) scans[key].insert(plan.at("scans").get<std::string>());
  }
  return scans;
}

std::string trade_ids(const std::string& conninfo) {
  return Sql(conninfo).value("SELECT (last_value, is_called)::text FROM trade_id_seq");
}

class LabPlans : public testing::TestWithParam<Role> {};

TEST_P(LabPlans, AreThoseOfTheExecutionsAndLeaveNothingBehind) {
  const Role role = GetParam();
  const CopiedDatabase copy("quartet_lab_plans", name_of(role));
  const auto before = lab::contents_of(copy.conninfo());
  const std::string ids = trade_ids(copy.conninfo());

  const Json generic = lab::plans_of(copy.name(), loaded_parameters(), role, {});
  EXPECT_EQ(generic.at("role").get<std::string>(), name_of(role));
  EXPECT_FALSE(generic.at("analyzed").get<bool>());
  size_t listed = 0;
  for (const int type : lab::types_of(role)) listed += statements_of(type).size();
  EXPECT_EQ(generic.at("statements").size(), listed);
  for (const Json& statement : generic.at("statements")) {
    ASSERT_EQ(statement.at("plans").size(), 1U) << statement.dump();
    EXPECT_FALSE(statement.at("plans").at(0).contains("executions"));
    EXPECT_TRUE(statement.at("plans").at(0).at("plan").contains("Node Type"));
  }

  const Json analyzed = lab::plans_of(copy.name(), loaded_parameters(), role, 30);
  EXPECT_EQ(scans_of(analyzed), scans_of(generic)) << "the generic plan is what the sessions execute";
  int executed = 0;
  for (const Json& statement : analyzed.at("statements")) {
    for (const Json& plan : statement.at("plans")) {
      if (plan.at("executions").get<int>() == 0) continue;
      ++executed;
      EXPECT_GT(plan.at("milliseconds").get<double>(), 0);
      EXPECT_TRUE(plan.at("plan").contains("Actual Loops")) << statement.dump();
    }
  }
  EXPECT_GT(executed, static_cast<int>(listed) * 2 / 3) << "of " << listed;

  // In a session that shows values in another form: digests are of values.
  EXPECT_EQ(lab::contents_of(copy.conninfo() + " options='-c datestyle=SQL,DMY -c timezone=Asia/Tokyo'"), before);
  EXPECT_EQ(trade_ids(copy.conninfo()), ids);
}

INSTANTIATE_TEST_SUITE_P(Roles, LabPlans, testing::Values(Role::kDss, Role::kOltp),
                         [](const auto& role) { return std::string(name_of(role.param)); });

class LabVerify : public testing::TestWithParam<Role> {};

TEST_P(LabVerify, OtherIndexesAndStorageChangeNoAnswer) {
  const Role role = GetParam();
  const std::string plain = fmt::format("quartet_lab_plain_{}", name_of(role));
  const std::string plain_conninfo = load_new_database(plain, loaded_parameters(), "plain", name_of(role));
  Sql(plain_conninfo)
      .query(
          "ALTER TABLE trade SET (fillfactor = 60); ALTER TABLE news_xref SET (fillfactor = 30);"
          "ALTER TABLE trade ALTER COLUMN t_ca_id SET STATISTICS 1000;"
          "ALTER TABLE news_item ALTER COLUMN ni_item SET STORAGE EXTERNAL;"
          "CREATE INDEX trade_backwards ON trade (t_dts DESC); CLUSTER trade USING trade_backwards;"
          "CREATE INDEX news_backwards ON news_xref (nx_ni_id DESC); CLUSTER news_xref USING news_backwards; ANALYZE");
  const CopiedDatabase covering("quartet_lab_covering", name_of(role));
  const lab::Verification verified = verify(covering.name(), plain, loaded_parameters(), role, kRounds);
  EXPECT_TRUE(verified.is_equal()) << json_of(verified).dump(1);
  EXPECT_GT(verified.transactions, static_cast<size_t>(2 * kRounds));
  EXPECT_EQ(json_of(verified).at("tables").size(), 33U);
  EXPECT_TRUE(json_of(verified).at("difference").is_null());
  Sql(empty_conninfo()).query(fmt::format("DROP DATABASE {} WITH (FORCE)", plain));
}

INSTANTIATE_TEST_SUITE_P(Roles, LabVerify, testing::Values(Role::kDss, Role::kOltp),
                         [](const auto& role) { return std::string(name_of(role.param)); });

// Profiles that change the answers: each of these builds without complaint on a database that was just loaded.
struct Defect {
  const char* name;
  const char* sql;
  const char* found;  // in the difference
};

class LabVerifyRefuses : public testing::TestWithParam<Defect> {};

TEST_P(LabVerifyRefuses, AnIndexThatChangesAnAnswer) {
  const CopiedDatabase base("quartet_lab_base", "oltp");
  const CopiedDatabase changed("quartet_lab_changed", "oltp");
  Sql(changed.conninfo()).query(GetParam().sql);
  const lab::Verification verified = verify(base.name(), changed.name(), loaded_parameters(), Role::kOltp, kRounds);
  const Json json = json_of(verified);
  EXPECT_FALSE(verified.is_equal());
  EXPECT_FALSE(json.at("isEqual").get<bool>());
  ASSERT_TRUE(verified.difference);
  const auto found = json.at("difference").at("found").get<std::string>();
  EXPECT_NE(found.find(GetParam().found), std::string::npos) << json.at("difference").dump(1);
}

INSTANTIATE_TEST_SUITE_P(
    Defects, LabVerifyRefuses,
    testing::Values(
        // No order waits after a load, so that the index is unique until two orders of one type wait.
        Defect{"unique", "CREATE UNIQUE INDEX trade_request_by_type ON trade_request (tr_tt_id)", "23505 TOs16"},
        // All loaded trades are completed, so that the expression fails for the first new one only.
        Defect{"expression", "CREATE INDEX trade_by_completion ON trade ((1 / position('CMPT' IN t_st_id)))",
               "22012 TOs16"},
        // Does not find customers with even ids. Only a superuser can make such a class.
        Defect{
            "operatorClass",
            "CREATE FUNCTION wrong_order(bigint, bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS "
            "'SELECT CASE WHEN $1 = $2 AND $1 % 2 = 0 THEN -1 ELSE btint8cmp($1, $2) END';"
            "CREATE OPERATOR CLASS wrong_ops FOR TYPE bigint USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, "
            "OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 wrong_order(bigint, bigint);"
            "DROP INDEX customer_account_by_customer;"
            "CREATE INDEX customer_account_by_customer ON customer_account (ca_c_id wrong_ops)",
            "status -211"}),
    [](const auto& defect) { return std::string(defect.param.name); });

TEST(LabVerification, RefusesDatabasesThatDifferBefore) {
  const CopiedDatabase base("quartet_lab_base", "dss");
  const CopiedDatabase used("quartet_lab_used", "dss");
  Sql(used.conninfo()).query("SELECT nextval('trade_id_seq')");
  try {
    static_cast<void>(verify(base.name(), used.name(), loaded_parameters(), Role::kDss, 1));
    FAIL() << "it compared them";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), kExitBadInput);
    EXPECT_NE(std::string(error.what()).find("trade_id_seq differs"), std::string::npos) << error.what();
  }
}

TEST(LabMeasure, RunsBothInTurnAndCountsWhatWasAskedFor) {
  const CopiedDatabase first("quartet_lab_first", "oltp");
  const CopiedDatabase second("quartet_lab_second", "oltp");
  std::vector<Json> lines;
  lab::measure(first.name(), second.name(), loaded_parameters(), {QUARTET_TRADE_RESULT}, 2,
               [&](const Json& line) { lines.push_back(line); });
  ASSERT_EQ(lines.size(), 4U);
  const std::vector<std::string> order = {first.name(), second.name(), second.name(), first.name()};
  for (size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].at("database").get<std::string>(), order[i]);
    EXPECT_EQ(lines[i].at("slice").get<size_t>(), i / 2 + 1);
    EXPECT_GT(lines[i].at("executions").get<int>(), 0);
    EXPECT_GT(lines[i].at("micros").get<int64_t>(), 0);
    EXPECT_GT(lines[i].at("cpuMicros").get<int64_t>(), 0) << "the server is on this machine";
    EXPECT_GT(lines[i].at("sharedHit").get<int64_t>(), lines[i].at("executions").get<int64_t>());
    EXPECT_GT(lines[i].at("walBytes").get<int64_t>(), lines[i].at("executions").get<int64_t>());
  }
  // Every counted execution settled an order, also those of the slice that is not printed; none placed one.
  Sql sql(first.conninfo());
  const int64_t settled = lines[0].at("executions").get<int64_t>() + lines[3].at("executions").get<int64_t>();
  EXPECT_GE(sql.number("SELECT count(*) FROM trade WHERE t_st_id = 'CMPT' AND t_id >= " +
                       std::to_string(MarketModel(loaded_parameters()).first_run_time_trade_id())),
            settled);
}

TEST(LabProgram, SaysByItsExitCodeWhatHappened) {
  const CopiedDatabase base("quartet_lab_base", "dss");
  const CopiedDatabase other("quartet_lab_other", "dss");

  const LabRun plans = run_lab({"plans", base.name()}, "dss");
  EXPECT_EQ(plans.exit_code, 0) << plans.error;
  EXPECT_EQ(Json::parse(plans.out).at("database").get<std::string>(), base.name());

  const LabRun missing = run_lab({"plans", "quartet_no_such_database"}, "dss");
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_TRUE(missing.error.starts_with("quartet-lab: cannot connect to ")) << missing.error;

  const LabRun wrong_role = run_lab({"plans", base.name()}, "oltp");
  EXPECT_EQ(wrong_role.exit_code, 2);
  EXPECT_NE(wrong_role.error.find("role dss, not "), std::string::npos) << wrong_role.error;

  const LabRun no_transaction =
      run_lab({"measure", base.name(), other.name(), "--transactions", "TRADE_ORDER", "--seconds", "1"}, "dss");
  EXPECT_EQ(no_transaction.exit_code, 2);
  EXPECT_NE(no_transaction.error.find("'TRADE_ORDER' is not a transaction of role dss"), std::string::npos)
      << no_transaction.error;

  const LabRun equal = run_lab({"verify", base.name(), other.name(), "--rounds", "5"}, "dss");
  EXPECT_EQ(equal.exit_code, 0) << equal.error;
  EXPECT_TRUE(Json::parse(equal.out).at("isEqual").get<bool>());

  Sql(other.conninfo())
      .query(
          "ALTER TABLE exchange ADD CONSTRAINT never_maintained CHECK (ex_desc NOT LIKE '%LAST UPDATED%') NOT VALID");
  const LabRun different = run_lab({"verify", base.name(), other.name(), "--rounds", "8"}, "dss");
  EXPECT_EQ(different.exit_code, 5) << different.error;
  EXPECT_EQ(Json::parse(different.out).at("difference").at("transaction").get<std::string>(), "DATA_MAINTENANCE");

  EXPECT_EQ(run_lab({"verify", base.name(), base.name()}, "dss").exit_code, 2);
  EXPECT_EQ(run_lab({"explain"}, "dss").exit_code, 2);
}

}  // namespace
}  // namespace quartet::test
