// Sectors, industries and how often companies belong to them.
#ifndef QUARTET_MARKET_INDUSTRIES_H
#define QUARTET_MARKET_INDUSTRIES_H

#include <cstdint>
#include <string>

namespace quartet {

inline constexpr int kIndustries = 102;
inline constexpr int kSectors = 12;
inline constexpr int kIndustryWeightSum = 10'000;

[[nodiscard]] std::string industry_id(int industry);  // two letters
[[nodiscard]] std::string sector_id(int sector);      // two letters
[[nodiscard]] int sector_of_industry(int industry);
// Industry of a number in 0..kIndustryWeightSum-1, so that a uniform number gives a draw by weight.
[[nodiscard]] int industry_at(int64_t weight_position);

}  // namespace quartet

#endif  // QUARTET_MARKET_INDUSTRIES_H
