// Broker-Volume, Customer-Position, Market-Watch and Trade-Status against plain SQL. Security-Detail has a file of its
// own.
#include <algorithm>

#include "transaction_fixture.h"

namespace quartet {
namespace {

using test::cents;
using test::days;
using test::flag;
using test::micros;
using test::Output;
using test::Sql;

class OltpTest : public test::TransactionTest {
 protected:
  OltpTest() : TransactionTest(test::oltp_conninfo()) {}
};

// --- Broker-Volume

class BrokerVolumeTest : public OltpTest {
 protected:
  // Open orders, which a fresh load does not have; their trades are completed ones, which nobody looks at here.
  void SetUp() override {
    sql.query(
        "INSERT INTO trade_request SELECT t_id, t_tt_id, t_s_symb, t_qty, t_bid_price, ca_b_id "
        "FROM trade JOIN customer_account ON ca_id = t_ca_id WHERE t_id % 97 = 0");
  }
  void TearDown() override {
    sql.query("DELETE FROM trade_request");
    OltpTest::TearDown();
  }
  std::vector<std::string> brokers(int64_t count) {
    std::vector<std::string> names;
    for (int64_t broker = 0; broker < count; ++broker) names.push_back(model.broker_name(broker));
    return names;
  }
};

TEST_F(BrokerVolumeTest, SumsOpenOrdersByBrokerInEverySector) {
  size_t rows_in_all = 0;
  for (const std::string& sector : MarketModel::sector_names()) {
    BrokerVolumeInput input;
    input.brokers = brokers(7);
    input.sector = sector;
    const Answer answer = broker_volume(session, context, input);
    EXPECT_EQ(answer.status, 0);

    const auto expected = sql.query(fmt::format(
        "SELECT (SELECT b_name FROM broker WHERE b_id = tr_b_id), {} FROM trade_request "
        "WHERE tr_b_id IN (SELECT b_id FROM broker ORDER BY b_id LIMIT 7) AND tr_s_symb IN "
        "(SELECT s_symb FROM security, company, industry, sector WHERE s_co_id = co_id AND co_in_id = in_id "
        "AND in_sc_id = sc_id AND sc_name = '{}') GROUP BY tr_b_id ORDER BY 2 DESC",
        cents("sum(tr_qty * tr_bid_price)"), sector));
    Output output(answer.output);
    EXPECT_EQ(output.rows("tq"), expected) << sector;
    output.end();
    rows_in_all += expected.size();
  }
  EXPECT_GT(rows_in_all, 40U);
  EXPECT_EQ(session.take_round_trips(), 12U);
}

TEST_F(BrokerVolumeTest, IsEmptyWithoutOpenOrders) {
  sql.query("DELETE FROM trade_request");
  BrokerVolumeInput input;
  input.brokers = brokers(10);
  input.sector = MarketModel::sector_names()[0];
  const Answer answer = broker_volume(session, context, input);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(Output(answer.output).count(), 0U);
}

// --- Customer-Position

class CustomerPositionTest : public OltpTest {
 protected:
  static CustomerPositionInput by_id(int64_t customer) {
    CustomerPositionInput input;
    input.customer_id = kIdBase + customer + 1;
    return input;
  }
  std::string expected_profile(int64_t customer_id) const {
    return fmt::format(
        "SELECT c_id, c_tax_id, c_st_id, c_l_name, c_f_name, c_m_name, c_gndr, c_tier, {}, c_ad_id"
        ", c_ctry_1, c_area_1, c_local_1, c_ext_1, c_ctry_2, c_area_2, c_local_2, c_ext_2"
        ", c_ctry_3, c_area_3, c_local_3, c_ext_3, c_email_1, c_email_2 FROM customer WHERE c_id = {}",
        days("c_dob"), customer_id);
  }
  std::string expected_accounts(int64_t customer_id) const {
    return fmt::format(
        "SELECT ca_id, {}, {} FROM customer_account LEFT JOIN holding_summary ON hs_ca_id = ca_id "
        "LEFT JOIN last_trade ON lt_s_symb = hs_s_symb WHERE ca_c_id = {} GROUP BY ca_id ORDER BY 3, 1",
        cents("ca_bal"), cents("coalesce(sum(hs_qty * lt_price), 0)"), customer_id);
  }
};

constexpr std::string_view kProfileForm = "qttttttblqtttttttttttttt";

TEST_F(CustomerPositionTest, TellsProfileAndAccountsById) {
  for (const int64_t customer : {0, 17, 500, 999}) {
    const CustomerPositionInput input = by_id(customer);
    const Answer answer = customer_position(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 1U);
    Output output(answer.output);
    EXPECT_EQ(output.row(kProfileForm), sql.query(expected_profile(input.customer_id)).at(0));
    const auto accounts = output.rows("qqq");
    EXPECT_EQ(accounts, sql.query(expected_accounts(input.customer_id)));
    EXPECT_EQ(accounts.size(), static_cast<size_t>(model.account_count(customer)));
    EXPECT_EQ(output.count(), 0U);
    output.end();
  }
}

TEST_F(CustomerPositionTest, AnswersTheSameByTaxId) {
  const CustomerPositionInput input = by_id(123);
  CustomerPositionInput by_tax_id;
  by_tax_id.tax_id = model.customer(123).tax_id;
  const Answer answer = customer_position(session, context, by_tax_id);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(answer.output, customer_position(session, context, input).output);
}

TEST_F(CustomerPositionTest, AddsTheLatestActivityOfOneAccount) {
  for (const int64_t customer : {3, 250, 998}) {
    CustomerPositionInput input = by_id(customer);
    input.get_history = true;
    input.account_index = model.account_count(customer) - 1;
    session.take_round_trips();
    const Answer answer = customer_position(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 2U);

    Output output(answer.output);
    output.row(kProfileForm);
    const auto accounts = output.rows("qqq");
    auto expected = sql.query(fmt::format(
        "SELECT t_id, t_s_symb, t_qty, st_name, {} FROM trade, trade_history, status_type WHERE t_id = th_t_id "
        "AND st_id = th_st_id AND t_id IN (SELECT t_id FROM trade WHERE t_ca_id = {} ORDER BY t_dts DESC LIMIT 10) "
        "ORDER BY th_dts DESC, t_id, st_name",
        micros("th_dts"), accounts.at(static_cast<size_t>(input.account_index))[0]));
    auto history = output.rows("qtltq");
    output.end();
    EXPECT_TRUE(std::is_sorted(history.begin(), history.end(), [](const Sql::Row& left, const Sql::Row& right) {
      return std::stoll(left[4]) > std::stoll(right[4]);
    }));
    std::sort(history.begin(), history.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(history, expected);
  }
}

TEST_F(CustomerPositionTest, WithoutAccountsIsMinus211) {
  auto without_accounts = broken("customer_account", "false");
  EXPECT_EQ(customer_position(without_accounts, context, by_id(1)).status, -211);
  EXPECT_EQ(customer_position(session, context, by_id(5'000'000)).status, -211);
  CustomerPositionInput input = by_id(1);
  input.get_history = true;
  input.account_index = model.account_count(1);  // one too far
  EXPECT_EQ(customer_position(session, context, input).status, -211);
  // Nothing is left open.
  EXPECT_EQ(customer_position(session, context, by_id(1)).status, 0);
}

TEST_F(CustomerPositionTest, WithTooLittleHistoryIsMinus221UnlessTheHistoryIsShort) {
  auto without_history = broken("trade_history", "false");
  CustomerPositionInput input = by_id(1);
  input.get_history = true;
  input.account_index = 0;
  EXPECT_EQ(customer_position(without_history, full_history, input).status, -221);
  EXPECT_EQ(customer_position(without_history, context, input).status, 0);
}

// --- Market-Watch

class MarketWatchTest : public OltpTest {
 protected:
  static constexpr int32_t kDay = 1000;  // 2002-09-27, a Friday

  // Straight from the definition: symbol by symbol.
  void expect_change_of(const MarketWatchInput& input, const std::string& symbols) {
    const Answer answer = market_watch(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 1U);
    const std::string then = fmt::format(
        "(SELECT s_num_out * (SELECT dm_close FROM daily_market WHERE dm_s_symb = s_symb "
        "AND dm_date = date '2000-01-01' + {}) FROM security WHERE s_symb = symbol)",
        input.start_date);
    const std::string now =
        "(SELECT s_num_out * (SELECT lt_price FROM last_trade WHERE lt_s_symb = s_symb) FROM security "
        "WHERE s_symb = symbol)";
    const auto expected = sql.query(fmt::format(
        "SELECT CASE WHEN coalesce(sum({0}), 0) = 0 THEN 0 ELSE (round(100 * (sum({1}) / sum({0}) - 1), 4) * 10000) "
        "END::bigint FROM ({2}) AS s (symbol)",
        then, now, symbols));
    Output output(answer.output);
    EXPECT_EQ(output.row("q"), expected.at(0)) << symbols;
    output.end();
  }
};

TEST_F(MarketWatchTest, FollowsTheWatchList) {
  MarketWatchInput input;
  input.start_date = kDay;
  for (const int64_t customer : {0, 1, 400}) {
    input.customer_id = kIdBase + customer + 1;
    expect_change_of(input, fmt::format("SELECT wi_s_symb FROM watch_item WHERE wi_wl_id IN "
                                        "(SELECT wl_id FROM watch_list WHERE wl_c_id = {})",
                                        input.customer_id));
  }
}

TEST_F(MarketWatchTest, FollowsTheHoldings) {
  MarketWatchInput input;
  input.start_date = kDay;
  for (const int64_t customer : {0, 1, 400}) {
    input.account_id = MarketModel::account_id(customer, 0);
    expect_change_of(input, fmt::format("SELECT hs_s_symb FROM holding_summary WHERE hs_ca_id = {}", input.account_id));
  }
}

TEST_F(MarketWatchTest, FollowsAnIndustryInAWindowOfCompanies) {
  MarketWatchInput input;
  input.start_date = kDay;
  input.first_company_id = kIdBase + 1;
  for (const int64_t companies : {100, 500}) {
    input.last_company_id = kIdBase + companies;
    input.industry = MarketModel::industry_names()[static_cast<size_t>(model.industry_of(7))];
    expect_change_of(input, fmt::format("SELECT s_symb FROM security, company, industry WHERE s_co_id = co_id "
                                        "AND co_in_id = in_id AND in_name = '{}' AND co_id BETWEEN {} AND {}",
                                        input.industry, input.first_company_id, input.last_company_id));
  }
}

TEST_F(MarketWatchTest, OfAnEmptyGroupIsZero) {
  MarketWatchInput input;
  input.start_date = kDay;
  input.account_id = 1;
  expect_change_of(input, "SELECT ''::text WHERE false");
}

TEST_F(MarketWatchTest, WithoutASelectorIsMinus411) {
  EXPECT_EQ(market_watch(session, context, MarketWatchInput()).status, -411);
  EXPECT_EQ(session.take_round_trips(), 0U);
}

// --- Trade-Status

class TradeStatusTest : public OltpTest {};

TEST_F(TradeStatusTest, ListsTheNewestTradesOfAnAccount) {
  for (const int64_t customer : {0, 33, 700}) {
    TradeStatusInput input;
    input.account_id = MarketModel::account_id(customer, 0);
    const Answer answer = trade_status(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 1U);

    Output output(answer.output);
    EXPECT_EQ(output.row("ttt"),
              sql.query(fmt::format("SELECT c_l_name, c_f_name, b_name FROM customer_account, customer, broker "
                                    "WHERE c_id = ca_c_id AND b_id = ca_b_id AND ca_id = {}",
                                    input.account_id))
                  .at(0));
    const auto expected = sql.query(
        fmt::format("SELECT t_id, {}, st_name, tt_name, t_s_symb, t_qty, t_exec_name, {}, s_name, ex_name "
                    "FROM trade, status_type, trade_type, security, exchange WHERE st_id = t_st_id AND tt_id = t_tt_id "
                    "AND s_symb = t_s_symb AND ex_id = s_ex_id AND t_ca_id = {} ORDER BY t_dts DESC LIMIT 50",
                    micros("t_dts"), cents("t_chrg"), input.account_id));
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(output.rows("qqtttltqtt"), expected);
    output.end();
  }
}

TEST_F(TradeStatusTest, WithFewerThanFiftyTradesIsMinus911UnlessTheHistoryIsShort) {
  auto few_trades = broken("trade", "t_id % 4 = 0");
  TradeStatusInput input;
  input.account_id = MarketModel::account_id(0, 0);
  EXPECT_EQ(trade_status(few_trades, full_history, input).status, -911);
  EXPECT_EQ(trade_status(few_trades, context, input).status, 0);
  input.account_id = 1;
  EXPECT_EQ(trade_status(session, context, input).status, -911);
}

TEST_F(TradeStatusTest, WithoutAnyTradeWarnsWhenTheHistoryIsShort) {
  auto no_trades = broken("trade", "false");
  TradeStatusInput input;
  input.account_id = MarketModel::account_id(0, 0);
  EXPECT_EQ(trade_status(no_trades, full_history, input).status, -911);
  EXPECT_EQ(trade_status(no_trades, context, input).status, 911);
}

}  // namespace
}  // namespace quartet
