// A run on one of two loaded Load Units leaves every row of the other as it is.
#include <fmt/format.h>

#include <array>
#include <map>
#include <string>

#include "lab/contents.h"
#include "lab/inputs.h"
#include "mixed_run_fixture.h"
#include "trading_fixture.h"
#include "transaction_fixture.h"

namespace quartet::test {
namespace {

constexpr int64_t kLastActiveCustomer = kIdBase + kCustomersPerUnit;
constexpr int64_t kLastActiveCompany = kIdBase + kCompaniesPerUnit;
constexpr int64_t kLastActiveTrade = kTradeIdBase + kTradeIdsPerUnitDay;
constexpr int64_t kLastLoadedTrade = kTradeIdBase + 2 * kTradeIdsPerUnitDay;

// For every table that holds rows of a Load Unit: which of them are of the second one. Run-time trades have ids above
// all loaded ones, so they are recognised by their account.
std::map<std::string, std::string> conditions_of_second_unit() {
  const std::string by_symbol = fmt::format(" IN (SELECT s_symb FROM security WHERE s_co_id > {})", kLastActiveCompany);
  const auto by_trade = [](std::string_view column) {
    return fmt::format(
        "({0} BETWEEN {1} AND {2} OR {0} IN (SELECT t_id FROM trade WHERE t_id > {2} AND t_ca_id > {3}))", column,
        kLastActiveTrade + 1, kLastLoadedTrade, kLastActiveCustomer * 10);
  };
  const auto above = [](std::string_view column, int64_t last) { return fmt::format("{} > {}", column, last); };
  const int64_t last_account = kLastActiveCustomer * 10;
  const int64_t last_address = kIdBase + 4 + kCompaniesPerUnit + kCustomersPerUnit;
  return {{"account_permission", above("ap_ca_id", last_account)},
          {"address", above("ad_id", last_address)},
          {"broker", above("b_id", kIdBase + kBrokersPerUnit)},
          {"cash_transaction", by_trade("ct_t_id")},
          {"company", above("co_id", kLastActiveCompany)},
          {"company_competitor", above("cp_co_id", kLastActiveCompany)},
          {"customer", above("c_id", kLastActiveCustomer)},
          {"customer_account", above("ca_id", last_account)},
          {"customer_taxrate", above("cx_c_id", kLastActiveCustomer)},
          {"daily_market", "dm_s_symb" + by_symbol},
          {"financial", above("fi_co_id", kLastActiveCompany)},
          {"holding", above("h_ca_id", last_account)},
          {"holding_history", by_trade("hh_t_id")},
          {"holding_summary", above("hs_ca_id", last_account)},
          {"last_trade", "lt_s_symb" + by_symbol},
          {"news_item", above("ni_id", 2 * kCompaniesPerUnit)},
          {"news_xref", above("nx_co_id", kLastActiveCompany)},
          {"security", above("s_co_id", kLastActiveCompany)},
          {"settlement", by_trade("se_t_id")},
          {"trade", by_trade("t_id")},
          {"trade_history", by_trade("th_t_id")},
          {"trade_request", "tr_s_symb" + by_symbol},
          {"watch_item", above("wi_wl_id", kLastActiveCustomer)},
          {"watch_list", above("wl_id", kLastActiveCustomer)}};
}

// Rows and a checksum of their contents, by table.
std::map<std::string, std::string> rows_of_second_unit(Sql& sql) {
  std::map<std::string, std::string> sums;
  for (const auto& [table, condition] : conditions_of_second_unit()) {
    sums[table] = sql.value(lab::sum_of_rows(table, condition));
  }
  return sums;
}

// Rows of the active unit that name something of the other: none may come to be.
int64_t references_to_second_unit(Sql& sql) {
  const std::string inactive = fmt::format("(SELECT s_symb FROM security WHERE s_co_id > {})", kLastActiveCompany);
  return sql.number("SELECT (SELECT count(*) FROM watch_item WHERE wi_s_symb IN " + inactive +
                    fmt::format(" AND wi_wl_id <= {0})"
                                " + (SELECT count(*) FROM trade WHERE t_s_symb IN {2} AND t_ca_id <= {1})"
                                " + (SELECT count(*) FROM holding_summary WHERE hs_s_symb IN {2} AND hs_ca_id <= {1})"
                                " + (SELECT count(*) FROM trade_request WHERE tr_b_id > {3})",
                                kLastActiveCustomer, kLastActiveCustomer * 10, inactive, kIdBase + kBrokersPerUnit));
}

class ActiveSubsetRun : public testing::Test {
 protected:
  void SetUp() override {
    std::array<char, 200> error{};
    const std::string& conninfo = two_unit_conninfo();
    ASSERT_EQ(quartet_engine_open(conninfo.c_str(), conninfo.c_str(), &parameters, nullptr, &engine, error.data(),
                                  error.size()),
              0)
        << error.data();
    ASSERT_EQ(quartet_inputs_open(&parameters, 99, &inputs, error.data(), error.size()), 0) << error.data();
  }
  void TearDown() override {
    quartet_inputs_close(inputs);
    quartet_engine_close(engine);
  }

  const quartet_model parameters = lab::model_of(two_unit_parameters());
  quartet_engine* engine = nullptr;
  quartet_inputs* inputs = nullptr;
  Sql sql{two_unit_conninfo()};
};

TEST_F(ActiveSubsetRun, AMixOnOneUnitLeavesEveryRowOfTheOtherAlone) {
  const auto before = rows_of_second_unit(sql);
  for (const auto& [table, rows] : before) {
    EXPECT_EQ(rows == "0 rows 0", table == "trade_request") << table << " has rows of the second unit to compare";
  }
  ASSERT_EQ(references_to_second_unit(sql), 0);

  Exchange exchange(inputs);
  Tally tally;
  MixedRun run(engine, parameters, exchange, tally);
  run.run(4, 600);
  run.drain();
  // Data-Maintenance often enough on every table that a choice over all that is loaded would show.
  quartet_session* session = nullptr;
  ASSERT_EQ(quartet_session_open(engine, &session, nullptr, 0), 0);
  const uint8_t* input = nullptr;
  size_t length = 0;
  for (int i = 0; i < 20 * kMaintainedTables; ++i) {
    ASSERT_EQ(quartet_inputs_data_maintenance(inputs, 1 + i % kMaintainedTables, &input, &length), 0);
    run.execute(session, QUARTET_DATA_MAINTENANCE, QUARTET_OLTP, Bytes(input, input + length));
  }
  quartet_session_close(session);

  EXPECT_EQ(tally.failures, std::vector<std::string>{}) << "wrong answers and errors";
  for (size_t type = 1; type <= QUARTET_DATA_MAINTENANCE; ++type) {
    EXPECT_GT(tally.committed.at(type).load(), 0) << "type " << type << " never ran";
  }
  EXPECT_GT(tally.committed.at(QUARTET_TRADE_RESULT).load(), 500);
  EXPECT_EQ(rows_of_second_unit(sql), before);
  EXPECT_EQ(references_to_second_unit(sql), 0);
  EXPECT_EQ(failed_checks(sql), std::vector<std::string>{});
}

}  // namespace
}  // namespace quartet::test
