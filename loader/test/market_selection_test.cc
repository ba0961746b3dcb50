#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

#include "goodness_of_fit.h"
#include "quartet/market_model.h"

namespace quartet {
namespace {

constexpr uint64_t kSeed = 20'260'121;

// Weight of a position in the Load Unit, out of 2000 (docs/spec/population.md, "Selection").
double weight_of(int64_t i) {
  const auto x = static_cast<double>(i);
  return i < 200 ? (2 * x + 301) / 500 : i < 800 ? (2 * x + 1001) / 1000 : (2 * x - 299) / 500;
}

TEST(MarketSelection, CustomersArePickedByTheirWeight) {
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  constexpr int64_t kUnits = 4;
  constexpr int kDraws = 2'000'000;
  const MarketModel model({.load_units = kUnits, .active_load_units = kUnits, .seed = kSeed});
  Stream random(kSeed, 1, 1);
  std::vector<double> picked(kUnits * kCustomersPerUnit);
  for (int i = 0; i < kDraws; ++i) {
    ++picked.at(static_cast<size_t>(model.pick_customer(random, 0, kUnits)));
  }
  std::vector<double> weights(picked.size());
  for (int64_t unit = 0; unit < kUnits; ++unit) {
    for (int64_t i = 0; i < kCustomersPerUnit; ++i) {
      const int64_t customer = unit * kCustomersPerUnit + (731 * i + 41 * (unit + 1)) % kCustomersPerUnit;
      weights.at(static_cast<size_t>(customer)) = weight_of(i);
      EXPECT_EQ(model.tier(customer), i < 200 ? 1 : i < 800 ? 2 : 3);
    }
  }
  EXPECT_TRUE(has_shares(picked, weights));
}

TEST(MarketSelection, AccountsOfACustomerArePickedAlike) {
  const MarketModel model({.seed = kSeed});
  Stream random(kSeed, 1, 4);
  std::map<int, std::vector<double>> picked;  // by number of accounts
  for (int i = 0; i < 500'000; ++i) {
    const int64_t customer = random.uniform(0, kCustomersPerUnit - 1);
    auto& counts = picked[model.account_count(customer)];
    counts.resize(static_cast<size_t>(model.account_count(customer)));
    ++counts.at(static_cast<size_t>(model.pick_account(random, customer) - MarketModel::account_id(customer, 0)));
  }
  EXPECT_EQ(picked.size(), 10U);
  for (const auto& [accounts, counts] : picked) {
    if (accounts > 1) {
      EXPECT_TRUE(is_even(counts)) << accounts << " accounts";
    }
  }
}

TEST(MarketSelection, PicksStayInsideTheUnitsAsked) {
  const MarketModel model({.load_units = 5, .active_load_units = 5, .seed = kSeed});
  Stream random(kSeed, 1, 2);
  for (int i = 0; i < 10'000; ++i) {
    const int64_t customer = model.pick_customer(random, 2, 2);
    EXPECT_GE(customer, 2'000);
    EXPECT_LT(customer, 4'000);
    const int64_t account = model.pick_account(random, customer);
    EXPECT_EQ(MarketModel::owner(account), customer);
    EXPECT_LE(account - MarketModel::account_id(customer, 0), model.account_count(customer) - 1);
  }
}

TEST(PriceCurve, HasTheValuesComputedByHand) {
  // Security 0 is 118,273 ms into the period at time 0: 118,273 / 450 = 262.8 cents above the low.
  EXPECT_EQ(MarketModel::price_cents(0, 0), 2263);
  constexpr int64_t kLowest = 900'000 - 118'273;
  EXPECT_EQ(MarketModel::price_cents(0, kLowest), 2000);
  EXPECT_EQ(MarketModel::price_cents(0, kLowest + 45'000), 2100);
  EXPECT_EQ(MarketModel::price_cents(0, kLowest + 224), 2000);
  EXPECT_EQ(MarketModel::price_cents(0, kLowest + 225), 2001);
  EXPECT_EQ(MarketModel::price_cents(0, kLowest + 450'000), 3000);
  EXPECT_EQ(MarketModel::price_cents(0, kLowest + 495'000), 2900);
  // Security 1 is 372,791 ms ahead: 491,064 ms, which is 408,936 ms before the next low.
  EXPECT_EQ(MarketModel::price_cents(1, 0), 2909);
}

TEST(PriceCurve, RepeatsEveryPeriodAndTradeDay) {
  for (int64_t security = 0; security < 700; security += 13) {
    for (int64_t millis = 0; millis < 900'000; millis += 7'919) {
      const int64_t price = MarketModel::price_cents(security, millis);
      EXPECT_GE(price, 2000);
      EXPECT_LE(price, 3000);
      EXPECT_EQ(price, MarketModel::price_cents(security, millis + 900'000));
      EXPECT_EQ(price, MarketModel::price_cents(security, millis + 3 * kMillisPerTradeDay));
    }
  }
}

TEST(PriceCurve, SpreadsTheSecuritiesOverThePeriod) {
  std::array<int, 10> tenths{};
  for (int64_t security = 0; security < kSecuritiesPerUnit; ++security) {
    const int64_t price = MarketModel::price_cents(security, 0);
    ++tenths.at(static_cast<size_t>(std::min<int64_t>((price - 2000) / 100, 9)));
  }
  for (const int count : tenths) {
    EXPECT_NEAR(count, 68.5, 8);
  }
}

bool is_triggered(int64_t price, TradeType type, int64_t limit) {
  return type == TradeType::kLimitSell ? price >= limit : price <= limit;
}

TEST(PriceCurve, TriggersAtTheFirstMillisecondThatSatisfiesTheLimit) {
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Stream random(kSeed, 1, 3);
  constexpr std::array<TradeType, 3> kTypes = {TradeType::kLimitBuy, TradeType::kLimitSell, TradeType::kStopLoss};
  for (int i = 0; i < 300; ++i) {
    const int64_t security = random.uniform(0, 6'849'999);
    const int64_t start = random.uniform(0, 10 * kMillisPerTradeDay);
    const TradeType type = kTypes.at(static_cast<size_t>(random.uniform(0, 2)));
    const int64_t limit = i % 20 == 0 ? 2000 : i % 20 == 1 ? 3000 : random.uniform(2000, 3000);
    const int64_t wait = MarketModel::millis_until_triggered(security, start, type, limit);
    int64_t brute = 0;
    while (!is_triggered(MarketModel::price_cents(security, start + brute), type, limit)) {
      ++brute;
    }
    ASSERT_EQ(wait, brute) << "security " << security << ", start " << start << ", limit " << limit;
    EXPECT_LT(wait, 900'000);
  }
}

TEST(PriceCurve, TreatsLimitsOutsideTheCurveAsItsEnds) {
  EXPECT_EQ(MarketModel::millis_until_triggered(5, 77, TradeType::kLimitBuy, 100),
            MarketModel::millis_until_triggered(5, 77, TradeType::kLimitBuy, 2000));
  EXPECT_EQ(MarketModel::millis_until_triggered(5, 77, TradeType::kLimitSell, 9000),
            MarketModel::millis_until_triggered(5, 77, TradeType::kLimitSell, 3000));
}

TEST(Calendar, CountsBusinessDays) {
  EXPECT_EQ(calendar::business_date(0), 1829);
  EXPECT_EQ(calendar::business_date(4), 1833);
  EXPECT_EQ(calendar::business_date(5), 1836);          // the weekend between
  EXPECT_EQ(calendar::business_date(124), 1829 + 172);  // 2005-06-24
  EXPECT_EQ(calendar::trading_timestamp(0), (int64_t{1829} * 86'400 + 9 * 3'600) * 1'000'000);
  EXPECT_EQ(calendar::trading_timestamp(5 * kMillisPerTradeDay + 1),
            (int64_t{1836} * 86'400 + 9 * 3'600) * 1'000'000 + 1'000);
}

}  // namespace
}  // namespace quartet
