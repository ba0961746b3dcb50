// Dates as the database counts them: days since 2000-01-01.
#ifndef QUARTET_GENERATE_DATES_H
#define QUARTET_GENERATE_DATES_H

#include <chrono>
#include <cstdint>

#include "quartet/market_model.h"

namespace quartet {

constexpr int32_t date_of(int year, unsigned month, unsigned day) {
  using std::chrono::sys_days;
  const auto at = [](int y, unsigned m, unsigned d) {
    return sys_days(std::chrono::year(y) / std::chrono::month(m) / std::chrono::day(d));
  };
  return static_cast<int32_t>((at(year, month, day) - at(2000, 1, 1)).count());
}
static_assert(date_of(2005, 1, 3) == calendar::kFirstTradeDate);

inline constexpr int64_t kMicrosPerDay = 86'400'000'000;

// 09:00 of the business day after the loaded ones.
constexpr int64_t next_opening(int64_t trade_days) {
  return calendar::trading_timestamp(trade_days * kMillisPerTradeDay);
}

}  // namespace quartet

#endif  // QUARTET_GENERATE_DATES_H
