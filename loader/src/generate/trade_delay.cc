#include "generate/trade_delay.h"

#include <algorithm>
#include <cmath>

namespace quartet {

TradeDelay::TradeDelay() {
  constexpr double kLongestMicros = 5'000'000;
  const auto steps = static_cast<double>(micros_.size() - 1);
  for (size_t i = 0; i + 1 < micros_.size(); ++i) {
    const double micros = -1'000'000 * std::log(1 - static_cast<double>(i) / steps);
    // Rounded to microseconds: the last bits of a logarithm differ between libraries.
    micros_.at(i) = std::lround(std::min(micros, kLongestMicros));
  }
  micros_.back() = std::lround(kLongestMicros);
}

}  // namespace quartet
