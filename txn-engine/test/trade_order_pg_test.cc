#include <fmt/format.h>

#include "trading_fixture.h"
#include "txn/wire.h"

namespace quartet::test {
namespace {

struct Estimate {
  int64_t buy_cents = 0;
  int64_t sell_cents = 0;
  int64_t tax_cents = 0;
  int64_t trade_id = 0;
  int64_t assets_cents = 0;
};

Estimate estimate_of(const Answer& answer) {
  Estimate result;
  wire::Reader reader(answer.output);
  reader(result.buy_cents)(result.sell_cents)(result.tax_cents)(result.trade_id)(result.assets_cents);
  reader.end();
  return result;
}

class TradeOrderTest : public TradingTest {
 protected:
  std::string row(int64_t trade_id) {
    return lines(fmt::format("SELECT t_st_id, t_tt_id, t_is_cash, t_s_symb, t_qty, t_ca_id, t_exec_name, "
                             "coalesce(t_trade_price::text, 'unknown'), t_tax, t_lifo FROM trade WHERE t_id = {}",
                             trade_id))
        .at(0);
  }
  int64_t last_price(const Position& position) {
    return sql.number(
        fmt::format("SELECT (lt_price * 100)::int FROM last_trade WHERE lt_s_symb = '{}'", position.symbol));
  }
  std::string written() {
    return sql.value(
        "SELECT (SELECT count(*) FROM trade) || ' ' || (SELECT count(*) FROM trade_request) || ' ' || "
        "(SELECT count(*) FROM trade_history)");
  }
};

TEST_F(TradeOrderTest, MarketOrderIsSubmittedAtTheMarketsPrice) {
  const Position position = fresh_position();
  const Answer answer = place(order_of(position, TradeType::kMarketBuy, 400));
  ASSERT_EQ(answer.status, 0);
  ASSERT_EQ(answer.orders.size(), 1U);
  const quartet_order& sent = answer.orders[0];
  EXPECT_EQ(sent.action, QUARTET_PROCESS_NOW);
  EXPECT_EQ(sent.trade_type, QUARTET_TMB);
  EXPECT_EQ(sent.quantity, 400U);
  EXPECT_EQ(sent.price_cents, last_price(position));
  EXPECT_EQ(model.symbol(sent.security), position.symbol);

  const auto trade_id = static_cast<int64_t>(sent.trade_id);
  EXPECT_EQ(row(trade_id), fmt::format("SBMT TMB t {} 400 {} {} unknown 0.00 f", position.symbol, position.account,
                                       position.owner_name));
  EXPECT_EQ(lines(fmt::format("SELECT th_st_id, th_dts = t_dts FROM trade_history JOIN trade ON t_id = th_t_id "
                              "WHERE t_id = {}",
                              trade_id)),
            std::vector<std::string>{"SBMT t"});
  EXPECT_EQ(sql.number(fmt::format("SELECT count(*) FROM trade_request WHERE tr_t_id = {}", trade_id)), 0);
}

TEST_F(TradeOrderTest, LimitOrderWaitsInTradeRequest) {
  const Position position = fresh_position();
  TradeOrderInput order = order_of(position, TradeType::kLimitBuy, 200);
  order.requested_price_cents = 2034;
  const Answer answer = place(order);
  ASSERT_EQ(answer.orders.size(), 1U);
  EXPECT_EQ(answer.orders[0].action, QUARTET_SET_LIMIT_TRIGGER);
  EXPECT_EQ(answer.orders[0].price_cents, 2034U);
  const uint64_t trade_id = answer.orders[0].trade_id;
  EXPECT_EQ(status_of(static_cast<int64_t>(trade_id)), "PNDG");
  EXPECT_EQ(lines(fmt::format("SELECT tr_tt_id, tr_s_symb, tr_qty, tr_bid_price, tr_b_id = ca_b_id, t_bid_price "
                              "FROM trade_request JOIN trade ON t_id = tr_t_id "
                              "JOIN customer_account ON ca_id = t_ca_id WHERE tr_t_id = {}",
                              trade_id)),
            std::vector<std::string>{fmt::format("TLB {} 200 20.34 t 20.34", position.symbol)});
  EXPECT_EQ(lines(fmt::format("SELECT th_st_id FROM trade_history WHERE th_t_id = {}", trade_id)),
            std::vector<std::string>{"PNDG"});
}

TEST_F(TradeOrderTest, TradeIdNamesTheBroker) {
  const Position position = fresh_position();
  const Answer answer = place(order_of(position, TradeType::kMarketSell, 100));
  const auto trade_id = static_cast<int64_t>(answer.orders.at(0).trade_id);
  EXPECT_GE(trade_id, model.first_run_time_trade_id());
  EXPECT_EQ(broker_of_trade(model, trade_id), model.broker_of(position.account));
  EXPECT_EQ(broker_of_trade(model, model.first_run_time_trade_id() - 1), -1);
}

TEST_F(TradeOrderTest, SecurityMayBeNamedByCompanyAndIssue) {
  const Position position = fresh_position();
  TradeOrderInput order = order_of(position, TradeType::kMarketBuy, 100);
  const int64_t security = model.security_of_symbol(position.symbol);
  order.symbol.clear();
  order.company_name = model.company_name(model.company_of(security));
  order.issue = model.issue(security);
  const Answer answer = place(order);
  ASSERT_EQ(answer.status, 0);
  EXPECT_EQ(answer.orders.at(0).security, security);
}

TEST_F(TradeOrderTest, ChargeAndCommissionFollowTypeTierExchangeAndQuantity) {
  struct Case {
    TradeType type;
    int32_t quantity;
    std::array<int64_t, 3> charges;  // cents by tier
  };
  for (const Case& c :
       {Case{TradeType::kLimitBuy, 200, {600, 500, 300}}, Case{TradeType::kStopLoss, 400, {650, 550, 350}},
        Case{TradeType::kLimitSell, 800, {600, 500, 300}}}) {
    const Position position = fresh_position();
    TradeOrderInput order = order_of(position, c.type, c.quantity);
    order.requested_price_cents = 2507;
    const Answer answer = place(order);
    const uint64_t trade_id = answer.orders.at(0).trade_id;
    const int64_t product = commission_rate(position, c.quantity) * c.quantity * 2507;
    const int64_t commission = product / 10'000 + (product % 10'000 >= 5'000 ? 1 : 0);
    EXPECT_EQ(
        lines(fmt::format("SELECT (t_chrg * 100)::int, (t_comm * 100)::int FROM trade WHERE t_id = {}", trade_id)),
        std::vector<std::string>{fmt::format("{} {}", c.charges[static_cast<size_t>(position.tier - 1)], commission)});
  }
}

TEST_F(TradeOrderTest, ThirdPartyNeedsAPermission) {
  int64_t account = 0;
  Person executor{};
  for (int64_t customer = 0; account == 0; ++customer) {
    const int64_t candidate = MarketModel::account_id(customer, 0);
    const auto extra = model.extra_permissions(candidate);
    if (extra.empty()) continue;
    account = candidate;
    executor = model.person(extra.back());
  }
  const int64_t customer = MarketModel::owner(account);
  TradeOrderInput order = order_of({account, model.symbol(model.basket(account).securities[0]), customer, 0, ""},
                                   TradeType::kMarketBuy, 100);
  order.executor_first_name = executor.first_name;
  order.executor_last_name = executor.last_name;
  order.executor_tax_id = executor.tax_id;
  const Answer allowed = place(order);
  ASSERT_EQ(allowed.status, 0);
  EXPECT_EQ(sql.value(fmt::format("SELECT t_exec_name FROM trade WHERE t_id = {}", allowed.orders.at(0).trade_id)),
            executor.first_name + " " + executor.last_name);

  const std::string before = written();
  order.executor_tax_id = "nobody's";
  const Answer refused = place(order);
  EXPECT_EQ(refused.status, -721);
  EXPECT_TRUE(refused.orders.empty());
  EXPECT_EQ(written(), before);
}

TEST_F(TradeOrderTest, UnknownAccountIsAWrongAnswer) {
  TradeOrderInput order = order_of(fresh_position(), TradeType::kMarketBuy, 100);
  order.account_id = 1;
  EXPECT_EQ(place(order).status, -711);
}

TEST_F(TradeOrderTest, UnknownSecurityIsRefused) {
  TradeOrderInput order = order_of(fresh_position(), TradeType::kMarketBuy, 100);
  order.symbol = "NOSUCH";
  EXPECT_THROW(place(order), std::invalid_argument);
  EXPECT_NO_THROW(place(order_of(fresh_position(), TradeType::kMarketBuy, 100))) << "the session is still usable";
}

TEST_F(TradeOrderTest, IntendedRollbackLeavesNoTrace) {
  TradeOrderInput order = order_of(fresh_position(), TradeType::kLimitSell, 100);
  order.roll_it_back = true;
  const std::string before = written();
  const int64_t used_ids = sql.number("SELECT last_value FROM trade_id_seq");
  const Answer answer = place(order);
  EXPECT_EQ(answer.status, 1);
  EXPECT_TRUE(answer.rolled_back_on_purpose);
  EXPECT_TRUE(answer.orders.empty());
  EXPECT_EQ(written(), before);
  EXPECT_EQ(sql.number("SELECT last_value FROM trade_id_seq"), used_ids + 1) << "frame 4 has run";
}

TEST_F(TradeOrderTest, MarginOrderIsNotCashAndReportsTheAssets) {
  const Position position = fresh_position();
  TradeOrderInput order = order_of(position, TradeType::kMarketBuy, 100);
  order.is_margin = true;
  const int64_t assets = sql.number(
      fmt::format("SELECT ((ca_bal + (SELECT coalesce(sum(hs_qty * lt_price), 0) FROM holding_summary JOIN last_trade "
                  "ON lt_s_symb = hs_s_symb WHERE hs_ca_id = ca_id)) * 100)::bigint FROM customer_account "
                  "WHERE ca_id = {}",
                  position.account));
  const Answer answer = place(order);
  EXPECT_EQ(estimate_of(answer).assets_cents, assets);
  EXPECT_EQ(sql.value(fmt::format("SELECT t_is_cash FROM trade WHERE t_id = {}", answer.orders.at(0).trade_id)), "f");
}

TEST_F(TradeOrderTest, EstimateWalksLotsOldestFirstOrNewestFirst) {
  const Position position = fresh_position(0);
  trade(position, TradeType::kMarketBuy, 100, 2000);
  trade(position, TradeType::kMarketBuy, 200, 2200);
  trade(position, TradeType::kMarketBuy, 400, 2400);
  TradeOrderInput order = order_of(position, TradeType::kLimitSell, 400);
  order.requested_price_cents = 3000;
  const Estimate fifo = estimate_of(place(order));
  EXPECT_EQ(fifo.buy_cents, 100 * 2000 + 200 * 2200 + 100 * 2400);
  EXPECT_EQ(fifo.sell_cents, 400 * 3000);
  EXPECT_EQ(fifo.tax_cents, 0) << "the account is not taxed";
  order.is_lifo = true;
  const Estimate lifo = estimate_of(place(order));
  EXPECT_EQ(lifo.buy_cents, 400 * 2400);
  EXPECT_EQ(lifo.sell_cents, 400 * 3000);
}

TEST_F(TradeOrderTest, EstimateOfABuyCoversShortLotsAndTaxesTheGain) {
  const Position position = fresh_position(2);
  trade(position, TradeType::kMarketSell, 100, 2900);
  TradeOrderInput order = order_of(position, TradeType::kLimitBuy, 400);
  order.requested_price_cents = 2100;
  const Estimate estimate = estimate_of(place(order));
  EXPECT_EQ(estimate.sell_cents, 100 * 2900);
  EXPECT_EQ(estimate.buy_cents, 100 * 2100) << "the rest opens a long position and adds nothing";
  EXPECT_EQ(estimate.tax_cents,
            sql.number(fmt::format("SELECT round(800.00 * sum(tx_rate), 2) * 100 FROM customer_taxrate "
                                   "JOIN taxrate ON tx_id = cx_tx_id WHERE cx_c_id = {}",
                                   kIdBase + position.customer + 1)));
  EXPECT_GT(estimate.tax_cents, 0);
}

TEST_F(TradeOrderTest, TakesTwoRoundTripsAndAThirdForTax) {
  const Position position = fresh_position(1);
  place(order_of(position, TradeType::kMarketBuy, 100));
  session.take_round_trips();
  place(order_of(position, TradeType::kMarketBuy, 100));
  EXPECT_EQ(session.take_round_trips(), 2U);
  trade(position, TradeType::kMarketBuy, 100, 1000);
  session.take_round_trips();
  place(order_of(position, TradeType::kMarketSell, 100));
  EXPECT_EQ(session.take_round_trips(), 3U);
}

}  // namespace
}  // namespace quartet::test
