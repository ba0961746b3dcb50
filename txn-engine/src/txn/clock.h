// The wall clock as the database stores it: microseconds since 2000-01-01 in UTC, rounded down to a millisecond because
// timestamp(3) columns would round to the nearest.
#ifndef QUARTET_TXN_CLOCK_H
#define QUARTET_TXN_CLOCK_H

#include <chrono>
#include <cstdint>

namespace quartet {

inline constexpr int64_t kMicrosPerDay = 86'400'000'000;

[[nodiscard]] inline int64_t now_micros() {
  constexpr int64_t kMillisFrom1970To2000 = 946'684'800'000;
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  const int64_t millis = std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
  return (millis - kMillisFrom1970To2000) * 1000;
}

}  // namespace quartet

#endif  // QUARTET_TXN_CLOCK_H
