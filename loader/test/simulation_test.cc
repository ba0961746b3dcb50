// The trade simulation: docs/spec/population.md, "Shape of the trades" and, without a database, "Invariants".
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "binary_rows.h"
#include "generate/rates.h"
#include "generate/unit_facts.h"

namespace quartet {
namespace {

constexpr uint64_t kSeed = 42;

struct TradeRow {
  int64_t completed;
  std::string_view type;
  bool is_cash;
  std::string_view symbol;
  int64_t quantity;
  int64_t bid_price;
  int64_t account;
  int64_t price;
  int64_t charge;
  int64_t commission;
  int64_t tax;
  bool is_lifo;

  [[nodiscard]] bool is_sale() const { return type == "TMS" || type == "TSL" || type == "TLS"; }
  [[nodiscard]] bool is_market_order() const { return type == "TMB" || type == "TMS"; }
  [[nodiscard]] int64_t signed_quantity() const { return is_sale() ? -quantity : quantity; }
};

struct HistoryRow {
  int64_t lot;
  int64_t trade;
  int64_t before;
  int64_t after;
};

// A simulated Load Unit, read back.
class Simulated {
 public:
  Simulated(int64_t units, int64_t unit, int64_t days)
      : model({.load_units = units, .active_load_units = 1, .trade_days = days, .news_length = 1'000, .seed = kSeed}) {
    std::array<RowWriter, kTableCount> writers;
    simulate_unit(model, unit, writers, collect_into(tables));
    for (const Row& row : rows(Table::kTrade)) {
      ids.push_back(row[0].integer());
      trades[row[0].integer()] = {row[1].integer(),   row[3].text(),      row[4].boolean(),   row[5].text(),
                                  row[6].integer(),   row[7].numeric(2),  row[8].integer(),   row[10].numeric(2),
                                  row[11].numeric(2), row[12].numeric(2), row[13].numeric(2), row[14].boolean()};
    }
    for (const Row& row : rows(Table::kHoldingHistory)) {
      history.push_back({row[0].integer(), row[1].integer(), row[2].integer(), row[3].integer()});
    }
  }

  [[nodiscard]] std::vector<Row> rows(Table table) const { return read_rows(bytes_of(tables, table)); }
  // Share of the trades for which `holds` is true.
  template <typename Claim>
  [[nodiscard]] double share(Claim holds) const {
    return static_cast<double>(
               std::count_if(trades.begin(), trades.end(), [&](const auto& entry) { return holds(entry.second); })) /
           static_cast<double>(trades.size());
  }
  template <typename Value>
  [[nodiscard]] double mean(Value value) const {
    double sum = 0;
    for (const auto& [id, trade] : trades) {
      sum += static_cast<double>(value(trade));
    }
    return sum / static_cast<double>(trades.size());
  }

  MarketModel model;
  TableBytes tables;
  std::vector<int64_t> ids;  // in the order of the rows
  std::unordered_map<int64_t, TradeRow> trades;
  std::vector<HistoryRow> history;
};

const Simulated& one_day() {
  static const Simulated kOneDay(3, 1, 1);
  return kOneDay;
}

TEST(Simulation, HasTheExactCountAndNoSkippedId) {
  const Simulated& day = one_day();
  EXPECT_EQ(day.ids.size(), 57'600U);
  EXPECT_EQ(day.trades.size(), 57'600U);
  for (const int64_t id : day.ids) {
    const int64_t offset = id - kTradeIdBase;
    EXPECT_GT(offset, 58'176);  // the block of unit 1
    EXPECT_LE(offset, 2 * 58'176);
    EXPECT_FALSE(MarketModel::is_skipped_offset(offset));
  }
}

TEST(Simulation, RowsComeInTheOrderOfCompletionWithinTradingHours) {
  constexpr int64_t kHour = 3'600'000'000;
  int64_t last = 0;
  int next_day = 0;
  for (const int64_t id : one_day().ids) {
    const int64_t at = one_day().trades.at(id).completed;
    EXPECT_GE(at, last);
    EXPECT_EQ(at % 1'000, 0) << "milliseconds";
    last = at;
    const int64_t since_opening = at - calendar::trading_timestamp(0);
    EXPECT_GE(since_opening, 1'000'000);
    next_day += since_opening > 24 * kHour ? 1 : 0;
    const int64_t in_day = since_opening % (24 * kHour);
    EXPECT_LE(in_day, since_opening > 24 * kHour ? kHour / 4 + 6'500'000 : 8 * kHour + 6'500'000);
  }
  EXPECT_NEAR(next_day, 125, 50);
}

TEST(Simulation, HasThePricesAndCostsOfTheReference) {
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  const Simulated& day = one_day();
  EXPECT_NEAR(day.share([](const TradeRow& trade) { return trade.tax > 0; }), 0.10, 0.01);
  EXPECT_NEAR(day.mean([](const TradeRow& trade) { return trade.price; }), 2'482, 20);
  EXPECT_NEAR(day.mean([](const TradeRow& trade) { return trade.charge; }), 422, 4);
  EXPECT_NEAR(day.mean([](const TradeRow& trade) { return trade.commission; }), 2'950, 60);
}

TEST(Simulation, TradesStayInTheBasketOfTheirAccount) {
  const Simulated& day = one_day();
  std::unordered_map<int64_t, std::unordered_set<std::string>> baskets;
  for (const auto& [id, trade] : day.trades) {
    EXPECT_EQ(MarketModel::owner(trade.account) / kCustomersPerUnit, 1);
    auto& symbols = baskets[trade.account];
    if (symbols.empty()) {
      const Basket basket = day.model.basket(trade.account);
      for (int i = 0; i < basket.size; ++i) {
        symbols.insert(day.model.symbol(basket.securities.at(static_cast<size_t>(i))));
      }
    }
    EXPECT_TRUE(symbols.contains(std::string(trade.symbol)));
  }
}

TEST(Simulation, PricesAreProtectedAndOfTheCurve) {
  for (const auto& [id, trade] : one_day().trades) {
    EXPECT_TRUE(trade.quantity == 100 || trade.quantity == 200 || trade.quantity == 400 || trade.quantity == 800);
    EXPECT_TRUE(trade.type != "TLB" || trade.price <= trade.bid_price);
    EXPECT_TRUE(trade.type != "TLS" || trade.price >= trade.bid_price);
    // The curve one second before completion, which the protection may replace by the bid.
    const int64_t security = one_day().model.security_of_symbol(trade.symbol);
    const int64_t at = (trade.completed - calendar::trading_timestamp(0)) / 1'000 - 1'000;
    const int64_t curve = MarketModel::price_cents(security, at);
    EXPECT_TRUE(trade.price == curve || trade.price == trade.bid_price);
  }
}

TEST(Simulation, StatesFollowEachOther) {
  const Simulated& day = one_day();
  std::unordered_map<int64_t, std::map<std::string_view, int64_t>> states;
  int64_t rows = 0;
  for (const Row& row : day.rows(Table::kTradeHistory)) {
    states[row[0].integer()][row[2].text()] = row[1].integer();
    ++rows;
  }
  EXPECT_NEAR(static_cast<double>(rows) / 57'600, 2.4, 0.02);
  for (const auto& [id, trade] : day.trades) {
    const auto& times = states.at(id);
    ASSERT_EQ(times.size(), trade.is_market_order() ? 2U : 3U);
    EXPECT_EQ(times.at("CMPT"), trade.completed);
    const int64_t delay = trade.completed - times.at("SBMT");
    EXPECT_GE(delay, 1'000'000);
    EXPECT_LE(delay, 6'000'000);
    if (!trade.is_market_order()) {
      EXPECT_GE(times.at("SBMT"), times.at("PNDG"));
    }
  }
}

TEST(Simulation, AmountsFollowTheirFormulas) {
  const Simulated& day = one_day();
  const UnitFacts facts = look_up_unit(day.model, 1);
  std::unordered_map<int64_t, const AccountFacts*> accounts;
  for (const AccountFacts& account : facts.accounts) {
    accounts[account.id] = &account;
  }
  std::unordered_map<int64_t, int64_t> gains;
  for (const HistoryRow& row : day.history) {
    if (row.lot != row.trade) {
      gains[row.trade] += (row.before - row.after) * (day.trades.at(row.trade).price - day.trades.at(row.lot).price);
    }
  }
  const auto settlements = day.rows(Table::kSettlement);
  ASSERT_EQ(settlements.size(), day.trades.size());
  for (const Row& row : settlements) {
    const TradeRow& trade = day.trades.at(row[0].integer());
    const AccountFacts& account = *accounts.at(trade.account);
    const CustomerFacts& owner = facts.customers.at(account.customer);
    const double notional = static_cast<double>(trade.quantity * trade.price);
    const int exchange = day.model.exchange_of(day.model.company_of(day.model.security_of_symbol(trade.symbol)));
    const int rate = commission_rate(owner.tier, exchange, quantity_band(static_cast<int32_t>(trade.quantity)));
    EXPECT_EQ(trade.commission, std::llround(notional * rate / 10'000));
    const int64_t gain = gains[row[0].integer()];
    const double tax = static_cast<double>(gain) * static_cast<double>(owner.tax_rate) / 100'000;
    EXPECT_EQ(trade.tax, account.tax_status == 0 || gain <= 0 ? 0 : std::llround(tax));
    const int64_t costs = trade.charge + trade.commission;
    const int64_t amount =
        trade.is_sale() ? trade.quantity * trade.price - costs : -trade.quantity * trade.price - costs;
    EXPECT_EQ(row[3].numeric(2), amount - (account.tax_status == 1 ? trade.tax : 0));
    EXPECT_EQ(row[1].text(), trade.is_cash ? "Cash Account" : "Margin");
    EXPECT_TRUE(trade.is_cash || !trade.is_sale());
    EXPECT_EQ(row[2].integer(), trade.completed / 86'400'000'000 + 2);
  }
}

TEST(Simulation, CashTransactionsRepeatTheSettlementsOfCashTrades) {
  const Simulated& day = one_day();
  std::unordered_map<int64_t, int64_t> settled;
  for (const Row& row : day.rows(Table::kSettlement)) {
    settled[row[0].integer()] = row[3].numeric(2);
  }
  const auto rows = day.rows(Table::kCashTransaction);
  EXPECT_EQ(static_cast<double>(rows.size()),
            day.share([](const TradeRow& trade) { return trade.is_cash; }) * static_cast<double>(day.trades.size()));
  for (const Row& row : rows) {
    const TradeRow& trade = day.trades.at(row[0].integer());
    EXPECT_TRUE(trade.is_cash);
    EXPECT_EQ(row[1].integer(), trade.completed);
    EXPECT_EQ(row[2].numeric(2), settled.at(row[0].integer()));
    EXPECT_LE(row[3].text().size(), 100U);
    EXPECT_NE(row[3].text().find(" shares of "), std::string_view::npos);
  }
}

TEST(Simulation, HoldingsAndTheirHistoryAddUp) {
  const Simulated& day = one_day();
  std::unordered_map<int64_t, int64_t> lots;     // present quantity by the history, rows in order of completion
  std::unordered_map<int64_t, int64_t> changes;  // by trade
  std::unordered_map<int64_t, int> rows_of_trade;
  for (const HistoryRow& row : day.history) {
    EXPECT_EQ(row.before, lots[row.lot]);
    EXPECT_TRUE(row.lot == row.trade ? row.before == 0 && row.after != 0
                                     : std::abs(row.after) < std::abs(row.before) && row.after * row.before >= 0);
    EXPECT_EQ(day.trades.at(row.lot).account, day.trades.at(row.trade).account);
    EXPECT_EQ(day.trades.at(row.lot).symbol, day.trades.at(row.trade).symbol);
    lots[row.lot] = row.after;
    changes[row.trade] += row.after - row.before;
    ++rows_of_trade[row.trade];
  }
  std::map<std::pair<int64_t, std::string_view>, int64_t> positions;
  for (const auto& [id, trade] : day.trades) {
    EXPECT_EQ(changes[id], trade.signed_quantity());
    EXPECT_LE(rows_of_trade[id], 8);
    positions[{trade.account, trade.symbol}] += trade.signed_quantity();
  }
  std::map<std::pair<int64_t, std::string_view>, int64_t> held;
  int shorts = 0;
  const auto holdings = day.rows(Table::kHolding);
  for (const Row& row : holdings) {
    const TradeRow& opener = day.trades.at(row[0].integer());
    EXPECT_EQ(row[1].integer(), opener.account);
    EXPECT_EQ(row[2].text(), opener.symbol);
    EXPECT_EQ(row[3].integer(), opener.completed);
    EXPECT_EQ(row[4].numeric(2), opener.price);
    const int64_t quantity = row[5].integer();
    EXPECT_NE(quantity, 0);
    EXPECT_EQ(quantity, lots[row[0].integer()]);
    lots.erase(row[0].integer());
    int64_t& sum = held[{opener.account, opener.symbol}];
    EXPECT_GE(sum * quantity, 0) << "all lots of a list have one sign";
    sum += quantity;
    shorts += quantity < 0 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(shorts) / static_cast<double>(holdings.size()), 0.5, 0.03);
  for (const auto& [lot, quantity] : lots) {
    EXPECT_EQ(quantity, 0) << "lot without a holding";
  }
  std::erase_if(positions, [](const auto& entry) { return entry.second == 0; });
  EXPECT_EQ(held, positions);
  std::map<std::pair<int64_t, std::string_view>, int64_t> summaries;
  const auto summary_rows = day.rows(Table::kHoldingSummary);
  for (const Row& row : summary_rows) {
    summaries[{row[0].integer(), row[1].text()}] = row[2].integer();
  }
  EXPECT_EQ(summaries, held);
}

TEST(Simulation, LotsAreClosedFromTheEndThatTheFlagNames) {
  const Simulated& day = one_day();
  // Open lots per account and symbol, oldest first, rebuilt from the history.
  std::map<std::pair<int64_t, std::string_view>, std::vector<int64_t>> open;
  for (const HistoryRow& row : day.history) {
    const TradeRow& trade = day.trades.at(row.trade);
    auto& list = open[{trade.account, trade.symbol}];
    if (row.lot == row.trade) {
      list.push_back(row.lot);
      continue;
    }
    ASSERT_FALSE(list.empty());
    ASSERT_EQ(row.lot, trade.is_lifo ? list.back() : list.front());
    if (row.after == 0) {
      list.erase(trade.is_lifo ? list.end() - 1 : list.begin());
    }
  }
}

TEST(Simulation, BrokersHaveTheTotalsOfTheirTrades) {
  const Simulated& day = one_day();
  std::map<int64_t, std::pair<int64_t, int64_t>> totals;
  for (const auto& [id, trade] : day.trades) {
    auto& [trades, commission] = totals[kIdBase + 1 + day.model.broker_of(trade.account)];
    ++trades;
    commission += trade.commission;
  }
  const auto rows = day.rows(Table::kBroker);
  ASSERT_EQ(rows.size(), 10U);
  for (const Row& row : rows) {
    EXPECT_EQ(row[3].integer(), totals[row[0].integer()].first);
    EXPECT_EQ(row[4].numeric(2), totals[row[0].integer()].second);
    EXPECT_NEAR(static_cast<double>(row[3].integer()), 5'760, 1'000);
  }
}

// Rows per trade or account by history length: docs/spec/schema.md, "Row counts". TableSizes has 1, 3 and 10 days,
// TradeDistribution 125.
struct GrowthFigures {
  int64_t days;
  double summaries_per_account;
  double holdings_per_trade;
  double history_per_trade;
};

class SimulationGrowth : public testing::TestWithParam<GrowthFigures> {};

TEST_P(SimulationGrowth, MatchesTheReference) {
  const GrowthFigures& expected = GetParam();
  const MarketModel model({.trade_days = expected.days, .seed = kSeed});
  std::array<RowWriter, kTableCount> writers;
  simulate_unit(model, 0, writers, [](Table, RowWriter& writer) { writer.clear(); });
  const auto rows = [&writers](Table table) {
    return static_cast<double>(writers.at(static_cast<size_t>(table)).rows());
  };
  const double trades = 57'600.0 * static_cast<double>(expected.days);
  EXPECT_EQ(rows(Table::kTrade), trades);
  EXPECT_EQ(rows(Table::kSettlement), trades);
  EXPECT_NEAR(rows(Table::kTradeHistory) / trades, 2.4, 0.01);
  EXPECT_NEAR(rows(Table::kCashTransaction) / trades, 0.92, 0.004);
  EXPECT_NEAR(rows(Table::kHoldingSummary) / 5'000, expected.summaries_per_account, 0.15);
  EXPECT_NEAR(rows(Table::kHolding) / trades, expected.holdings_per_trade, 0.006);
  EXPECT_NEAR(rows(Table::kHoldingHistory) / trades, expected.history_per_trade, 0.006);
}

INSTANTIATE_TEST_SUITE_P(TradeDays, SimulationGrowth,
                         testing::Values(GrowthFigures{2, 7.75, 0.560, 1.144}, GrowthFigures{5, 9.28, 0.389, 1.211}),
                         [](const auto& figures) { return "Days" + std::to_string(figures.param.days); });

}  // namespace
}  // namespace quartet
