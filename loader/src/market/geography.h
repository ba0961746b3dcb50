// Postal codes, divisions and tax rates: fixed tables (docs/spec/population.md, "Postal codes").
#ifndef QUARTET_MARKET_GEOGRAPHY_H
#define QUARTET_MARKET_GEOGRAPHY_H

#include <cstdint>

namespace quartet {

inline constexpr int kDivisions = 64;
inline constexpr int kFirstCountryDivisions = 51;
inline constexpr int kZipWeightSum = 23'121;

// Number of brackets of a country's own tax: 5 of the first, 4 of the second.
[[nodiscard]] constexpr int country_bracket_count(bool is_first_country) { return is_first_country ? 5 : 4; }
// Rates in 1/100,000; `bracket` from 1.
[[nodiscard]] int country_rate(bool is_first_country, int bracket);
[[nodiscard]] int division_rate(int division, int bracket);

// Index into MarketModel::zip_codes() of a number in 0..kZipWeightSum-1, so that a uniform number gives a draw by
// weight.
[[nodiscard]] int zip_at(int64_t weight_position);
// Division index of a zip code's index.
[[nodiscard]] int division_of_zip(int zip);

}  // namespace quartet

#endif  // QUARTET_MARKET_GEOGRAPHY_H
