#include "quartet/market_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace quartet {
namespace {

constexpr int64_t kUnits = 3;

MarketModel model_of(int64_t units, uint64_t seed = 42) {
  return MarketModel({.load_units = units, .active_load_units = units, .seed = seed});
}

TEST(MarketModel, RefusesParametersOutOfRange) {
  EXPECT_THROW(MarketModel({.load_units = 0}), std::invalid_argument);
  EXPECT_THROW(MarketModel({.load_units = 10'001}), std::invalid_argument);
  EXPECT_THROW(MarketModel({.load_units = 2, .active_load_units = 3}), std::invalid_argument);
  EXPECT_THROW(MarketModel({.trade_days = 1'001}), std::invalid_argument);
  try {
    const MarketModel model({.news_length = 999});
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "news_length is 999, outside 1000..100000. Give a whole number in that range.");
  }
}

TEST(MarketModel, EveryUnitHasExactTiersAndAccounts) {
  const MarketModel model = model_of(kUnits);
  for (int64_t unit = 0; unit < kUnits; ++unit) {
    std::array<int, 4> customers{};
    std::array<int, 4> accounts{};
    std::map<std::pair<int, int>, int> frequency;
    for (int64_t c = unit * kCustomersPerUnit; c < (unit + 1) * kCustomersPerUnit; ++c) {
      const auto tier = static_cast<size_t>(model.tier(c));
      ++customers.at(tier);
      accounts.at(tier) += model.account_count(c);
      ++frequency[{model.tier(c), model.account_count(c)}];
    }
    EXPECT_EQ(customers, (std::array<int, 4>{0, 200, 600, 200}));
    EXPECT_EQ(accounts, (std::array<int, 4>{0, 500, 3000, 1500}));
    // All values of the range about equally frequent: 4, 7 and 6 of them.
    EXPECT_EQ(frequency.size(), 17U);
    for (const auto& [key, count] : frequency) {
      const int size = key.first == 2 ? 600 : 200;
      const int values = key.first == 1 ? 4 : key.first == 2 ? 7 : 6;
      EXPECT_NEAR(count, static_cast<double>(size) / values, 1) << "tier " << key.first << ", accounts " << key.second;
    }
  }
}

TEST(MarketModel, AccountIdsNameTheirOwner) {
  EXPECT_EQ(MarketModel::account_id(0, 0), 43'000'000'001);
  EXPECT_EQ(MarketModel::owner(43'000'000'001), 0);
  EXPECT_EQ(MarketModel::owner(43'000'000'010), 0);
  EXPECT_EQ(MarketModel::owner(43'000'000'011), 1);
  EXPECT_EQ(MarketModel::owner(MarketModel::account_id(2'999, 9)), 2'999);
}

TEST(MarketModel, BasketsAreDistinctOfTheOwnUnitAndOfTheRightSize) {
  const MarketModel model = model_of(kUnits);
  constexpr int kLeast[4][11] = {{}, {0, 6, 4, 2, 2}, {0, 0, 7, 5, 4, 3, 2, 2, 2}, {0, 0, 0, 0, 0, 4, 4, 3, 3, 2, 2}};
  for (int64_t unit = 0; unit < kUnits; ++unit) {
    for (int64_t c = unit * kCustomersPerUnit; c < (unit + 1) * kCustomersPerUnit; ++c) {
      const int least = kLeast[model.tier(c)][model.account_count(c)];
      for (int i = 0; i < model.account_count(c); ++i) {
        const Basket basket = model.basket(MarketModel::account_id(c, i));
        EXPECT_GE(basket.size, least);
        EXPECT_LE(basket.size, 20 - least);
        const std::set<int32_t> distinct(basket.securities.begin(), basket.securities.begin() + basket.size);
        EXPECT_EQ(distinct.size(), static_cast<size_t>(basket.size));
        EXPECT_GE(*distinct.begin(), unit * kSecuritiesPerUnit);
        EXPECT_LT(*distinct.rbegin(), (unit + 1) * kSecuritiesPerUnit);
      }
    }
  }
}

TEST(MarketModel, ExtraPersonsDifferFromEachOtherAndFromCustomers) {
  const MarketModel model = model_of(kUnits);
  for (int64_t c = 0; c < kUnits * kCustomersPerUnit; ++c) {
    for (int i = 0; i < model.account_count(c); ++i) {
      const auto persons = model.extra_permissions(MarketModel::account_id(c, i));
      EXPECT_TRUE(persons.size() < 2 || persons[0] != persons[1]);
      EXPECT_TRUE(std::all_of(persons.begin(), persons.end(), [](int64_t p) { return p >= 1 && p < kIdBase; }));
    }
  }
}

TEST(MarketModel, TaxRatesAreOfTheZipCodeOfTheCustomer) {
  const MarketModel model = model_of(1);
  for (int64_t c = 0; c < kCustomersPerUnit; ++c) {
    const auto ids = model.tax_rate_ids(c);
    const ZipCode& zip =
        MarketModel::zip_codes().at(static_cast<size_t>(model.zip_code_of(MarketModel::customer_address_id(c))));
    EXPECT_EQ(ids[0].substr(0, 2), zip.is_first_country ? "US" : "CN");
    EXPECT_EQ(ids[1].substr(0, 2), zip.division);
    EXPECT_LE(ids[1].size(), 4U);
  }
}

TEST(MarketModel, AddressIdsAreBlocksOfUnits) {
  EXPECT_EQ(MarketModel::exchange_address_id(3), kIdBase + 4);
  EXPECT_EQ(MarketModel::company_address_id(0), kIdBase + 5);
  EXPECT_EQ(MarketModel::customer_address_id(0), kIdBase + 505);
  EXPECT_EQ(MarketModel::customer_address_id(999), kIdBase + 1'504);
  EXPECT_EQ(MarketModel::company_address_id(500), kIdBase + 1'505);
}

TEST(MarketModel, IssueMixIsTheSameInEveryUnit) {
  const MarketModel model = model_of(kUnits);
  for (int64_t unit = 0; unit < kUnits; ++unit) {
    std::map<int64_t, std::vector<std::string>> issues;
    for (int64_t i = 0; i < kSecuritiesPerUnit; ++i) {
      issues[model.company_of(unit * kSecuritiesPerUnit + i)].push_back(model.issue(unit * kSecuritiesPerUnit + i));
    }
    const std::array<std::string, 5> kOrder = {"COMMON", "PREF_A", "PREF_B", "PREF_C", "PREF_D"};
    std::map<size_t, int> companies;
    for (const auto& [company, list] : issues) {
      EXPECT_EQ(company / kCompaniesPerUnit, unit);
      EXPECT_TRUE(std::equal(list.begin(), list.end(), kOrder.begin()));
      ++companies[list.size()];
    }
    EXPECT_EQ(companies, (std::map<size_t, int>{{1, 400}, {2, 50}, {3, 25}, {4, 15}, {5, 10}}));
  }
}

TEST(MarketModel, ValuesDependOnTheSeedOnly) {
  const MarketModel one = model_of(1);
  const MarketModel many = model_of(9);
  const MarketModel other = model_of(1, 43);
  int different = 0;
  for (int64_t c = 0; c < 100; ++c) {
    const int64_t account = MarketModel::account_id(c, 0);
    EXPECT_EQ(one.customer(c).tax_id, many.customer(c).tax_id);
    EXPECT_EQ(one.customer(c).last_name, many.customer(c).last_name);
    EXPECT_EQ(one.basket(account).securities, many.basket(account).securities);
    EXPECT_EQ(one.industry_of(c), many.industry_of(c));
    different += one.basket(account).securities != other.basket(account).securities ? 1 : 0;
    EXPECT_NE(one.customer(c).tax_id, other.customer(c).tax_id);
  }
  EXPECT_GT(different, 95);
}

TEST(MarketModel, RunTimeTradeIdsFollowAllLoadedOnes) {
  const MarketModel model({.load_units = 3, .active_load_units = 2, .trade_days = 5});
  EXPECT_EQ(model.max_loaded_trade_offset(), int64_t{2} * 5 * 58'176);
  EXPECT_EQ(model.first_run_time_trade_id(), kTradeIdBase + int64_t{3} * 5 * 58'176 + 1);
  EXPECT_TRUE(MarketModel::is_skipped_offset(51));
  EXPECT_FALSE(MarketModel::is_skipped_offset(101));
}

}  // namespace
}  // namespace quartet
