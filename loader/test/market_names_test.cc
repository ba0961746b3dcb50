#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <unordered_set>

#include "market/geography.h"
#include "market/industries.h"
#include "market/words.h"
#include "quartet/market_model.h"

namespace quartet {
namespace {

constexpr int64_t kUnits = 25;  // more than two blocks of symbols

const MarketModel& model() {
  static const MarketModel kModel({.load_units = kUnits, .active_load_units = kUnits});
  return kModel;
}

void expect_words(const WeightedWords& words, size_t count, size_t weight, size_t longest) {
  const std::unordered_set<std::string> distinct(words.words().begin(), words.words().end());
  EXPECT_EQ(distinct.size(), count);
  EXPECT_EQ(words.weight_sum(), weight);
  for (const std::string& word : words.words()) {
    EXPECT_LE(word.size(), longest);
    EXPECT_GE(word.size(), 3U);
    EXPECT_EQ(word.find(' '), std::string::npos);
    EXPECT_TRUE(word[0] >= 'A' && word[0] <= 'Z');
  }
}

TEST(MarketNames, NameListsHaveTheirSizesAndWeights) {
  expect_words(male_names(), 1'220, 9'554, 11);
  expect_words(female_names(), 4'275, 11'890, 11);
  expect_words(last_names(), 65'000, 69'195, 13);
  const auto& last = last_names().words();
  const size_t letters = std::accumulate(last.begin(), last.end(), size_t{0},
                                         [](size_t sum, const std::string& name) { return sum + name.size(); });
  EXPECT_NEAR(static_cast<double>(letters) / 65'000, 6.7, 0.1);
  EXPECT_EQ(street_names().size(), 1'000U);
  EXPECT_EQ(std::set<std::string>(street_names().begin(), street_names().end()).size(), 1'000U);
  EXPECT_EQ(std::set<std::string>(town_names().begin(), town_names().end()).size(), 272U);
}

TEST(MarketNames, FallingWeightsKeepTheirSum) {
  const auto weights = falling_weights(65'000, 69'195, 101);
  EXPECT_EQ(weights[0], 101);
  EXPECT_EQ(std::accumulate(weights.begin(), weights.end(), 0), 69'195);
  EXPECT_GE(*std::min_element(weights.begin(), weights.end()), 1);
  EXPECT_EQ(falling_weights(3, 3, 1), (std::vector<int>{1, 1, 1}));
}

TEST(MarketNames, TaxIdsAreUniqueAndOfTheirPattern) {
  std::unordered_set<std::string> seen;
  const std::string pattern = "dddLLddddLLddd";
  const auto check = [&](int64_t number) {
    const std::string id = model().person(number).tax_id;
    ASSERT_EQ(id.size(), pattern.size());
    for (size_t i = 0; i < id.size(); ++i) {
      EXPECT_TRUE(pattern[i] == 'd' ? (id[i] >= '0' && id[i] <= '9') : (id[i] >= 'A' && id[i] <= 'Z')) << id;
    }
    EXPECT_TRUE(seen.insert(id).second) << id;
  };
  for (int64_t c = 0; c < kUnits * kCustomersPerUnit; ++c) {
    check(kIdBase + 1 + c);
    check(1 + c);
  }
}

TEST(MarketNames, SymbolsAreUniqueShortAndHaveAnInverse) {
  std::unordered_set<std::string> seen;
  double letters = 0;
  for (int64_t s = 0; s < kUnits * kSecuritiesPerUnit; ++s) {
    const std::string symbol = model().symbol(s);
    EXPECT_TRUE(seen.insert(symbol).second) << symbol;
    EXPECT_EQ(model().security_of_symbol(symbol), s) << symbol;
    EXPECT_LE(symbol.find('-') == std::string::npos ? symbol.size() : symbol.find('-'), 7U);
    EXPECT_EQ(symbol.find('-') == std::string::npos, s < 10 * kSecuritiesPerUnit);
    letters += s < 10 * kSecuritiesPerUnit ? static_cast<double>(symbol.size()) : 0;
  }
  EXPECT_NEAR(letters / (10 * kSecuritiesPerUnit), 4.5, 0.15);
  // A preferred issue extends the symbol of the common one.
  for (int64_t s = 1; s < kSecuritiesPerUnit; ++s) {
    if (model().issue(s) == "PREF_A") {
      EXPECT_EQ(model().symbol(s), model().symbol(s - 1) + "PRA");
    }
  }
}

TEST(MarketNames, UnknownSymbolsHaveNoSecurity) {
  for (const char* symbol : {"", "A", "-a", "ZZZZZZZ", "abc", "AAA-", "AAA-A", "AAA-zzzzzzzzzzzzzzzzzzzz", "123"}) {
    EXPECT_EQ(model().security_of_symbol(symbol), -1) << symbol;
  }
  EXPECT_EQ(model().security_of_symbol(model().symbol(0) + "-c"), -1) << "beyond the loaded units";
  EXPECT_EQ(model().security_of_symbol(model().symbol(0) + "PRE"), -1);
}

TEST(MarketNames, CompanyNamesAreUniqueAndFit) {
  std::unordered_set<std::string> seen;
  for (int64_t c = 0; c < kUnits * kCompaniesPerUnit; ++c) {
    const std::string name = model().company_name(c);
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_LE(name.size(), 50U);
  }
  const MarketModel largest({.load_units = 10'000, .active_load_units = 1});
  EXPECT_LE(largest.security_name(10'000 * kSecuritiesPerUnit - 1).size(), 60U);
  EXPECT_LE(largest.symbol(10'000 * kSecuritiesPerUnit - 1).size(), 15U);
  EXPECT_EQ(largest.security_of_symbol(largest.symbol(6'849'999)), 6'849'999);
}

TEST(MarketNames, BrokerNamesAreUniqueEvenBeyondTheLastNames) {
  std::unordered_set<std::string> seen;
  for (int64_t b = 0; b < 100'000; ++b) {
    const std::string name = model().broker_name(b);
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_LE(name.size(), 49U);
  }
}

TEST(MarketNames, ZipCodesHaveTheFixedShape) {
  const auto& codes = MarketModel::zip_codes();
  ASSERT_EQ(codes.size(), 14'741U);
  std::set<std::string> distinct;
  std::set<std::string> towns;
  std::set<std::pair<std::string, std::string>> pairs;
  std::map<std::string, int> weight_by_division;
  std::array<std::set<std::string>, 2> divisions;
  std::array<int, 2> counts{};
  std::array<int, 2> weights{};
  int light = 0;
  for (const ZipCode& zip : codes) {
    const size_t country = zip.is_first_country ? 0 : 1;
    distinct.insert(zip.code);
    towns.insert(zip.town);
    pairs.emplace(zip.town, zip.division);
    weight_by_division[zip.division] += zip.weight;
    divisions.at(country).insert(zip.division);
    ++counts.at(country);
    weights.at(country) += zip.weight;
    light += zip.weight == 1 ? 1 : 0;
    EXPECT_EQ(zip.code.size(), zip.is_first_country ? 5U : 7U);
    EXPECT_EQ(zip.code[0] >= '0' && zip.code[0] <= '9', zip.is_first_country);
  }
  EXPECT_EQ(distinct.size(), codes.size());
  EXPECT_EQ(towns.size(), 272U);
  EXPECT_EQ(pairs.size(), 284U);
  EXPECT_EQ(counts, (std::array<int, 2>{9'215, 5'526}));
  EXPECT_EQ(weights[0] + weights[1], kZipWeightSum);
  EXPECT_NEAR(weights[0], 0.569 * kZipWeightSum, 15);
  EXPECT_EQ(light, 10'830);
  EXPECT_EQ(divisions[0].size(), 51U);
  EXPECT_EQ(divisions[1].size(), 13U);
  std::vector<int> heaviest;
  for (const auto& [division, weight] : weight_by_division) {
    heaviest.push_back(weight);
  }
  std::sort(heaviest.rbegin(), heaviest.rend());
  EXPECT_NEAR(std::accumulate(heaviest.begin(), heaviest.begin() + 6, 0), 0.65 * kZipWeightSum, 400);
  EXPECT_EQ(zip_at(kZipWeightSum - 1), 14'740);
}

TEST(MarketNames, TaxBracketsHaveTheFixedShape) {
  std::map<int, int> by_count;
  int rows = 0;
  int zeros = 0;
  int highest = 0;
  int rising = 0;
  double sum = 0;
  for (int d = 0; d < kDivisions; ++d) {
    const int brackets = MarketModel::division_bracket_count(d);
    ++by_count[brackets];
    rows += brackets;
    bool is_rising = true;
    for (int b = 1; b <= brackets; ++b) {
      const int rate = division_rate(d, b);
      zeros += rate == 0 ? 1 : 0;
      highest = std::max(highest, rate);
      sum += rate;
      EXPECT_EQ(rate % 10, 0) << "at most four decimals";
      is_rising = is_rising && (b == 1 || rate > division_rate(d, b - 1));
    }
    rising += is_rising ? 1 : 0;
  }
  EXPECT_EQ(by_count,
            (std::map<int, int>{{1, 17}, {2, 1}, {3, 9}, {4, 5}, {5, 4}, {6, 7}, {7, 3}, {8, 5}, {9, 8}, {10, 5}}));
  EXPECT_EQ(rows, 311);
  EXPECT_EQ(zeros, 23);
  EXPECT_EQ(highest, 48'640);
  EXPECT_EQ(rising, 56) << "divisions whose rates rise with the bracket";
  EXPECT_NEAR(sum / rows / 100'000, 0.128, 0.01);
  double weighted = 0;
  for (int64_t w = 0; w < kZipWeightSum; ++w) {
    const int division = division_of_zip(zip_at(w));
    const int brackets = MarketModel::division_bracket_count(division);
    for (int b = 1; b <= brackets; ++b) {
      weighted += static_cast<double>(division_rate(division, b)) / brackets;
    }
  }
  EXPECT_NEAR(weighted / kZipWeightSum / 100'000, 0.139, 0.008);
  const std::set<std::string> codes(MarketModel::divisions().begin(), MarketModel::divisions().end());
  EXPECT_EQ(codes.size(), 64U);
  EXPECT_FALSE(codes.contains("US") || codes.contains("CN"));
}

TEST(MarketNames, IndustriesAreUniqueAndOfTheirSectors) {
  const auto& names = MarketModel::industry_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 102U);
  const auto& sectors = MarketModel::sector_names();
  EXPECT_EQ(std::set<std::string>(sectors.begin(), sectors.end()).size(), 12U);
  std::array<int, kIndustries> slots{};
  std::set<std::string> ids;
  for (int64_t w = 0; w < kIndustryWeightSum; ++w) {
    ++slots.at(static_cast<size_t>(industry_at(w)));
  }
  std::array<int, kSectors> per_sector{};
  for (int i = 0; i < kIndustries; ++i) {
    ids.insert(industry_id(i));
    ++per_sector.at(static_cast<size_t>(sector_of_industry(i)));
  }
  EXPECT_EQ(ids.size(), 102U);
  EXPECT_EQ(per_sector, (std::array<int, kSectors>{25, 12, 11, 11, 10, 8, 7, 6, 4, 4, 3, 1}));
  EXPECT_GE(*std::min_element(slots.begin(), slots.end()), 1) << "every industry can be drawn";
}

TEST(MarketNames, NewsIsFilledToTheLastCharacter) {
  std::string text(1'000 + 16, '#');
  Stream random(42, 1, 1);
  news_words().fill(random, text.data(), 1'000);
  text.resize(1'000);
  EXPECT_EQ(text.find('#'), std::string::npos);
  EXPECT_EQ(text.find("  "), std::string::npos);
  EXPECT_NE(text[0], ' ');
}

}  // namespace
}  // namespace quartet
