// Time a submitted order takes: exponential with mean 1 s, cut at 5 s (docs/spec/population.md, "Completion").
#ifndef QUARTET_GENERATE_TRADE_DELAY_H
#define QUARTET_GENERATE_TRADE_DELAY_H

#include <array>
#include <cstdint>

namespace quartet {

// Inverse of the distribution as a table of rounded values with linear steps between them, so that the delay does not
// depend on how a machine rounds logarithms.
class TradeDelay {
 public:
  TradeDelay();
  // Delay in milliseconds, 0..5000, of 64 random bits.
  [[nodiscard]] int64_t millis(uint64_t bits) const {
    const uint64_t index = bits >> (64 - kIndexBits);
    const auto within = static_cast<int64_t>((bits >> (64 - kIndexBits - kStepBits)) & ((1U << kStepBits) - 1));
    const int64_t low = micros_[index];
    return (low + (((micros_[index + 1] - low) * within) >> kStepBits)) / 1000;
  }

 private:
  static constexpr uint32_t kIndexBits = 12;
  static constexpr uint32_t kStepBits = 16;
  std::array<int64_t, (1U << kIndexBits) + 1> micros_{};
};

}  // namespace quartet

#endif  // QUARTET_GENERATE_TRADE_DELAY_H
