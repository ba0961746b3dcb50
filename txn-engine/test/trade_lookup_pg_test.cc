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

class TradeLookupTest : public test::TransactionTest {
 protected:
  TradeLookupTest() : TransactionTest(test::dss_conninfo()) {}

  // Trade, settlement, cash and history of one trade by plain SQL, in the form of the output.
  void expect_details(const std::string& trade_id, Output& output) {
    const auto settlement = sql.query(fmt::format("SELECT {}, {}, se_cash_type FROM settlement WHERE se_t_id = {}",
                                                  cents("se_amt"), days("se_cash_due_date"), trade_id));
    EXPECT_EQ(output.row("qlt"), settlement.at(0));
    const auto cash = sql.query(fmt::format("SELECT {}, {}, ct_name FROM cash_transaction WHERE ct_t_id = {}",
                                            cents("ct_amt"), micros("ct_dts"), trade_id));
    EXPECT_EQ(output.row("qqt"), cash.empty() ? Sql::Row({"0", "0", ""}) : cash[0]);
    EXPECT_EQ(output.rows("qt"), sql.query(fmt::format("SELECT {}, th_st_id FROM trade_history WHERE th_t_id = {} "
                                                       "ORDER BY th_dts LIMIT 3",
                                                       micros("th_dts"), trade_id)));
  }

  static TradeLookupInput frame(uint8_t number) {
    TradeLookupInput input;
    input.frame = number;
    input.max_trades = 20;
    return input;
  }

  int64_t start = calendar::trading_timestamp(0);
  int64_t end = calendar::trading_timestamp(kMillisPerTradeDay - 1) + 900'000'000;
};

TEST_F(TradeLookupTest, Frame1ExplainsTheTradesAskedFor) {
  TradeLookupInput input = frame(1);
  for (const auto& row : sql.query("SELECT t_id FROM trade WHERE t_id % 2887 = 5 ORDER BY t_id DESC LIMIT 20")) {
    input.trade_ids.push_back(std::stoll(row[0]));
  }
  const Answer answer = trade_lookup(session, context, input);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(session.take_round_trips(), 1U);
  Output output(answer.output);
  EXPECT_EQ(output.row("b")[0], "1");
  ASSERT_EQ(output.count(), 20U);
  for (const int64_t id : input.trade_ids) {
    EXPECT_EQ(
        output.row("qqtbqb"),
        sql.query(fmt::format("SELECT t_id, {}, t_exec_name, {}, {}, {} FROM trade, trade_type "
                              "WHERE tt_id = t_tt_id AND t_id = {}",
                              cents("t_bid_price"), flag("t_is_cash"), cents("t_trade_price"), flag("tt_is_mrkt"), id))
            .at(0));
    expect_details(std::to_string(id), output);
  }
  output.end();
}

TEST_F(TradeLookupTest, Frame1WithAMissingTradeIsMinus611) {
  TradeLookupInput input = frame(1);
  for (int64_t id = 1; id <= 20; ++id) input.trade_ids.push_back(kTradeIdBase + id);
  EXPECT_EQ(trade_lookup(session, context, input).status, 0);
  input.trade_ids.back() = kTradeIdBase + 51;  // an id that no load contains
  const Answer answer = trade_lookup(session, context, input);
  EXPECT_EQ(answer.status, -611);
  Output output(answer.output);
  output.row("b");
  EXPECT_EQ(output.count(), 19U);
}

TEST_F(TradeLookupTest, Frame2FollowsAnAccount) {
  for (const int64_t customer : {0, 444}) {
    TradeLookupInput input = frame(2);
    input.account_id = MarketModel::account_id(customer, 0);
    input.start_dts = start + 3'600'000'000;
    input.end_dts = end;
    session.take_round_trips();
    const Answer answer = trade_lookup(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 2U);
    const auto expected = sql.query(
        fmt::format("SELECT t_id, {}, t_exec_name, {}, {} FROM trade WHERE t_ca_id = {} AND {} BETWEEN {} AND {} "
                    "ORDER BY t_dts LIMIT 20",
                    cents("t_bid_price"), flag("t_is_cash"), cents("t_trade_price"), input.account_id, micros("t_dts"),
                    input.start_dts, input.end_dts));
    Output output(answer.output);
    output.row("b");
    ASSERT_EQ(output.count(), expected.size());
    EXPECT_GT(expected.size(), 0U);
    for (const auto& row : expected) {
      EXPECT_EQ(output.row("qqtbq"), row);
      expect_details(row[0], output);
    }
    output.end();
  }
}

