#include <fmt/format.h>

#include <algorithm>

#include "trading_fixture.h"

namespace quartet::test {
namespace {

using Lines = std::vector<std::string>;

class MarketFeedTest : public TradingTest {
 protected:
  Answer feed(std::vector<MarketFeedInput::Entry> entries, int32_t unique_symbols) {
    return market_feed(session, context, {std::move(entries), unique_symbols});
  }
  int64_t limit_order(const Position& position, TradeType type, int64_t price_cents, int32_t quantity = 100) {
    TradeOrderInput order = order_of(position, type, quantity);
    order.requested_price_cents = price_cents;
    return static_cast<int64_t>(place(order).orders.at(0).trade_id);
  }
  std::string last_trade(const std::string& symbol) {
    return lines(fmt::format("SELECT lt_price, lt_vol FROM last_trade WHERE lt_s_symb = '{}'", symbol)).at(0);
  }
  int64_t volume(const std::string& symbol) {
    return sql.number(fmt::format("SELECT lt_vol FROM last_trade WHERE lt_s_symb = '{}'", symbol));
  }
  static std::vector<int64_t> ids(const Answer& answer) {
    std::vector<int64_t> result;
    for (const quartet_order& order : answer.orders) result.push_back(static_cast<int64_t>(order.trade_id));
    return result;
  }
};

TEST_F(MarketFeedTest, SetsPriceAndAddsVolume) {
  const std::string one = fresh_position().symbol;
  const std::string other = fresh_position().symbol;
  const int64_t one_volume = volume(one);
  const int64_t other_volume = volume(other);
  const Answer answer = feed({{one, 2111, 100}, {other, 2999, 375}}, 2);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(last_trade(one), fmt::format("21.11 {}", one_volume + 100));
  EXPECT_EQ(last_trade(other), fmt::format("29.99 {}", other_volume + 375));
  EXPECT_EQ(sql.value(fmt::format("SELECT abs(extract(epoch FROM now() AT TIME ZONE 'UTC' - lt_dts)) < 5 "
                                  "FROM last_trade WHERE lt_s_symb = '{}'",
                                  one)),
            "t");
}

TEST_F(MarketFeedTest, LastEntryOfADuplicateSymbolWins) {
  const std::string symbol = fresh_position().symbol;
  const int64_t old_volume = volume(symbol);
  const Answer answer = feed({{symbol, 2900, 100}, {symbol, 2100, 200}, {symbol, 2500, 400}}, 1);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(last_trade(symbol), fmt::format("25.00 {}", old_volume + 700));
}

TEST_F(MarketFeedTest, ReleasesOrdersWhosePriceIsReached) {
  struct Case {
    TradeType type;
    int64_t reached;      // at this quote the order goes
    int64_t not_reached;  // at this one it stays
  };
  for (const Case& c : {Case{TradeType::kLimitBuy, 2500, 2501}, Case{TradeType::kStopLoss, 2500, 2501},
                        Case{TradeType::kLimitSell, 2500, 2499}}) {
    const Position position = fresh_position();
    const int64_t trade_id = limit_order(position, c.type, 2500, 400);
    EXPECT_TRUE(feed({{position.symbol, c.not_reached, 100}}, 1).orders.empty());
    EXPECT_EQ(status_of(trade_id), "PNDG");

    const Answer answer = feed({{position.symbol, c.reached, 100}}, 1);
    ASSERT_EQ(ids(answer), std::vector<int64_t>{trade_id});
    EXPECT_EQ(answer.orders[0].action, QUARTET_PROCESS_NOW);
    EXPECT_EQ(answer.orders[0].price_cents, 2500U);
    EXPECT_EQ(answer.orders[0].quantity, 400U);
    EXPECT_EQ(answer.orders[0].trade_type, static_cast<uint8_t>(c.type));
    EXPECT_EQ(model.symbol(answer.orders[0].security), position.symbol);
    EXPECT_EQ(lines(fmt::format("SELECT t_st_id, th_dts = t_dts FROM trade JOIN trade_history ON th_t_id = t_id "
                                "WHERE t_id = {} AND th_st_id = 'SBMT'",
                                trade_id)),
              Lines{"SBMT t"});
    EXPECT_EQ(sql.number(fmt::format("SELECT count(*) FROM trade_request WHERE tr_t_id = {}", trade_id)), 0);
    EXPECT_EQ(settle(trade_id, 2500).status, 0) << "a released order can be settled";
  }
}

TEST_F(MarketFeedTest, AnyEntryOfADuplicateSymbolReleases) {
  const Position position = fresh_position();
  const int64_t buy = limit_order(position, TradeType::kLimitBuy, 2100);
  const int64_t sale = limit_order(position, TradeType::kLimitSell, 2900);
  const int64_t waits = limit_order(position, TradeType::kLimitBuy, 2001);
  const Answer answer = feed({{position.symbol, 2950, 1}, {position.symbol, 2050, 1}, {position.symbol, 2500, 1}}, 1);
  EXPECT_EQ(ids(answer), (std::vector<int64_t>{std::min(buy, sale), std::max(buy, sale)}));
  EXPECT_EQ(status_of(waits), "PNDG");
}

TEST_F(MarketFeedTest, UnknownSymbolIsAWrongAnswerWithoutEffect) {
  const std::string symbol = fresh_position().symbol;
  const std::string before = last_trade(symbol);
  EXPECT_EQ(feed({{symbol, 2777, 100}, {"NOSUCH", 2500, 100}}, 2).status, -311);
  EXPECT_EQ(last_trade(symbol), before);
}

TEST_F(MarketFeedTest, TakesTwoRoundTrips) {
  const Position position = fresh_position();
  feed({{position.symbol, 2600, 1}}, 1);
  limit_order(position, TradeType::kLimitBuy, 2500);
  session.take_round_trips();
  EXPECT_EQ(feed({{position.symbol, 2400, 1}}, 1).orders.size(), 1U);
  EXPECT_EQ(session.take_round_trips(), 2U);
}

class TradeCleanupTest : public MarketFeedTest {};

TEST_F(TradeCleanupTest, CancelsPendingAndSubmittedOrdersOnly) {
  const Position position = fresh_position();
  const int64_t completed = trade(position, TradeType::kMarketBuy, 100, 2500);
  const int64_t pending = limit_order(position, TradeType::kLimitSell, 2600);
  const auto submitted =
      static_cast<int64_t>(place(order_of(position, TradeType::kMarketBuy, 100)).orders.at(0).trade_id);
  const TradeCleanupInput input{model.first_run_time_trade_id()};
  EXPECT_EQ(trade_cleanup(session, context, input).status, 0);

  EXPECT_EQ(status_of(completed), "CMPT");
  EXPECT_EQ(status_of(pending), "CNCL");
  EXPECT_EQ(status_of(submitted), "CNCL");
  EXPECT_EQ(sql.number("SELECT count(*) FROM trade_request"), 0);
  EXPECT_EQ(sql.number("SELECT count(*) FROM trade WHERE t_st_id IN ('SBMT', 'PNDG')"), 0);
  const auto history = [&](int64_t trade_id) {
    return lines(fmt::format("SELECT th_st_id FROM trade_history WHERE th_t_id = {} ORDER BY th_dts, th_st_id = 'CNCL'",
                             trade_id));
  };
  EXPECT_EQ(history(pending), (Lines{"PNDG", "SBMT", "CNCL"}));
  EXPECT_EQ(history(submitted), (Lines{"SBMT", "CNCL"}));
  EXPECT_EQ(settle(submitted, 2500).status, -811);
  EXPECT_EQ(failed_checks(sql), Lines{});
  EXPECT_EQ(trade_cleanup(session, context, input).status, 0) << "again on a clean database";
}

}  // namespace
}  // namespace quartet::test
