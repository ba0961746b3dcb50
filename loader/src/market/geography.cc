#include "market/geography.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "market/purpose.h"
#include "market/words.h"
#include "quartet/market_model.h"

namespace quartet {
namespace {

// The official two-letter codes of states and provinces; the six most populous of the model lead their country.
constexpr std::array<std::string_view, kDivisions> kDivisionCodes = {
    "CA", "NY", "TX", "AK", "AL", "AR", "AZ", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID",
    "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE",
    "NH", "NJ", "NM", "NV", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "UT", "VA", "VT", "WA",
    "WI", "WV", "WY", "ON", "QC", "BC", "AB", "MB", "NB", "NL", "NS", "NT", "NU", "PE", "SK", "YT"};

// How many codes of a country weigh 2, 3, 4, 5 and 8; the others weigh 1.
struct WeightCount {
  int weight;
  int codes;
};

// A country's share of the list: codes, the codes of its three big divisions, heavier codes.
struct Country {
  bool is_first;
  int first_division;
  int divisions;
  int codes;
  std::array<int, 3> big;
  std::array<WeightCount, 5> heavy;
};
constexpr std::array<Country, 2> kCountries = {
    Country{true, 0, 51, 9215, {2050, 1600, 1343}, {{{2, 909}, {3, 491}, {4, 250}, {5, 150}, {8, 100}}}},
    Country{false, 51, 13, 5526, {2000, 1530, 851}, {{{2, 983}, {3, 428}, {4, 250}, {5, 200}, {8, 150}}}}};

// Number of divisions having 1, 2, ..., 10 brackets.
constexpr std::array<int, 10> kDivisionsByBrackets = {17, 1, 9, 5, 4, 7, 3, 5, 8, 5};

std::string first_country_code(int number) {
  // Steps of ten leave gaps like a real list and keep the order of the divisions.
  return fmt::format("{:05}", 1001 + number * 10 + static_cast<int>(mix(static_cast<uint64_t>(number)) % 10));
}

std::string second_country_code(int number) {
  int64_t rest = int64_t{number} * 3163 + 26'000;
  std::string code(7, ' ');
  for (const int place : {6, 5, 4, 2, 1, 0}) {
    const bool is_letter = place == 0 || place == 2 || place == 5;
    const int64_t base = is_letter ? 26 : 10;
    code[static_cast<size_t>(place)] = static_cast<char>((is_letter ? 'A' : '0') + rest % base);
    rest /= base;
  }
  return code;
}

std::vector<int> scattered_weights(const Country& country) {
  std::vector<int> weights(static_cast<size_t>(country.codes), 1);
  size_t next = 0;
  for (const WeightCount& heavy : country.heavy) {
    std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(next), heavy.codes, heavy.weight);
    next += static_cast<size_t>(heavy.codes);
  }
  Stream random(0, purpose::kZipWeights, country.is_first ? 1 : 2);
  for (size_t i = weights.size() - 1; i > 0; --i) {
    std::swap(weights[i], weights[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(i)))]);
  }
  return weights;
}

struct ZipList {
  std::vector<ZipCode> codes;
  std::vector<int> divisions;
  std::vector<uint16_t> slots;
};

ZipList build_zip_list() {
  ZipList list;
  int pair = 0;
  int small = 0;  // small divisions so far
  for (const Country& country : kCountries) {
    const std::vector<int> weights = scattered_weights(country);
    const int small_divisions = country.divisions - 3;
    const int small_codes = country.codes - country.big[0] - country.big[1] - country.big[2];
    int number = 0;
    for (int i = 0; i < country.divisions; ++i) {
      const bool is_big = i < 3;
      const int codes = is_big ? country.big[static_cast<size_t>(i)]
                               : small_codes / small_divisions + (i - 3 < small_codes % small_divisions ? 1 : 0);
      // 284 pairs of town and division: 6 x 20 + 48 x 3 + 10 x 2.
      const auto division = static_cast<size_t>(country.first_division) + static_cast<size_t>(i);
      const int towns = is_big ? 20 : (small++ < 48 ? 3 : 2);
      for (int c = 0; c < codes; ++c, ++number) {
        const int weight = weights[static_cast<size_t>(number)];
        const size_t town = static_cast<size_t>(pair + c % towns) % town_names().size();
        list.slots.insert(list.slots.end(), static_cast<size_t>(weight), static_cast<uint16_t>(list.codes.size()));
        list.divisions.push_back(country.first_division + i);
        list.codes.push_back({country.is_first ? first_country_code(number) : second_country_code(number),
                              town_names()[town], std::string(kDivisionCodes.at(division)), weight, country.is_first});
      }
      pair += towns;
    }
  }
  return list;
}