TEST_F(TradeLookupTest, Frame3FollowsASecurityUpToTheHighestActiveAccount) {
  for (const int64_t max_account : {MarketModel::account_id(999, 9), MarketModel::account_id(400, 0)}) {
    TradeLookupInput input = frame(3);
    input.symbol = model.symbol(77);
    input.start_dts = start;
    input.end_dts = end;
    input.max_account_id = max_account;
    session.take_round_trips();
    const Answer answer = trade_lookup(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 2U);
    const auto expected = sql.query(
        fmt::format("SELECT t_id, t_ca_id, t_exec_name, {}, {}, t_qty, {}, t_tt_id FROM trade WHERE t_s_symb = '{}' "
                    "AND t_ca_id <= {} ORDER BY t_dts LIMIT 20",
                    flag("t_is_cash"), cents("t_trade_price"), micros("t_dts"), input.symbol, max_account));
    Output output(answer.output);
    output.row("b");
    ASSERT_EQ(output.count(), 20U);
    for (const auto& row : expected) {
      EXPECT_EQ(output.row("qqtbqlqt"), row);
      expect_details(row[0], output);
    }
    output.end();
  }
}

TEST_F(TradeLookupTest, Frames2And3WithoutTradesWarn) {
  TradeLookupInput input = frame(2);
  input.account_id = MarketModel::account_id(0, 0);
  input.start_dts = end + 1;
  input.end_dts = end + 2;
  EXPECT_EQ(trade_lookup(session, context, input).status, 621);
  input.frame = 3;
  input.symbol = model.symbol(0);
  input.max_account_id = MarketModel::account_id(999, 9);
  EXPECT_EQ(trade_lookup(session, context, input).status, 631);
}

TEST_F(TradeLookupTest, Frame4FollowsTheHoldingsOfTheFirstTrade) {
  for (const int64_t customer : {0, 1, 2, 3, 500}) {
    TradeLookupInput input = frame(4);
    input.max_trades = 0;
    input.account_id = MarketModel::account_id(customer, 0);
    input.start_dts = start + 7'200'000'000;
    session.take_round_trips();
    const Answer answer = trade_lookup(session, context, input);
    EXPECT_EQ(session.take_round_trips(), 2U);
    const auto trade =
        sql.query(fmt::format("SELECT t_id FROM trade WHERE t_ca_id = {} AND {} >= {} ORDER BY t_dts "
                              "LIMIT 1",
                              input.account_id, micros("t_dts"), input.start_dts));
    Output output(answer.output);
    output.row("b");
    if (trade.empty()) {
      EXPECT_EQ(answer.status, 641);
      continue;
    }
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(output.row("q"), trade[0]);
    auto rows = output.rows("qqll");
    output.end();
    auto expected = sql.query(
        fmt::format("SELECT DISTINCT a.hh_h_t_id, a.hh_t_id, a.hh_before_qty, a.hh_after_qty FROM holding_history a"
                    ", holding_history b WHERE a.hh_h_t_id = b.hh_h_t_id AND b.hh_t_id = {}",
                    trade[0][0]));
    std::sort(rows.begin(), rows.end());
    std::sort(expected.begin(), expected.end());
    if (expected.size() <= 20) {
      EXPECT_EQ(rows, expected);
    } else {
      EXPECT_EQ(rows.size(), 20U);
      EXPECT_TRUE(std::includes(expected.begin(), expected.end(), rows.begin(), rows.end()));
    }
  }
}

TEST_F(TradeLookupTest, Frame4WithoutATradeWarnsAndWithoutHoldingsIsMinus642) {
  TradeLookupInput input = frame(4);
  input.account_id = MarketModel::account_id(0, 0);
  input.start_dts = end + 1;
  EXPECT_EQ(trade_lookup(session, context, input).status, 641);
  input.start_dts = start;
  auto without_holdings = broken("holding_history", "false");
  EXPECT_EQ(trade_lookup(without_holdings, context, input).status, -642);
}

}  // namespace
}  // namespace quartet
