#include "input/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

#include "goodness_of_fit.h"

namespace quartet {
namespace {

constexpr int kDraws = 1'000'000;
constexpr int kFitDraws = 200'000;  // against distributions whose expected shares are drawn as well
constexpr uint64_t kSeed = 7;

MarketParameters parameters(int64_t units, int64_t active, int64_t days) {
  MarketParameters result;
  result.load_units = units;
  result.active_load_units = active;
  result.trade_days = days;
  return result;
}

const MarketModel& small_model() {
  static const MarketModel kModel(parameters(1, 1, 1));
  return kModel;
}

const MarketModel& large_model() {
  static const MarketModel kModel(parameters(6, 5, 125));
  return kModel;
}

// Counts how often each key is drawn and checks its percentage (docs/spec/transactions.md,
// "Accepted ranges of inputs").
template <typename Key>
class Shares {
 public:
  void count(const Key& key) {
    ++counts_[key];
    ++total_;
  }
  void expect(const Key& key, double low, double high) const {
    const auto found = counts_.find(key);
    const double share = found == counts_.end() ? 0 : 100.0 * found->second / total_;
    EXPECT_GE(share, low) << key;
    EXPECT_LE(share, high) << key;
  }
  [[nodiscard]] double of(const Key& key) const { return counts_.at(key); }
  // Share of one key in the draws of another.
  void expect_ratio(const Key& key, const Key& all, double low, double high) const {
    const double share = 100.0 * counts_.at(key) / counts_.at(all);
    EXPECT_GE(share, low) << key;
    EXPECT_LE(share, high) << key;
  }

