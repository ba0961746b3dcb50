// The trades against docs/spec/population.md, "Selection", "Trade simulation" and "Shape of the trades": every
// distribution they name, on one Load Unit of three days.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "binary_rows.h"
#include "goodness_of_fit.h"

namespace quartet {
namespace {

constexpr int64_t kDays = 3;
constexpr int64_t kMillisPerDay = 86'400'000;
constexpr int64_t kNight = kMillisPerDay - kMillisPerTradeDay;

// A trade as its rows in TRADE and TRADE_HISTORY tell it. Times are milliseconds since the first opening, with 24 h per
// business day; prices are cents.
struct Traded {
  int64_t offset;
  TradeType type;
  bool is_cash;
  bool is_lifo;
  int64_t quantity;
  int64_t bid;
  int64_t price;
  int64_t account;
  int64_t customer;
  int64_t security;
  int64_t ordered;
  int64_t submitted;
  int64_t completed;
};

const MarketModel& model() {
  static const MarketModel kModel({.trade_days = kDays, .news_length = 1'000});
  return kModel;
}

std::vector<Traded> simulate() {
  TableBytes tables;
  std::array<RowWriter, kTableCount> writers;
  simulate_unit(model(), 0, writers, collect_into(tables));
  const auto millis = [](int64_t micros) { return (micros - calendar::trading_timestamp(0)) / 1'000; };
  std::unordered_map<std::string_view, TradeType> types;
  for (size_t i = 0; i < kTradeTypeIds.size(); ++i) types[kTradeTypeIds.at(i)] = static_cast<TradeType>(i);
  std::vector<Traded> trades;
  std::unordered_map<int64_t, size_t> index;
  for (const Row& row : read_rows(bytes_of(tables, Table::kTrade))) {
    Traded trade{};
    trade.offset = row[0].integer() - kTradeIdBase;
    trade.type = types.at(row[3].text());
    trade.is_cash = row[4].boolean();
    trade.security = model().security_of_symbol(row[5].text());
    trade.quantity = row[6].integer();
    trade.bid = row[7].numeric(2);
    trade.account = row[8].integer();
    trade.customer = MarketModel::owner(trade.account);
    trade.price = row[10].numeric(2);
    trade.is_lifo = row[14].boolean();
    trade.completed = millis(row[1].integer());
    index[trade.offset] = trades.size();
    trades.push_back(trade);
  }
  for (const Row& row : read_rows(bytes_of(tables, Table::kTradeHistory))) {
    Traded& trade = trades.at(index.at(row[0].integer() - kTradeIdBase));
    const bool is_first = row[2].text() == (is_market(trade.type) ? "SBMT" : "PNDG");
    if (is_first) trade.ordered = millis(row[1].integer());
    if (row[2].text() == "SBMT") trade.submitted = millis(row[1].integer());
  }
  return trades;
}

const std::vector<Traded>& trades() {
  static const std::vector<Traded> kTrades = simulate();
  return kTrades;
}

size_t quantity_index(const Traded& trade) {
  return trade.quantity == 100 ? 0 : trade.quantity == 200 ? 1 : trade.quantity == 400 ? 2 : 3;
}

TEST(TradeDistribution, TypesQuantitiesAndFlagsHaveTheirSharesIndependently) {
  std::vector<double> types(5);
  std::vector<double> quantities(4);
  std::vector<double> lifo(2);
  std::vector<double> margin_of_buys(2);
  std::vector<std::vector<double>> by_type(5, std::vector<double>(4));
  std::vector<std::vector<double>> lifo_by_type(5, std::vector<double>(2));
  std::vector<std::vector<double>> margin_by_quantity(4, std::vector<double>(2));
  for (const Traded& trade : trades()) {
    const auto type = static_cast<size_t>(trade.type);
    ++types.at(type);
    ++quantities.at(quantity_index(trade));
    ++by_type.at(type).at(quantity_index(trade));
    ++lifo[trade.is_lifo ? 0 : 1];
    ++lifo_by_type.at(type)[trade.is_lifo ? 0 : 1];
    if (is_sell(trade.type)) {
      EXPECT_TRUE(trade.is_cash);
    } else {
      ++margin_of_buys[trade.is_cash ? 1 : 0];
      ++margin_by_quantity.at(quantity_index(trade))[trade.is_cash ? 1 : 0];
    }
  }
  EXPECT_TRUE(has_shares(types, {30, 30, 10, 10, 20})) << "TMB, TMS, TSL, TLS, TLB";
  EXPECT_TRUE(is_even(quantities));
  EXPECT_TRUE(has_shares(lifo, {35, 65}));
  EXPECT_TRUE(has_shares(margin_of_buys, {16, 84}));
  EXPECT_TRUE(is_independent(by_type));
  EXPECT_TRUE(is_independent(lifo_by_type));
  EXPECT_TRUE(is_independent(margin_by_quantity));
}

TEST(TradeDistribution, CustomersTradeByTheWeightOfTheirPosition) {
  std::vector<double> counts(kCustomersPerUnit);
  std::vector<double> weights(kCustomersPerUnit);
  std::vector<double> tiers(3);
  std::vector<double> brokers(kBrokersPerUnit);
  for (int64_t i = 0; i < kCustomersPerUnit; ++i) {
    const auto x = static_cast<double>(i);
    weights.at(static_cast<size_t>((731 * i + 41) % kCustomersPerUnit)) = i < 200   ? (2 * x + 301) / 500
                                                                          : i < 800 ? (2 * x + 1001) / 1000
                                                                                    : (2 * x - 299) / 500;
  }
  for (const Traded& trade : trades()) {
    ++counts.at(static_cast<size_t>(trade.customer));
    ++tiers.at(static_cast<size_t>(model().tier(trade.customer) - 1));
    ++brokers.at(static_cast<size_t>(model().broker_of(trade.account)));
  }
  EXPECT_TRUE(has_shares(counts, weights));
  EXPECT_TRUE(has_shares(tiers, {10, 60, 30}));
  for (const double of_broker : brokers) EXPECT_NEAR(of_broker / kDays, 5'760, 0.15 * 5'760);
}

TEST(TradeDistribution, AccountsAndBasketPositionsAreChosenAlike) {
  std::map<int, std::vector<double>> accounts;   // by the number of accounts of the owner
  std::map<int, std::vector<double>> positions;  // by the size of the basket
  for (const Traded& trade : trades()) {
    const int count = model().account_count(trade.customer);
    auto& of_count = accounts[count];
    of_count.resize(static_cast<size_t>(count));
    ++of_count.at(static_cast<size_t>(trade.account - MarketModel::account_id(trade.customer, 0)));
    const Basket basket = model().basket(trade.account);
    auto& of_size = positions[basket.size];
    of_size.resize(static_cast<size_t>(basket.size));
    const auto* const end = basket.securities.begin() + basket.size;
    const auto* const place = std::find(basket.securities.begin(), end, trade.security);
    ASSERT_NE(place, end);
    ++of_size.at(static_cast<size_t>(place - basket.securities.begin()));
  }
  EXPECT_EQ(accounts.size(), 10U);
  EXPECT_EQ(positions.size(), 17U);
  for (const auto& [count, counts] : accounts) EXPECT_TRUE(count == 1 || is_even(counts)) << count << " accounts";
  for (const auto& [size, counts] : positions) EXPECT_TRUE(is_even(counts)) << "baskets of " << size;
}

TEST(TradeDistribution, OrdersArriveEvenlyInsideTheirSlots) {
  // Order number m is placed at m x g + U[0, g - 0.001 s], g = (100/101) x 0.5 s.
  std::vector<double> shares;
  for (const Traded& trade : trades()) {
    const int64_t number = trade.offset - 1;
    const double slot = static_cast<double>(number % kTradeIdsPerUnitDay) * 50'000 / 101;
    const double length = 50'000.0 / 101 - 1;
    const int64_t opening = number / kTradeIdsPerUnitDay * kMillisPerDay;
    const double past = static_cast<double>(trade.ordered - opening) - slot;
    ASSERT_GT(past, -1.0);
    ASSERT_LE(past, length);
    shares.push_back((past + 0.5) / (length + 1));  // the milliseconds are cut
  }
  EXPECT_TRUE(follows(shares, uniform_reals(0, 1)));
}

TEST(TradeDistribution, BidPricesAreEvenAndOfTheCurve) {
  std::vector<double> cents(1'001);
  std::vector<double> market;
  for (const Traded& trade : trades()) {
    if (is_market(trade.type)) {
      EXPECT_EQ(trade.bid, MarketModel::price_cents(trade.security, trade.ordered));
      market.push_back(static_cast<double>(trade.bid));
    } else {
      ++cents.at(static_cast<size_t>(trade.bid - 20'00));
    }
  }
  EXPECT_TRUE(is_even(cents));
  // A triangular wave seen at an even time is even but for its rounded ends, which hold half a cent each.
  EXPECT_TRUE(follows(market, [](double x) { return std::clamp((std::floor(x) - 2000 + 0.5) / 1000, 0.0, 1.0); }));
}

TEST(TradeDistribution, LimitOrdersWaitForTheCurve) {
  std::vector<double> at_once;
  std::vector<double> in_the_money(2);
  double waits = 0;
  int64_t overnight = 0;
  for (const Traded& trade : trades()) {
    if (is_market(trade.type)) {
      EXPECT_EQ(trade.submitted, trade.ordered);
      continue;
    }
    const int64_t expected = MarketModel::millis_until_triggered(trade.security, trade.ordered, trade.type, trade.bid);
    const bool is_carried = trade.submitted - trade.ordered > kNight;
    const int64_t waited = trade.submitted - trade.ordered - (is_carried ? kNight : 0);
    EXPECT_EQ(is_carried, (trade.ordered % kMillisPerDay) + waited > kMillisPerTradeDay);
    overnight += is_carried ? 1 : 0;
    ++in_the_money[expected == 0 ? 0 : 1];
    if (expected == 0) {
      at_once.push_back(static_cast<double>(waited));
    } else {
      EXPECT_EQ(waited, expected);
      EXPECT_LT(waited, 900'000);
      waits += static_cast<double>(waited);
    }
  }
  EXPECT_TRUE(follows(at_once, uniform_integers(500, 1'500)));
  EXPECT_TRUE(has_shares(in_the_money, {50, 50}));
  EXPECT_NEAR(waits / in_the_money[1] / 1'000, 300, 3);
  EXPECT_NEAR(static_cast<double>(overnight) / static_cast<double>(trades().size()), 0.0021, 0.0004);
}

TEST(TradeDistribution, TradesTakeACutExponentialTimeAndThePriceBeforeTheLastSecond) {
  std::vector<double> delays;
  for (const Traded& trade : trades()) {
    delays.push_back(static_cast<double>(trade.completed - trade.submitted - 1'000));
    int64_t price = MarketModel::price_cents(trade.security, trade.completed - 1'000);
    if (trade.type == TradeType::kLimitBuy) price = std::min(price, trade.bid);
    if (trade.type == TradeType::kLimitSell) price = std::max(price, trade.bid);
    EXPECT_EQ(trade.price, price) << "type " << static_cast<int>(trade.type);
  }
  EXPECT_TRUE(follows(delays, [](double millis) {
    return millis < 0 ? 0.0 : millis >= 5'000 ? 1.0 : 1 - std::exp(-(std::floor(millis) + 1) / 1'000);
  }));
}

TEST(TradeDistribution, TheQueueHoldsAbout120Orders) {
  // Orders placed count up, completions count down; nights are left out.
  std::map<int64_t, int> changes;
  double waiting = 0;
  for (const Traded& trade : trades()) {
    if (trade.completed / kMillisPerDay != trade.ordered / kMillisPerDay) continue;
    ++changes[trade.ordered];
    --changes[trade.completed];
    waiting += static_cast<double>(trade.completed - trade.ordered);
  }
  int now = 0;
  int most = 0;
  for (const auto& [at, change] : changes) most = std::max(most, now += change);
  EXPECT_NEAR(waiting / static_cast<double>(kDays * kMillisPerTradeDay), 120, 5);
  EXPECT_LT(most, 400);
}

// Field number `index` (from 0) of the first row of the bytes, which are moved behind the row.
std::string_view take_field(std::string_view& bytes, int64_t index) {
  std::string_view found;
  const int64_t columns = big_endian(bytes.substr(0, 2));
  bytes.remove_prefix(2);
  for (int64_t i = 0; i < columns; ++i) {
    const int64_t length = big_endian(bytes.substr(0, 4));
    const std::string_view field = bytes.substr(4, static_cast<size_t>(std::max<int64_t>(length, 0)));
    if (i == index) found = field;
    bytes.remove_prefix(4 + field.size());
  }
  return found;
}

// Section 8 states its figures for the history of an official database.
TEST(SoakTradeDistribution, HasTheShapeOfTheReferenceAfter125Days) {
  constexpr int64_t kOfficialDays = 125;
  constexpr double kTrades = 57'600.0 * kOfficialDays;
  const MarketModel official({.trade_days = kOfficialDays, .news_length = 1'000});
  std::array<double, 9> trades_by_rows{};  // TRADEs with that many HOLDING_HISTORY rows
  int64_t last_trade = 0;
  size_t rows_of_trade = 0;
  std::unordered_map<int64_t, int> trades_of_account;
  double taxed = 0;
  double shorts = 0;
  double held = 0;
  std::map<std::pair<int64_t, std::string>, int> lots_of_list;
  std::array<RowWriter, kTableCount> writers;
  simulate_unit(official, 0, writers, [&](Table table, RowWriter& writer) {
    std::string_view bytes = writer.buffer();
    if (table == Table::kHoldingHistory) {
      while (!bytes.empty()) {
        const int64_t trade = big_endian(take_field(bytes, 1));
        if (trade != last_trade) ++trades_by_rows.at(std::exchange(rows_of_trade, 0));
        last_trade = trade;
        ++rows_of_trade;
      }
    } else if (table == Table::kTrade) {
      while (!bytes.empty()) {
        std::string_view again = bytes;
        ++trades_of_account[big_endian(take_field(bytes, 8))];
        taxed += big_endian(take_field(again, 13).substr(0, 2)) > 0 ? 1 : 0;  // a numeric 0 has no digits
      }
    } else if (table == Table::kHolding) {
      for (const Row& row : read_rows(bytes)) {
        shorts += row[5].integer() < 0 ? 1 : 0;
        held += static_cast<double>(std::abs(row[5].integer()));
        ++lots_of_list[{row[1].integer(), std::string(row[2].text())}];
      }
    }
    writer.clear();
  });
  ++trades_by_rows.at(rows_of_trade);
  const auto rows = [&writers](Table table) {
    return static_cast<double>(writers.at(static_cast<size_t>(table)).rows());
  };
  EXPECT_EQ(rows(Table::kTrade), kTrades);
  EXPECT_NEAR(rows(Table::kTradeHistory) / kTrades, 2.4, 0.001);
  EXPECT_NEAR(rows(Table::kCashTransaction) / kTrades, 0.92, 0.0005);
  EXPECT_NEAR(rows(Table::kHoldingHistory) / kTrades, 1.331, 0.002);
  EXPECT_NEAR(rows(Table::kHolding) / kTrades, 0.0793, 0.002);
  EXPECT_NEAR(rows(Table::kHoldingSummary) / 5'000, 9.94, 0.15);
  constexpr std::array<double, 6> kPercents = {0, 78.7, 13.1, 5.4, 2.1, 0.6};
  for (size_t i = 1; i < kPercents.size(); ++i) {
    EXPECT_NEAR(100 * trades_by_rows.at(i) / kTrades, kPercents.at(i), 0.12) << i << " history rows";
  }
  EXPECT_NEAR(100 * (trades_by_rows[6] + trades_by_rows[7] + trades_by_rows[8]) / kTrades, 0.1, 0.06);
  EXPECT_NEAR(taxed / kTrades, 0.224, 0.004);
  EXPECT_NEAR(shorts / rows(Table::kHolding), 0.5, 0.02);
  EXPECT_NEAR(held / rows(Table::kHolding), 367, 3);
  int longest = 0;
  for (const auto& [list, lots] : lots_of_list) longest = std::max(longest, lots);
  EXPECT_NEAR(longest, 90, 25);
  std::vector<int> counts;
  counts.reserve(trades_of_account.size());
  for (const auto& [account, count] : trades_of_account) counts.push_back(count);
  ASSERT_EQ(counts.size(), 5'000U);
  std::sort(counts.begin(), counts.end());
  EXPECT_NEAR(counts.front(), 500, 100);
  EXPECT_NEAR(counts[2'500], 1'260, 60);
  EXPECT_NEAR(counts.back(), 5'000, 700);
}

}  // namespace
}  // namespace quartet
