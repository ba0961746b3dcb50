// How the server executes each hot statement on databases that were just loaded with the profile `covering`
// (schema/README.md). A statement that is new or gone, or a plan that is not the intended one, fails here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "db/pq_session.h"
#include "lab/explaining_session.h"
#include "lab/workload.h"
#include "postgres_fixture.h"
#include "txn/statements.h"

namespace quartet {
namespace {

// Plans by name of the statement, as PlanFacts has their scans. A name with several plans belongs to several
// statements.
using Plans = std::map<std::string, std::set<std::string>>;

// Data-Maintenance and Trade-Cleanup run on both databases.
const Plans kMaintenanceOfBoth = {
    {"DM2", {"index address_pkey, index company_pkey", "index address_pkey, index customer_pkey"}},
    {"DM3", {"index company_pkey"}},
    {"DM4", {"index customer_pkey"}},
    {"DM5", {"index customer_taxrate_pkey"}},
    {"DM6", {"bitmap daily_market_pkey"}},
    {"DM7", {"seq exchange"}},  // all 4 rows
    {"DM8", {"index financial_pkey"}},
    {"DM9", {"index news_item_pkey, index news_xref_by_company"}},
    {"DM11", {"index taxrate_pkey"}},
    {"TC4", {"seq trade_request"}},  // deletes all rows
    {"TC6", {"index trade_pkey"}},
};

const Plans kVm2 = {
    {"TLs1", {"index only trade_pkey, index only trade_type_pkey"}},
    {"TLs2", {"index only settlement_pkey"}},
    {"TLs3", {"index only cash_transaction_pkey"}},
    {"TLs4", {"index only trade_history_pkey"}},
    {"TL5", {"index only trade_by_account"}},
    {"TL6", {"index only trade_by_symbol"}},
    {"TL7", {"index only trade_by_account"}},
    {"TL8", {"index only holding_history_by_trade, index only holding_history_pkey"}},
    {"TUs2", {"index trade_pkey"}},
    {"TUs4", {"index settlement_pkey"}},
    {"TU5", {"index only security_pkey, index only trade_by_symbol, index only trade_type_pkey"}},
    {"TUs7", {"index cash_transaction_pkey"}},
    {"DM1", {"index account_permission_pkey"}},
    {"DM10", {"index security_pkey"}},
    {"DM12",
     {"index only security_pkey, index only watch_item_pkey, index watch_item_pkey, index watch_list_by_customer"}},
    {"TC1", {"index only trade_request_pkey, index trade_pkey"}},
    {"TC2", {"index trade_pkey, index trade_request_pkey"}},
};

const Plans kVm3 = {
    {"BV1",
     {"index only broker_pkey, index only company_by_industry, index only industry_by_sector"
      ", index only sector_by_name, index only security_by_company, index only trade_request_by_symbol"}},
    {"CP1", {"index customer_by_tax_id"}},  // reads the profile as well
    {"CP2", {"index customer_pkey"}},
    {"CP3",
     {"index customer_account_by_customer, index holding_summary_pkey, index last_trade_by_symbol",
      "index customer_account_by_customer, index holding_summary_pkey, index last_trade_by_symbol"
      ", index only customer_by_tax_id"}},
    {"CP4", {"index only status_type_pkey, index only trade_by_account, index only trade_history_pkey"}},
    {"MFs1", {"index last_trade_by_symbol"}},
    {"MFs2", {"index trade_request_by_symbol"}},  // a DELETE needs the row
    {"MFs3", {"index trade_pkey"}},
    {"MWs",
     {"index last_trade_by_symbol, index only daily_market_by_date, index only watch_item_pkey"
      ", index only watch_list_by_customer, index security_by_symbol",
      "index last_trade_by_symbol, index only daily_market_by_date, index only holding_summary_pkey"
      ", index security_by_symbol",
      "index last_trade_by_symbol, index only company_by_industry, index only daily_market_by_date"
      ", index only industry_by_name, index only security_by_company"}},
    {"SD1",
     {"index address_pkey, index company_pkey, index exchange_pkey, index security_by_symbol, index zip_code_pkey"}},
    {"SD2",
     {"index only company_competitor_pkey, index only company_pkey, index only industry_pkey"
      ", index only security_pkey"}},
    {"SD3", {"index financial_pkey, index only security_pkey"}},
    {"SD4", {"index only daily_market_pkey"}},
    {"SD5", {"index last_trade_by_symbol"}},
    {"SD6", {"index news_item_pkey, index only news_xref_by_company, index only security_pkey"}},
    {"TOs1",
     {"index customer_account_pkey, index holding_by_position, index holding_summary_pkey, index last_trade_by_symbol"
      ", index only broker_pkey, index only charge_pkey, index only commission_rate_pkey, index only company_pkey"
      ", index only customer_pkey, index only security_pkey, index only trade_type_pkey",
      "index customer_account_pkey, index holding_by_position, index holding_summary_pkey, index last_trade_by_symbol"
      ", index only broker_pkey, index only charge_pkey, index only commission_rate_pkey, index only company_by_name"
      ", index only customer_pkey, index only security_by_company, index only trade_type_pkey"}},
    {"TO4", {"index only account_permission_pkey"}},
    {"TO11", {"index only customer_taxrate_pkey, index only taxrate_pkey"}},
    {"TO14", {"index customer_account_pkey"}},
    {"TO15", {"index holding_summary_pkey, index last_trade_by_symbol"}},
    {"TOs16", {""}},
    {"TRs1",
     {"index customer_account_pkey, index holding_by_position, index holding_summary_pkey"
      ", index only commission_rate_pkey, index only customer_pkey, index only security_pkey"
      ", index only trade_type_pkey, index trade_by_id"}},
    {"TR5d", {"index holding_summary_pkey"}},
    {"TR5i", {""}},
    {"TR5u", {"index holding_summary_pkey"}},
    {"TR7", {""}},
    {"TR8d", {"index holding_pkey"}},
    {"TR8i", {""}},
    {"TR8u", {"index holding_pkey"}},
    {"TR9", {"index only customer_taxrate_pkey, index only taxrate_pkey"}},
    {"TRs5", {"index trade_by_id"}},
    {"TR16", {"index broker_pkey"}},
    {"TR18", {"index customer_account_pkey"}},
    {"TR20", {"index customer_account_pkey"}},
    {"TS1",
     {"index exchange_pkey, index only security_pkey, index only status_type_pkey, index only trade_by_account"
      ", index only trade_type_pkey"}},
    {"TS2", {"index customer_account_pkey, index only broker_pkey, index only customer_pkey"}},
    {"DM10", {"index security_by_symbol"}},
    {"DM1", {"index account_permission_pkey, index only account_permission_pkey"}},
    {"DM12",
     {"index only security_pkey, index only watch_item_pkey, index only watch_list_by_customer"
      ", index watch_item_pkey"}},
    {"TC1", {"index only trade_request_pkey, index trade_by_id"}},
    {"TC2", {"index trade_by_id, index trade_request_pkey"}},
};

struct Share {
  int type;
  int executions;
};
const std::vector<Share> kSharesOfVm2 = {{QUARTET_TRADE_LOOKUP, 100},
                                         {QUARTET_TRADE_UPDATE, 60},
                                         {QUARTET_DATA_MAINTENANCE, 36},
                                         {QUARTET_TRADE_CLEANUP, 1}};
const std::vector<Share> kSharesOfVm3 = {
    {QUARTET_BROKER_VOLUME, 20},    {QUARTET_CUSTOMER_POSITION, 60}, {QUARTET_MARKET_WATCH, 100},
    {QUARTET_SECURITY_DETAIL, 200}, {QUARTET_TRADE_STATUS, 30},      {QUARTET_TRADE_ORDER, 300},
    {QUARTET_BROKER_VOLUME, 20},    {QUARTET_MARKET_FEED, 20},       {QUARTET_TRADE_RESULT, 200},
    {QUARTET_DATA_MAINTENANCE, 36}, {QUARTET_TRADE_CLEANUP, 1}};

// Plans seen on a database of its own. Vacuums now and then: rows that have changed since the load would make heap
// fetches of others.
lab::PlanUses plans_seen(const std::string& role, const std::vector<Share>& shares) {
  constexpr int kExecutionsPerVacuum = 10;
  const std::string conninfo = test::copy_loaded_database("quartet_explain_" + role, role);
  const MarketModel model(test::loaded_parameters());
  const Context context{.model = model, .trade_result_isolation = db::Isolation::kSerializable, .short_history = true};
  test::Sql sql(conninfo);
  lab::ExplainingSession session(std::make_unique<db::PqSession>(conninfo));
  lab::Workload workload(context, 4);
  for (const Share& share : shares) {
    for (int i = 0; i < share.executions; ++i) {
      if (i % kExecutionsPerVacuum == 0) {
        for (const std::string& table : session.take_written_tables()) sql.query("VACUUM " + table);
      }
      workload.execute(session, share.type);
    }
  }
  return session.take_plans();
}

void expect_plans(const lab::PlanUses& seen, Plans expected) {
  expected.insert(kMaintenanceOfBoth.begin(), kMaintenanceOfBoth.end());
  Plans found;
  // By name and plan, because statements of one name may share a plan.
  std::map<std::pair<std::string, std::string>, lab::PlanUse> index_only;
  for (const auto& [statement, uses] : seen) {
    for (const auto& [plan, use] : uses) {
      found[statement->name].insert(plan);
      if (plan.find("index only") == std::string::npos) continue;
      lab::PlanUse& sum = index_only[{statement->name, plan}];
      sum.clean_executions += use.clean_executions;
      sum.clean_heap_fetches += use.clean_heap_fetches;
    }
  }
  for (const auto& [name, plans] : expected) EXPECT_EQ(found[name], plans) << "statement " << name;
  for (const auto& [name, plans] : found) EXPECT_EQ(expected[name], plans) << "statement " << name;
  for (const auto& [name_and_plan, use] : index_only) {
    SCOPED_TRACE(name_and_plan.first + ": " + name_and_plan.second);
    EXPECT_GT(use.clean_executions, 0) << "it was only executed on rows that had changed";
    EXPECT_EQ(use.clean_heap_fetches, 0) << "in " << use.clean_executions << " executions";
  }
}

// quartet-lab shows plans of exactly the statements that the transactions send.
void expect_listed(const lab::PlanUses& seen, const std::vector<Share>& shares) {
  std::set<const db::Statement*> listed;
  for (const Share& share : shares) {
    for (const db::Statement* statement : statements_of(share.type)) listed.insert(statement);
  }
  for (const auto& [statement, plans] : seen) {
    EXPECT_TRUE(listed.contains(statement)) << statement->name << " is not in txn/statements.h:\n" << statement->sql;
  }
  for (const db::Statement* statement : listed) {
    EXPECT_TRUE(seen.contains(statement)) << statement->name << " was never executed:\n" << statement->sql;
  }
}

TEST(Explain, EveryStatementOfVm2HasItsIntendedPlan) {
  const lab::PlanUses seen = plans_seen("dss", kSharesOfVm2);
  expect_plans(seen, kVm2);
  expect_listed(seen, kSharesOfVm2);
}

TEST(Explain, EveryStatementOfVm3HasItsIntendedPlan) {
  const lab::PlanUses seen = plans_seen("oltp", kSharesOfVm3);
  Plans expected = kVm3;
  constexpr int kFirstWithCheapLists = 170000;
  if (test::Sql(test::empty_conninfo()).number("SHOW server_version_num") >= kFirstWithCheapLists) {
    // It searches an index for a list of values in one scan, and so looks a few brokers up by their names.
    expected["BV1"].insert(
        "index only broker_by_name, index only company_by_industry, index only industry_by_sector"
        ", index only sector_by_name, index only security_by_company, index only trade_request_by_symbol");
  }
  expect_plans(seen, expected);
  expect_listed(seen, kSharesOfVm3);
}

}  // namespace
}  // namespace quartet
