#include <fmt/format.h>

#include "trading_fixture.h"
#include "txn/wire.h"

namespace quartet::test {
namespace {

using Lines = std::vector<std::string>;

class TradeResultTest : public TradingTest {
 protected:
  int64_t balance(const Position& position) {
    return sql.number(
        fmt::format("SELECT (ca_bal * 100)::bigint FROM customer_account WHERE ca_id = {}", position.account));
  }
  // Trades and commission of the position's broker.
  std::pair<int64_t, int64_t> broker(const Position& position) {
    const auto row =
        sql.query(fmt::format("SELECT b_num_trades, (b_comm_total * 100)::bigint FROM broker WHERE b_id = {}",
                              kIdBase + model.broker_of(position.account) + 1));
    return {std::stoll(row.at(0).at(0)), std::stoll(row.at(0).at(1))};
  }
  int64_t cents(const std::string& column, const std::string& table, const std::string& key, int64_t trade_id) {
    return sql.number(fmt::format("SELECT ({} * 100)::bigint FROM {} WHERE {} = {}", column, table, key, trade_id));
  }
  int64_t commission(const Position& position, int32_t quantity, int64_t price_cents) {
    const int64_t product = commission_rate(position, quantity) * quantity * price_cents;
    return product / 10'000 + (product % 10'000 >= 5'000 ? 1 : 0);
  }
  // Cents, rounded by the database.
  int64_t tax_of(const Position& position, int64_t gain_cents) {
    return sql.number(
        fmt::format("SELECT round({} * sum(tx_rate)) FROM customer_taxrate JOIN taxrate ON tx_id = cx_tx_id "
                    "WHERE cx_c_id = {}",
                    gain_cents, kIdBase + position.customer + 1));
  }
  static int64_t market_charge(const Position& position) {
    return std::array<int64_t, 3>{500, 450, 250}[static_cast<size_t>(position.tier - 1)];
  }
};

TEST_F(TradeResultTest, FirstBuyOpensALongPosition) {
  const Position position = fresh_position();
  const int64_t old_balance = balance(position);
  const auto [old_trades, old_commission] = broker(position);
  const Answer placed = place(order_of(position, TradeType::kMarketBuy, 400));
  const auto trade_id = static_cast<int64_t>(placed.orders.at(0).trade_id);
  const Answer answer = settle(trade_id, 2345);
  ASSERT_EQ(answer.status, 0);

  const int64_t fee = commission(position, 400, 2345);
  const int64_t amount = -(400 * 2345 + market_charge(position) + fee);
  EXPECT_EQ(position_quantity(position), "400");
  EXPECT_EQ(lots(position), Lines{"400@23.45"});
  EXPECT_EQ(changes(trade_id), Lines{"0>400"});
  EXPECT_EQ(lines(fmt::format("SELECT t_st_id, t_trade_price, (t_comm * 100)::int, t_tax FROM trade WHERE t_id = {}",
                              trade_id)),
            Lines{fmt::format("CMPT 23.45 {} 0.00", fee)});
  EXPECT_EQ(lines(fmt::format("SELECT se_cash_type, se_cash_due_date - t_dts::date, (se_amt * 100)::bigint "
                              "FROM settlement JOIN trade ON t_id = se_t_id WHERE t_id = {}",
                              trade_id)),
            Lines{fmt::format("Cash Account 2 {}", amount)});
  EXPECT_EQ(
      lines(fmt::format("SELECT (ct_amt * 100)::bigint, ct_dts = t_dts, ct_name FROM cash_transaction "
                        "JOIN trade ON t_id = ct_t_id WHERE t_id = {}",
                        trade_id)),
      Lines{fmt::format("{} t Market-Buy 400 shares of {}", amount,
                        sql.value(fmt::format("SELECT s_name FROM security WHERE s_symb = '{}'", position.symbol)))});
  EXPECT_EQ(lines(fmt::format("SELECT th_st_id, th_dts = t_dts FROM trade_history JOIN trade ON t_id = th_t_id "
                              "WHERE t_id = {} AND th_st_id = 'CMPT'",
                              trade_id)),
            Lines{"CMPT t"});
  EXPECT_EQ(
      sql.value(fmt::format("SELECT h_dts = t_dts FROM holding JOIN trade ON t_id = h_t_id WHERE t_id = {}", trade_id)),
      "t");
  EXPECT_EQ(balance(position), old_balance + amount);
  EXPECT_EQ(broker(position), std::pair(old_trades + 1, old_commission + fee));

  int64_t account = 0;
  int64_t new_balance = 0;
  int32_t load_unit = 0;
  wire::Reader reader(answer.output);
  reader(account)(new_balance)(load_unit);
  EXPECT_EQ(account, position.account);
  EXPECT_EQ(new_balance, old_balance + amount);
  EXPECT_EQ(load_unit, 1);
}

TEST_F(TradeResultTest, SaleClosesOldestLotsFirst) {
  const Position position = fresh_position();
  trade(position, TradeType::kMarketBuy, 100, 2000);
  trade(position, TradeType::kMarketBuy, 200, 2200);
  trade(position, TradeType::kMarketBuy, 400, 2400);
  const int64_t sale = trade(position, TradeType::kMarketSell, 400, 2500);
  EXPECT_EQ(changes(sale), (Lines{"100>0", "200>0", "400>300"}));
  EXPECT_EQ(lots(position), Lines{"300@24.00"});
  EXPECT_EQ(position_quantity(position), "300");
}

TEST_F(TradeResultTest, SaleClosesNewestLotsFirstWhenLifo) {
  const Position position = fresh_position();
  trade(position, TradeType::kMarketBuy, 400, 2000);
  trade(position, TradeType::kMarketBuy, 200, 2200);
  trade(position, TradeType::kMarketBuy, 100, 2400);
  const int64_t sale = trade(position, TradeType::kMarketSell, 400, 2500, true);
  EXPECT_EQ(changes(sale), (Lines{"400>300", "200>0", "100>0"}));
  EXPECT_EQ(lots(position), Lines{"300@20.00"});
}

TEST_F(TradeResultTest, SaleOfMoreThanIsHeldTurnsThePositionShort) {
  const Position position = fresh_position();
  trade(position, TradeType::kMarketBuy, 100, 2000);
  const int64_t sale = trade(position, TradeType::kMarketSell, 400, 2500);
  EXPECT_EQ(changes(sale), (Lines{"100>0", "0>-300"}));
  EXPECT_EQ(lots(position), Lines{"-300@25.00"});
  EXPECT_EQ(position_quantity(position), "-300");
}

TEST_F(TradeResultTest, BuyCoversShortLotsOldestFirst) {
  const Position position = fresh_position();
  trade(position, TradeType::kMarketSell, 100, 2900);
  trade(position, TradeType::kMarketSell, 400, 2800);
  const int64_t cover = trade(position, TradeType::kMarketBuy, 200, 2100);
  EXPECT_EQ(changes(cover), (Lines{"-100>0", "-400>-300"}));
  EXPECT_EQ(lots(position), Lines{"-300@28.00"});
  const int64_t turn = trade(position, TradeType::kMarketBuy, 800, 2200, true);
  EXPECT_EQ(changes(turn), (Lines{"-300>0", "0>500"}));
  EXPECT_EQ(position_quantity(position), "500");
}

TEST_F(TradeResultTest, ClosingTheWholePositionRemovesItsRows) {
  const Position position = fresh_position();
  trade(position, TradeType::kMarketBuy, 200, 2000);
  trade(position, TradeType::kMarketSell, 200, 2000);
  EXPECT_EQ(position_quantity(position), "none");
  EXPECT_EQ(lots(position), Lines{});
  trade(position, TradeType::kMarketSell, 100, 2000);
  trade(position, TradeType::kMarketBuy, 100, 2000);
  EXPECT_EQ(position_quantity(position), "none");
}

TEST_F(TradeResultTest, LotsSmallerThanUsualAreAllFound) {
  const Position position = fresh_position();
  for (int i = 0; i < 4; ++i) trade(position, TradeType::kMarketBuy, 30, 2000 + i);
  const int64_t sale = trade(position, TradeType::kMarketSell, 100, 2500);
  EXPECT_EQ(changes(sale), (Lines{"30>0", "30>0", "30>0", "30>20"}));
  EXPECT_EQ(lots(position), Lines{"20@20.03"});
}

TEST_F(TradeResultTest, GainIsTaxedAndWithheldForTaxStatusOne) {
  const Position position = fresh_position(1);
  trade(position, TradeType::kMarketBuy, 100, 2000);
  const int64_t sale = trade(position, TradeType::kMarketSell, 100, 2937);
  const int64_t tax = tax_of(position, 100 * 937);
  ASSERT_GT(tax, 0);
  EXPECT_EQ(cents("t_tax", "trade", "t_id", sale), tax);
  EXPECT_EQ(cents("se_amt", "settlement", "se_t_id", sale),
            100 * 2937 - market_charge(position) - commission(position, 100, 2937) - tax);
}

TEST_F(TradeResultTest, GainIsTaxedButNotWithheldForTaxStatusTwo) {
  const Position position = fresh_position(2);
  trade(position, TradeType::kMarketSell, 200, 2900);
  const int64_t cover = trade(position, TradeType::kMarketBuy, 200, 2500);
  const int64_t tax = tax_of(position, 200 * 400);
  ASSERT_GT(tax, 0);
  EXPECT_EQ(cents("t_tax", "trade", "t_id", cover), tax);
  EXPECT_EQ(cents("se_amt", "settlement", "se_t_id", cover),
            -(200 * 2500 + market_charge(position) + commission(position, 200, 2500)));
}

TEST_F(TradeResultTest, LossAndTaxFreeAccountPayNoTax) {
  const Position taxed = fresh_position(1);
  trade(taxed, TradeType::kMarketBuy, 100, 2900);
  EXPECT_EQ(cents("t_tax", "trade", "t_id", trade(taxed, TradeType::kMarketSell, 100, 2000)), 0);
  const Position tax_free = fresh_position(0);
  trade(tax_free, TradeType::kMarketBuy, 100, 2000);
  EXPECT_EQ(cents("t_tax", "trade", "t_id", trade(tax_free, TradeType::kMarketSell, 100, 2900)), 0);
}

TEST_F(TradeResultTest, MarginBuyMovesNoCash) {
  const Position position = fresh_position();
  const int64_t old_balance = balance(position);
  const int64_t trade_id = trade(position, TradeType::kMarketBuy, 100, 2500, false, true);
  EXPECT_EQ(sql.value(fmt::format("SELECT se_cash_type FROM settlement WHERE se_t_id = {}", trade_id)), "Margin");
  EXPECT_EQ(sql.number(fmt::format("SELECT count(*) FROM cash_transaction WHERE ct_t_id = {}", trade_id)), 0);
  EXPECT_EQ(balance(position), old_balance);
}

TEST_F(TradeResultTest, SecondDeliveryChangesNothing) {
  const Position position = fresh_position();
  const int64_t trade_id = trade(position, TradeType::kMarketBuy, 100, 2500);
  const auto before = broker(position);
  const int64_t old_balance = balance(position);
  const Answer again = settle(trade_id, 2600);
  EXPECT_EQ(again.status, 0);
  EXPECT_TRUE(again.already_applied);
  EXPECT_EQ(broker(position), before);
  EXPECT_EQ(balance(position), old_balance);
  EXPECT_EQ(lots(position), Lines{"100@25.00"});
}

TEST_F(TradeResultTest, UnknownOrUnsubmittedTradeIsAWrongAnswer) {
  EXPECT_EQ(settle(model.first_run_time_trade_id() + 999 * kRunTimeIdsPerBroker, 2500).status, -811);
  const Answer pending = place(order_of(fresh_position(), TradeType::kLimitSell, 100));
  const auto trade_id = static_cast<int64_t>(pending.orders.at(0).trade_id);
  EXPECT_EQ(settle(trade_id, 2500).status, -811);
  EXPECT_EQ(status_of(trade_id), "PNDG");
}

TEST_F(TradeResultTest, TakesTwoRoundTripsAndAThirdForTax) {
  const Position position = fresh_position(1);
  trade(position, TradeType::kMarketBuy, 100, 2000);
  const auto order = [&](TradeType type) {
    return static_cast<int64_t>(place(order_of(position, type, 100)).orders.at(0).trade_id);
  };
  const int64_t buy = order(TradeType::kMarketBuy);
  const int64_t sale = order(TradeType::kMarketSell);
  session.take_round_trips();
  settle(buy, 2000);
  EXPECT_EQ(session.take_round_trips(), 2U);
  settle(sale, 2900);
  EXPECT_EQ(session.take_round_trips(), 3U);
}

TEST_F(TradeResultTest, LocksNoWholeTableAgainstOtherTradeResults) {
  const Position position = fresh_position(1);
  trade(position, TradeType::kMarketBuy, 100, 2000);
  const Answer sale = place(order_of(position, TradeType::kMarketSell, 200));
  // Predicate locks stay visible while a transaction that overlaps is open.
  Sql overlapping(trading_conninfo());
  overlapping.query("BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_current_snapshot()");
  settle(static_cast<int64_t>(sale.orders.at(0).trade_id), 2900);
  EXPECT_GT(sql.number("SELECT count(*) FROM pg_locks WHERE mode = 'SIReadLock'"), 0);
  EXPECT_EQ(
      lines("SELECT DISTINCT relation::regclass FROM pg_locks WHERE mode = 'SIReadLock' AND locktype = 'relation'"),
      Lines{});
  overlapping.query("ROLLBACK");
}

}  // namespace
}  // namespace quartet::test