 private:
  std::map<Key, int> counts_;
  int total_ = 0;
};

void expect_within(double actual, double low, double high) {
  EXPECT_GE(actual, low);
  EXPECT_LE(actual, high);
}

bool is_active_account(const MarketModel& model, int64_t account) {
  const int64_t customer = MarketModel::owner(account);
  return customer >= 0 && customer < model.active_customers() &&
         account - MarketModel::account_id(customer, 0) < model.account_count(customer);
}

TEST(BrokerVolumeInputs, AskForTwentyToFortyDistinctActiveBrokers) {
  InputGenerator generator(large_model(), kSeed);
  std::set<std::string> active;
  for (int64_t broker = 0; broker < large_model().active_brokers(); ++broker) {
    active.insert(large_model().broker_name(broker));
  }
  std::set<size_t> sizes;
  std::set<std::string> sectors;
  for (int i = 0; i < 2000; ++i) {
    const BrokerVolumeInput input = generator.broker_volume();
    const std::set<std::string> names(input.brokers.begin(), input.brokers.end());
    ASSERT_EQ(names.size(), input.brokers.size());
    ASSERT_TRUE(std::includes(active.begin(), active.end(), names.begin(), names.end()));
    sizes.insert(names.size());
    sectors.insert(input.sector);
  }
  EXPECT_EQ(*sizes.begin(), 20U);
  EXPECT_EQ(*sizes.rbegin(), 40U);
  EXPECT_EQ(sectors.size(), 12U);
}

TEST(BrokerVolumeInputs, AskForAllBrokersOfASmallDatabase) {
  InputGenerator generator(small_model(), kSeed);
  EXPECT_EQ(generator.broker_volume().brokers.size(), 10U);
}

TEST(CustomerPositionInputs, StayInTheAcceptedRanges) {
  InputGenerator generator(large_model(), kSeed);
  int by_tax_id = 0;
  int with_history = 0;
  for (int i = 0; i < kDraws; ++i) {
    const CustomerPositionInput input = generator.customer_position();
    by_tax_id += input.tax_id.empty() ? 0 : 1;
    with_history += input.get_history ? 1 : 0;
    ASSERT_EQ(input.customer_id == 0, !input.tax_id.empty());
    ASSERT_EQ(input.account_index >= 0, input.get_history);
    if (input.get_history && input.customer_id != 0) {
      ASSERT_LT(input.account_index, large_model().account_count(input.customer_id - kIdBase - 1));
    }
  }
  expect_within(100.0 * by_tax_id / kDraws, 48, 52);
  expect_within(100.0 * with_history / kDraws, 48, 52);
}

TEST(MarketWatchInputs, StayInTheAcceptedRanges) {
  InputGenerator generator(large_model(), kSeed);
  Shares<std::string> selectors;
  Shares<int> weekdays;
  for (int i = 0; i < kDraws; ++i) {
    const MarketWatchInput input = generator.market_watch();
    selectors.count(input.customer_id != 0 ? "watch list" : input.account_id != 0 ? "account" : "industry");
    weekdays.count((input.start_date - 2) % 7);
    ASSERT_GE(input.start_date, 2 + 5 * 7);
    ASSERT_LE(input.start_date, 2 + 260 * 7 + 4);
    if (input.account_id != 0) {
      ASSERT_TRUE(is_active_account(large_model(), input.account_id));
    }
    if (!input.industry.empty()) {
      ASSERT_EQ(input.first_company_id, kIdBase + 1);
      ASSERT_EQ(input.last_company_id, kIdBase + large_model().active_companies());
    }
  }
  selectors.expect("watch list", 57, 63);
  selectors.expect("account", 33, 37);
  selectors.expect("industry", 4.5, 5.5);
  weekdays.expect(0, 19, 21);
  weekdays.expect(1, 6.5, 7.5);
  weekdays.expect(2, 5.5, 6.5);
  weekdays.expect(3, 6.5, 7.5);
  weekdays.expect(4, 59, 61);
}

TEST(MarketWatchInputs, SlideAWindowOfFiveThousandCompanies) {
  const MarketModel model(parameters(12, 12, 1));
  InputGenerator generator(model, kSeed);
  int64_t lowest = model.active_companies();
  int64_t highest = 0;
  for (int i = 0; i < kDraws; ++i) {
    const MarketWatchInput input = generator.market_watch();
    if (input.industry.empty()) continue;
    ASSERT_EQ(input.last_company_id - input.first_company_id, 4999);
    lowest = std::min(lowest, input.first_company_id - kIdBase);
    highest = std::max(highest, input.last_company_id - kIdBase);
  }
  EXPECT_EQ(lowest, 1);
  EXPECT_EQ(highest, 6000);
}

TEST(SecurityDetailInputs, StayInTheAcceptedRanges) {
  InputGenerator generator(large_model(), kSeed);
  int with_text = 0;
  std::set<int32_t> rows;
  for (int i = 0; i < kDraws; ++i) {
    const SecurityDetailInput input = generator.security_detail();
    with_text += input.access_lob ? 1 : 0;
    rows.insert(input.max_rows);
    ASSERT_GE(input.start_date, 2);
    ASSERT_LE(input.start_date, 2 + 1305 - input.max_rows);
    const int64_t security = large_model().security_of_symbol(input.symbol);
    ASSERT_TRUE(security >= 0 && security < large_model().active_securities()) << input.symbol;
  }
  expect_within(100.0 * with_text / kDraws, 0.9, 1.1);
  EXPECT_EQ(*rows.begin(), 5);
  EXPECT_EQ(*rows.rbegin(), 20);
  EXPECT_EQ(rows.size(), 16U);
}

void expect_loaded_trades(const MarketModel& model, const TradeSelection& input) {
  const std::set<int64_t> distinct(input.trade_ids.begin(), input.trade_ids.end());
  ASSERT_EQ(distinct.size(), 20U);
  for (const int64_t id : distinct) {
    const int64_t offset = id - kTradeIdBase;
    ASSERT_GE(offset, 1);
    ASSERT_LE(offset, model.max_loaded_trade_offset());
    ASSERT_FALSE(MarketModel::is_skipped_offset(offset));
  }
}

TEST(TradeLookupInputs, StayInTheAcceptedRanges) {
  InputGenerator generator(large_model(), kSeed);
  Shares<int> frames;
  const int64_t end = calendar::trading_timestamp(125 * kMillisPerTradeDay + 15 * 60'000);
  for (int i = 0; i < kDraws; ++i) {
    const TradeLookupInput input = generator.trade_lookup();
    frames.count(input.frame);
    ASSERT_EQ(input.max_trades, input.frame == 4 ? 0 : 20);
    ASSERT_EQ(input.end_dts, input.frame == 2 || input.frame == 3 ? end : 0);
    if (input.frame == 1) {
      expect_loaded_trades(large_model(), input);
    } else {
      const int64_t back_off_days = input.frame == 2 ? 4 : input.frame == 3 ? 0 : 1;
      ASSERT_GT(input.start_dts, calendar::trading_timestamp(0));
      ASSERT_LE(input.start_dts, calendar::trading_timestamp((125 - back_off_days) * kMillisPerTradeDay));
    }
    if (input.frame == 2 || input.frame == 4) {
      ASSERT_TRUE(is_active_account(large_model(), input.account_id));
    }
    if (input.frame == 3) {
      ASSERT_EQ(input.max_account_id, (kIdBase + 5000) * 10);
    }
  }
  frames.expect(1, 28.5, 31.5);
  frames.expect(2, 28.5, 31.5);
  frames.expect(3, 28.5, 31.5);
  frames.expect(4, 9.5, 10.5);
}

TEST(TradeLookupInputs, LookBackAtMostHalfOfAShortHistory) {
  InputGenerator generator(small_model(), kSeed);
  int64_t latest = 0;
  for (int i = 0; i < kDraws; ++i) {
    const TradeLookupInput input = generator.trade_lookup();
    if (input.frame == 1) expect_loaded_trades(small_model(), input);
    if (input.frame == 2) latest = std::max(latest, input.start_dts);
  }
  const int64_t half = calendar::trading_timestamp(kMillisPerTradeDay / 2);
  EXPECT_LE(latest, half);
  EXPECT_GT(latest, half - 60'000'000) << "the window should be used up to its end";
}

// Draws of the formula of docs/spec/population.md, "Non-uniform numbers" with another source of random numbers, as
// shares of `cells` equal ranges.
std::vector<double> non_uniform_shares(int64_t p, int64_t q, int64_t a, int s, size_t cells) {
  std::mt19937_64 bits(1);  // NOLINT(cert-msc51-cpp): a test draws the same in every run
  std::uniform_int_distribution<int64_t> uniform(p, q);
  std::uniform_int_distribution<int64_t> mask(0, a);
  std::vector<double> shares(cells);
  for (int i = 0; i < 20 * kFitDraws; ++i) {
    const int64_t value = (uniform(bits) | (mask(bits) << s)) % (q - p + 1);
    ++shares[static_cast<size_t>(value) * cells / static_cast<size_t>(q - p + 1)];
  }
  return shares;
}

// A value of p..q as one of `cells` equal ranges.
size_t cell_of(int64_t value, int64_t p, int64_t q, size_t cells) {
  return static_cast<size_t>(value - p) * cells / static_cast<size_t>(q - p + 1);
}

// The expected shares are themselves counts of 20 times as many draws, which adds a twentieth to the variance; the
// significance leaves room for that.
TEST(TradeLookupInputs, LookBackByTheSkewedDistributionOfTheReference) {
  constexpr size_t kCells = 200;
  InputGenerator generator(large_model(), kSeed);
  const int64_t most = large_model().max_loaded_trade_offset();
  const int64_t loaded = 125 * kMillisPerTradeDay;
  constexpr int64_t kMinute = 60'000;
  constexpr std::array<int64_t, 3> back_off = {32 * 60 * kMinute, 200 * kMinute, 500 * kMinute};
  std::vector<double> ids(kCells);
  std::array<std::vector<double>, 3> starts = {std::vector<double>(kCells), std::vector<double>(kCells),
                                               std::vector<double>(kCells)};
  for (int i = 0; i < kFitDraws; ++i) {
    const TradeLookupInput input = generator.trade_lookup();
    if (input.frame == 1) {
      ++ids[cell_of(input.trade_ids[0] - kTradeIdBase, 1, most, kCells)];
      continue;
    }
    const auto frame = static_cast<size_t>(input.frame - 2);
    const int64_t since = (input.start_dts - calendar::trading_timestamp(0)) / 1000;
    const int64_t days = since / 86'400'000;  // calendar days; two in seven are weekends
    const int64_t trading = (days / 7 * 5 + days % 7) * kMillisPerTradeDay + since % 86'400'000;
    ++starts.at(frame)[cell_of(trading, 1, loaded - back_off.at(frame), kCells)];
  }
  EXPECT_TRUE(has_shares(ids, non_uniform_shares(1, most, 65'535, 7, kCells)));
  for (size_t frame = 0; frame < 3; ++frame) {
    EXPECT_TRUE(has_shares(starts.at(frame), non_uniform_shares(1, loaded - back_off.at(frame), 4'095, 16, kCells)))
        << "frame " << frame + 2;
  }
}

// Each of the eight bits is the OR of two fair ones, so it is set in three of four cases.
TEST(MarketWatchInputs, LookAtWeeksByTheSkewedDistributionOfTheReference) {
  InputGenerator generator(large_model(), kSeed);
  std::vector<double> set_bits(9);
  std::vector<double> expected(9);
  for (int i = 0; i < kFitDraws; ++i) {
    const auto week = static_cast<unsigned>((generator.market_watch().start_date - 2) / 7 - 5);
    ++set_bits.at(static_cast<size_t>(std::popcount(week)));
  }
  double ways = 1;
  for (size_t k = 0; k <= 8; ++k) {
    expected[k] = ways * std::pow(0.75, static_cast<double>(k)) * std::pow(0.25, static_cast<double>(8 - k));
    ways = ways * static_cast<double>(8 - k) / static_cast<double>(k + 1);
  }
  // None of eight set is too rare for a cell of its own.
  set_bits[1] += set_bits[0];
  expected[1] += expected[0];
  EXPECT_TRUE(has_shares({set_bits.begin() + 1, set_bits.end()}, {expected.begin() + 1, expected.end()}));
}

TEST(TradeUpdateInputs, StayInTheAcceptedRanges) {
  InputGenerator generator(large_model(), kSeed);
  Shares<int> frames;
  for (int i = 0; i < kDraws; ++i) {
    const TradeUpdateInput input = generator.trade_update();
    frames.count(input.frame);
    if (input.frame == 1) {
      expect_loaded_trades(large_model(), input);
    } else {
      ASSERT_GT(input.start_dts, calendar::trading_timestamp(0));
      ASSERT_LE(input.start_dts, calendar::trading_timestamp(125 * kMillisPerTradeDay));
    }
    if (input.frame == 2) {
      ASSERT_TRUE(is_active_account(large_model(), input.account_id));
    }
  }
  frames.expect(1, 31, 35);
  frames.expect(2, 31, 35);
  frames.expect(3, 32, 36);
}

// 1,010,000 draws: the ranges of the types are three standard deviations wide at 200,000.
TEST(TradeOrderInputs, StayInTheAcceptedRanges) {
  InputGenerator generator(large_model(), kSeed);
  constexpr int kOrders = 101 * 10'000;
  Shares<std::string_view> types;
  Shares<int> quantities;
  Shares<std::string> flags;
  for (int i = 0; i < kOrders; ++i) {
    const TradeOrderInput order = generator.trade_order();
    types.count(kTradeTypeIds[order.trade_type]);
    quantities.count(order.quantity);
    const Person owner = large_model().customer(MarketModel::owner(order.account_id));
    flags.count("orders");
    if (order.executor_tax_id != owner.tax_id) flags.count("third party");
    if (order.symbol.empty()) flags.count("by company");
    if (order.is_margin) flags.count("margin");
    if (order.roll_it_back) flags.count("rolled back");
    if (order.is_lifo) flags.count("lifo");
    ASSERT_GE(order.requested_price_cents, 2000);
    ASSERT_LE(order.requested_price_cents, 3000);
    ASSERT_FALSE(order.is_margin && is_sell(static_cast<TradeType>(order.trade_type)));
  }
  types.expect("TMB", 29.7, 30.3);
  types.expect("TMS", 29.7, 30.3);
  types.expect("TLB", 19.8, 20.2);
  types.expect("TLS", 9.9, 10.1);
  types.expect("TSL", 9.9, 10.1);
  for (const int quantity : {100, 200, 400, 800}) quantities.expect(quantity, 24, 26);
  EXPECT_TRUE(has_shares({types.of("TMB"), types.of("TMS"), types.of("TLB"), types.of("TLS"), types.of("TSL")},
                         {30, 30, 20, 10, 10}));
  EXPECT_TRUE(is_even({quantities.of(100), quantities.of(200), quantities.of(400), quantities.of(800)}));
  flags.expect_ratio("third party", "orders", 9.5, 10.5);
  flags.expect_ratio("by company", "orders", 38, 42);
  flags.expect_ratio("margin", "orders", 7.5, 8.5);
  flags.expect_ratio("lifo", "orders", 33, 37);
  flags.expect_ratio("rolled back", "orders", 100.0 / 101, 100.0 / 101);
}

TEST(TradeOrderInputs, RollBackExactlyOneInEvery101) {
  InputGenerator generator(small_model(), kSeed);
  std::set<int> places;
  for (int deck = 0; deck < 300; ++deck) {
    int rollbacks = 0;
    for (int i = 0; i < 101; ++i) {
      if (!generator.trade_order().roll_it_back) continue;
      ++rollbacks;
      places.insert(i);
    }
    ASSERT_EQ(rollbacks, 1);
  }
  EXPECT_GT(places.size(), 80U) << "the place in the deck should be random";
}

TEST(TradeOrderInputs, NameASecurityOfTheAccountsBasket) {
  InputGenerator generator(small_model(), kSeed);
  for (int i = 0; i < 5000; ++i) {
    const TradeOrderInput order = generator.trade_order();
    const Basket basket = small_model().basket(order.account_id);
    const auto end = basket.securities.begin() + basket.size;
    ASSERT_TRUE(std::any_of(basket.securities.begin(), end, [&](int64_t security) {
      return small_model().symbol(security) == order.symbol ||
             (small_model().company_name(small_model().company_of(security)) == order.company_name &&
              small_model().issue(security) == order.issue);
    }));
  }
}

TEST(DataMaintenanceInputs, FillWhatTheirTableNeeds) {
  InputGenerator generator(small_model(), kSeed);
  Shares<std::string> addresses;
  std::set<int32_t> days;
  std::set<int32_t> increments;
  std::set<std::string> divisions;
  for (int i = 0; i < 20'000; ++i) {
    const DataMaintenanceInput address = generator.data_maintenance(MaintainedTable::kAddress);
    ASSERT_NE(address.customer_id == 0, address.company_id == 0);
    addresses.count(address.customer_id != 0 ? "customer" : "company");
    const DataMaintenanceInput market = generator.data_maintenance(MaintainedTable::kDailyMarket);
    ASSERT_GE(small_model().security_of_symbol(market.symbol), 0);
    days.insert(market.day_of_month);
    increments.insert(market.volume_increment);
    const DataMaintenanceInput rate = generator.data_maintenance(MaintainedTable::kTaxrate);
    divisions.insert(rate.tax_id.substr(0, 2));
  }
  addresses.expect("customer", 65, 69);
  EXPECT_EQ(days.size(), 31U);
  EXPECT_EQ(increments, (std::set<int32_t>{-3, -2, -1, 1, 2, 3}));
  EXPECT_EQ(divisions.size(), 64U);
  EXPECT_FALSE(divisions.contains("US"));
}

TEST(InputGenerator, GivesTheSameInputsForTheSameSeed) {
  InputGenerator one(small_model(), 1);
  InputGenerator same(small_model(), 1);
  InputGenerator other(small_model(), 2);
  const std::string first = encode(one.trade_order());
  EXPECT_EQ(first, encode(same.trade_order()));
  EXPECT_NE(first, encode(other.trade_order()));
}

TEST(InputGenerator, DrawsEachTransactionFromAStreamOfItsOwn) {
  InputGenerator alone(small_model(), 1);
  InputGenerator mixed(small_model(), 1);
  for (int i = 0; i < 10; ++i) {
    static_cast<void>(mixed.trade_lookup());
    static_cast<void>(mixed.broker_volume());
    EXPECT_EQ(encode(alone.trade_order()), encode(mixed.trade_order()));
  }
}

}  // namespace
}  // namespace quartet