const ZipList& zip_list() {
  static const ZipList kList = build_zip_list();
  return kList;
}

// Brackets of a division: rank of the division in a scattered order of the counts above.
int scattered_rank(int division) { return (division * 37 + 20) % kDivisions; }

// The three big divisions of each country are its first.
bool is_big(int division) {
  return std::any_of(kCountries.begin(), kCountries.end(), [division](const Country& country) {
    return division >= country.first_division && division < country.first_division + 3;
  });
}

// Rates of all divisions, 1/100,000.
using Rates = std::array<std::array<int, 10>, kDivisions>;

Rates build_rates() {
  constexpr int kUntaxedSingles = 9;  // divisions without any tax
  constexpr int kUntaxedFirst = 14;   // divisions whose first bracket is free
  constexpr int kHighest = 48'640;    // reached by one division
  constexpr int kBigDivisionHigh = 29'500;
  constexpr int kFirstFallingRank = 34;  // eight divisions of five and six brackets
  constexpr int kFallingDivisions = 8;   // whose last rate is below the one before
  Rates rates{};
  for (int division = 0; division < kDivisions; ++division) {
    Stream random(0, purpose::kTaxRates, static_cast<uint64_t>(division));
    const int rank = scattered_rank(division);
    const int brackets = MarketModel::division_bracket_count(division);
    auto& row = rates[static_cast<size_t>(division)];
    if (brackets == 1) {
      row[0] = rank < kUntaxedSingles ? 0 : static_cast<int>(random.uniform(300, 1200)) * 10;
      continue;
    }
    const bool is_free_first = rank >= kDivisionsByBrackets[0] && rank < kDivisionsByBrackets[0] + kUntaxedFirst;
    const int low = is_free_first ? 0 : static_cast<int>(random.uniform(200, 900)) * 10;
    // The big divisions tax more, which lifts the mean over the customers above the mean over the rows.
    const int most = rank == kDivisions - 1 ? kHighest : static_cast<int>(random.uniform(1100, 2800)) * 10;
    const int high = is_big(division) ? std::max(most, kBigDivisionHigh) : most;
    for (int bracket = 0; bracket < brackets; ++bracket) {
      row[static_cast<size_t>(bracket)] = (low + (high - low) * bracket / (brackets - 1)) / 10 * 10;
    }
    if (rank >= kFirstFallingRank && rank < kFirstFallingRank + kFallingDivisions) {
      std::swap(row[static_cast<size_t>(brackets - 1)], row[static_cast<size_t>(brackets - 2)]);
    }
  }
  return rates;
}

}  // namespace

const std::vector<ZipCode>& MarketModel::zip_codes() { return zip_list().codes; }

const std::vector<std::string>& MarketModel::divisions() {
  static const std::vector<std::string> kCodes(kDivisionCodes.begin(), kDivisionCodes.end());
  return kCodes;
}

int MarketModel::division_bracket_count(int division) {
  int rank = scattered_rank(division);
  int brackets = 1;
  for (const int divisions_with : kDivisionsByBrackets) {
    if (rank < divisions_with) {
      break;
    }
    rank -= divisions_with;
    ++brackets;
  }
  return brackets;
}

std::string MarketModel::tax_rate_id(std::string_view division_or_country, int bracket) {
  return fmt::format("{}{}", division_or_country, bracket);
}

int country_rate(bool is_first_country, int bracket) {
  static constexpr std::array<int, 5> kFirst = {15'000, 27'500, 30'500, 35'500, 39'100};
  static constexpr std::array<int, 4> kSecond = {16'000, 22'000, 26'000, 29'000};
  const auto index = static_cast<size_t>(bracket - 1);
  return is_first_country ? kFirst.at(index) : kSecond.at(index);
}

int division_rate(int division, int bracket) {
  static const Rates kRates = build_rates();
  return kRates.at(static_cast<size_t>(division)).at(static_cast<size_t>(bracket - 1));
}

int zip_at(int64_t weight_position) { return zip_list().slots[static_cast<size_t>(weight_position)]; }

int division_of_zip(int zip) { return zip_list().divisions[static_cast<size_t>(zip)]; }

}  // namespace quartet
