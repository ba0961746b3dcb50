// The market side against docs/spec/population.md, "Companies and securities": every distribution it names.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "binary_rows.h"
#include "generate/dates.h"
#include "goodness_of_fit.h"
#include "market/industries.h"
#include "market/words.h"

namespace quartet {
namespace {

constexpr int64_t kUnits = 5;

MarketModel model_of(int64_t units) {
  return MarketModel({.load_units = units, .active_load_units = units, .trade_days = 3, .news_length = 1'000});
}

// Bytes of a table of the first units.
std::string generated(Table table, int64_t units = kUnits) {
  const MarketModel model = model_of(units);
  TableBytes tables;
  RowWriter writer;
  for (int64_t unit = 0; unit < units; ++unit) generate_unit(model, table, unit, writer, collect_into(tables));
  return bytes_of(tables, table);
}

// Distribution of a uniform real times a factor of U[0.9, 1.15], its parts integrated in steps.
auto uniform_times_factor(double low, double high) {
  return [low, high](double x) {
    constexpr int kSteps = 250;
    double sum = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double factor = 0.9 + 0.25 * (i + 0.5) / kSteps;
      sum += std::clamp((x / factor - low) / (high - low), 0.0, 1.0);
    }
    return sum / kSteps;
  };
}

TEST(MarketDistribution, CompaniesHaveEvenExchangesAndSkewedIndustries) {
  constexpr int64_t kManyUnits = 200;
  const MarketModel model = model_of(kManyUnits);
  std::vector<double> exchanges(4);
  std::vector<double> industries(kIndustries);
  std::vector<double> weights(kIndustries);
  double seen = 0;
  for (int64_t unit = 0; unit < kManyUnits; ++unit) {
    std::set<int> of_unit;
    for (int64_t i = 0; i < kCompaniesPerUnit; ++i) {
      const int64_t company = unit * kCompaniesPerUnit + i;
      ++exchanges.at(static_cast<size_t>(model.exchange_of(company)));
      ++industries.at(static_cast<size_t>(model.industry_of(company)));
      of_unit.insert(model.industry_of(company));
    }
    seen += static_cast<double>(of_unit.size()) / kManyUnits;
  }
  for (int64_t w = 0; w < kIndustryWeightSum; ++w) ++weights.at(static_cast<size_t>(industry_at(w)));
  EXPECT_TRUE(is_even(exchanges));
  EXPECT_TRUE(has_shares(industries, weights));
  EXPECT_NEAR(seen, 86, 2) << "industries that a Load Unit sees";
}

TEST(MarketDistribution, SectorsAndIndustriesHaveTheWeightsOfTheReference) {
  // Percent, of figures that are rounded themselves.
  constexpr std::array<double, kSectors> kPercents = {24, 21, 17, 11, 6, 5, 5, 4, 3, 3, 2, 0.5};
  std::array<double, kSectors> sectors{};
  std::vector<double> industries(kIndustries);
  for (int64_t w = 0; w < kIndustryWeightSum; ++w) {
    const int industry = industry_at(w);
    ++industries.at(static_cast<size_t>(industry));
    sectors.at(static_cast<size_t>(sector_of_industry(industry))) += 100.0 / kIndustryWeightSum;
  }
  for (size_t i = 0; i < sectors.size(); ++i) {
    EXPECT_NEAR(sectors.at(i), kPercents.at(i), kPercents.at(i) < 1 ? 0.05 : 0.5) << "sector " << i;
  }
  std::sort(industries.rbegin(), industries.rend());
  EXPECT_NEAR(industries[0] / kIndustryWeightSum, 0.076, 0.001);
  EXPECT_NEAR(std::accumulate(industries.begin(), industries.begin() + 10, 0.0) / kIndustryWeightSum, 0.42, 0.005);
  EXPECT_LT(industries.back() / kIndustryWeightSum, 0.001);
}

TEST(MarketDistribution, CompaniesHaveEvenRatingsAndOpeningsAndLongTexts) {
  std::map<std::string, double> ratings;
  std::vector<double> openings;
  double description = 0;
  double name = 0;
  const std::string bytes = generated(Table::kCompany);
  const auto rows = read_rows(bytes);
  for (const Row& row : rows) {
    ++ratings[std::string(row[4].text())];
    openings.push_back(static_cast<double>(row[8].integer()));
    EXPECT_GE(row[7].text().size(), 14U);
    EXPECT_LE(row[7].text().size(), 150U);
    EXPECT_LE(row[2].text().size(), 50U);
    description += static_cast<double>(row[7].text().size()) / static_cast<double>(rows.size());
    name += static_cast<double>(row[2].text().size()) / static_cast<double>(rows.size());
  }
  std::vector<double> counts;
  for (const auto& [rating, count] : ratings) {
    EXPECT_EQ(rating.find_first_not_of("ABC"), std::string::npos) << rating;
    EXPECT_TRUE(!rating.empty() && rating.size() <= 3) << rating;
    counts.push_back(count);
  }
  EXPECT_EQ(counts.size(), 39U);
  EXPECT_TRUE(is_even(counts));
  EXPECT_TRUE(follows(openings, uniform_integers(date_of(1800, 1, 1), date_of(2000, 1, 2))));
  EXPECT_NEAR(description, 122, 2);
  EXPECT_NEAR(name, 23, 1);
}

TEST(MarketDistribution, SecuritiesAreEvenInTheirRanges) {
  constexpr int32_t kFirst = date_of(1900, 1, 1);
  constexpr int32_t kLast = date_of(2000, 1, 2);
  std::vector<double> outstanding;
  std::vector<double> start;
  std::vector<double> listing;  // share of the days between start and kLast
  std::vector<double> earnings;
  std::vector<double> high;
  std::vector<double> low;  // share of the cents between 20.00 and the high
  std::vector<double> high_date;
  std::vector<double> low_date;
  std::vector<double> has_yield(2);
  std::vector<double> yields;
  std::vector<double> dividends;  // between a fifth and three tenths of the yield
  const auto share = [](int64_t value, int64_t least, int64_t most) {
    return (static_cast<double>(value - least) + 0.5) / static_cast<double>(most - least + 1);
  };
  const std::string bytes = generated(Table::kSecurity);
  for (const Row& row : read_rows(bytes)) {
    outstanding.push_back(static_cast<double>(row[6].integer()));
    start.push_back(static_cast<double>(row[7].integer()));
    if (row[7].integer() < kLast - 1'000) listing.push_back(share(row[8].integer(), row[7].integer(), kLast));
    EXPECT_TRUE(row[8].integer() >= row[7].integer() && row[8].integer() <= kLast);
    earnings.push_back(static_cast<double>(row[9].numeric(2)));
    const int64_t highest = row[10].numeric(2);
    high.push_back(static_cast<double>(highest));
    high_date.push_back(static_cast<double>(row[11].integer()));
    low.push_back(share(row[12].numeric(2), 20'00, highest));
    low_date.push_back(static_cast<double>(row[13].integer()));
    const int64_t dividend = row[14].numeric(2);
    const int64_t yield = row[15].numeric(2);
    ++has_yield[yield > 0 ? 0 : 1];
    if (yield > 0) {
      yields.push_back(static_cast<double>(yield));
      EXPECT_GE(dividend, (2 * yield - 5) / 10);
      EXPECT_LE(dividend, (3 * yield + 5) / 10);
      if (yield > 10'00) dividends.push_back(static_cast<double>(dividend) / static_cast<double>(yield));
    } else {
      EXPECT_EQ(dividend, 0);
    }
  }
  EXPECT_TRUE(follows(outstanding, uniform_integers(4'000'000, 9'500'000'000)));
  EXPECT_TRUE(follows(start, uniform_integers(kFirst, kLast)));
  EXPECT_TRUE(follows(listing, uniform_reals(0, 1)));
  EXPECT_TRUE(follows(earnings, uniform_integers(1'00, 120'00)));
  EXPECT_TRUE(follows(high, uniform_integers(25'00, 30'00)));
  EXPECT_TRUE(follows(low, uniform_reals(0, 1)));
  EXPECT_TRUE(is_uncorrelated(high, low));
  EXPECT_TRUE(follows(high_date, uniform_integers(calendar::kFirstTradeDate - 364, calendar::kFirstTradeDate)));
  EXPECT_TRUE(follows(low_date, uniform_integers(calendar::kFirstTradeDate - 364, calendar::kFirstTradeDate)));
  EXPECT_TRUE(has_shares(has_yield, {60, 40}));
  EXPECT_TRUE(follows(yields, uniform_integers(1, 120'00)));
  EXPECT_TRUE(follows(dividends, uniform_reals(0.2, 0.3)));
}

TEST(MarketDistribution, DailyMarketIsEvenAndForgetsTheDayBefore) {
  std::vector<double> cents(1'001);
  std::vector<double> volumes(9'001);
  std::vector<double> closes;
  std::vector<double> traded;
  const std::string bytes = generated(Table::kDailyMarket, 1);
  for (const Row& row : read_rows(bytes)) {
    closes.push_back(static_cast<double>(row[2].numeric(2)));
    traded.push_back(static_cast<double>(row[5].integer()));
    ++cents.at(static_cast<size_t>(row[2].numeric(2) - 20'00));
    ++volumes.at(static_cast<size_t>(row[5].integer() - 1'000));
  }
  EXPECT_TRUE(is_even(cents));
  EXPECT_TRUE(is_even(volumes));
  EXPECT_TRUE(is_uncorrelated(closes, traded));
  const std::vector<double> today(closes.begin() + 1, closes.end());
  closes.pop_back();
  EXPECT_TRUE(is_uncorrelated(closes, today));
}

struct Quarter {
  std::array<double, 6> values;  // revenue, inventory, assets, liability, basic shares, earnings
};

TEST(MarketDistribution, FinancialsStartEvenAndMoveByIndependentFactors) {
  std::array<std::vector<double>, 6> first;
  std::array<std::vector<double>, 6> factors;
  std::vector<double> earnings;  // of companies whose revenue does not bound them
  std::map<int64_t, std::vector<Quarter>> companies;
  const std::string bytes = generated(Table::kFinancial);
  for (const Row& row : read_rows(bytes)) {
    const auto money = [&row](size_t column) { return static_cast<double>(row[column].numeric(2)) / 100; };
    companies[row[0].integer()].push_back(
        {{money(4), money(9), money(10), money(11), static_cast<double>(row[12].integer()), money(5)}});
    EXPECT_EQ(row[13].integer(), row[12].integer() * 11 / 10) << "cut, not rounded";
  }
  for (const auto& [company, quarters] : companies) {
    ASSERT_EQ(quarters.size(), 20U);
    for (size_t value = 0; value < 6; ++value) {
      first.at(value).push_back(quarters[0].values.at(value));
      for (size_t i = 1; value < 5 && i < quarters.size(); ++i) {
        factors.at(value).push_back(quarters[i].values.at(value) / quarters[i - 1].values.at(value));
      }
    }
    // A first revenue above 3 x 1.15 thousand millions means a start above the limit of the earnings.
    if (quarters[0].values[0] > 3.45e9) earnings.push_back(quarters[0].values[5]);
    // Earnings that reach the revenue are cut once; others move by the factor alone.
    for (size_t i = 1; i < quarters.size(); ++i) {
      const double factor = quarters[i].values[5] / quarters[i - 1].values[5];
      const bool is_cut = quarters[i].values[5] >= 0.85 * quarters[i].values[0];
      if (!is_cut && std::abs(quarters[i - 1].values[5]) > 1e6) factors[5].push_back(factor);
    }
  }
  for (size_t value = 0; value < 6; ++value) {
    EXPECT_TRUE(value == 5 || follows(factors.at(value), uniform_reals(0.9, 1.15))) << "quantity " << value;
  }
  for (const double factor : factors[5]) EXPECT_TRUE(factor >= 0.9 - 1e-6 && factor <= 1.15 + 1e-6) << factor;
  EXPECT_TRUE(follows(first[0], uniform_times_factor(100'000, 16e9)));
  EXPECT_TRUE(follows(first[1], uniform_times_factor(0, 2e9)));
  EXPECT_TRUE(follows(first[2], uniform_times_factor(100'000, 65e9)));
  EXPECT_TRUE(follows(first[3], uniform_times_factor(100'000, 35e9)));
  EXPECT_TRUE(follows(first[4], uniform_times_factor(400'000, 9.5e9)));
  EXPECT_TRUE(follows(earnings, uniform_times_factor(-300e6, 3e9)));
  EXPECT_TRUE(is_uncorrelated(factors[0], factors[2]));
  EXPECT_TRUE(is_uncorrelated(factors[2], factors[3]));
  EXPECT_TRUE(is_uncorrelated(first[2], first[3]));
}

TEST(MarketDistribution, NewsIsUpTo51DaysOldOfAuthorsByWeight) {
  std::vector<double> age;  // milliseconds before the next opening
  std::vector<double> day_part;
  std::vector<double> names(100);
  std::unordered_map<std::string, size_t> index;
  for (size_t i = 0; i < last_names().words().size(); ++i) index[last_names().words()[i]] = i;
  const std::string bytes = generated(Table::kNewsItem);
  for (const Row& row : read_rows(bytes)) {
    const int64_t millis = (next_opening(3) - row[4].integer()) / 1'000;
    age.push_back(static_cast<double>(millis));
    ++names[index.at(std::string(row[5].text())) % names.size()];
    ++names[index.at(std::string(row[6].text())) % names.size()];
  }
  // U[0, 50] days and U[0, 86,400,000] ms more: the last value of a day and the first of the next coincide.
  EXPECT_TRUE(follows(age, uniform_reals(0, 51 * 86'400'000.0)));
  const std::vector<int> all = falling_weights(65'000, 69'195, 101);
  std::vector<double> weights(names.size());
  for (size_t i = 0; i < all.size(); ++i) weights[i % weights.size()] += all[i];
  EXPECT_TRUE(has_shares(names, weights));
}

TEST(MarketDistribution, LastTradesAreOfTheCurveAtTheEndOfTheLoadedDays) {
  const MarketModel model = model_of(kUnits);
  std::vector<double> prices;
  const std::string bytes = generated(Table::kLastTrade);
  for (const Row& row : read_rows(bytes)) {
    const int64_t price = row[2].numeric(2);
    EXPECT_EQ(price, MarketModel::price_cents(model.security_of_symbol(row[0].text()), 3 * kMillisPerTradeDay));
    EXPECT_EQ(row[3].numeric(2), price);
    EXPECT_EQ(row[1].integer(), next_opening(3));
    EXPECT_EQ(row[4].integer(), 0);
    prices.push_back(static_cast<double>(price));
  }
  // Rounded points of a triangle: uniform but for its two ends, which hold half a cent each.
  EXPECT_TRUE(follows(prices, [](double x) { return std::clamp((std::floor(x) - 2000 + 0.5) / 1000, 0.0, 1.0); }));
}

}  // namespace
}  // namespace quartet
