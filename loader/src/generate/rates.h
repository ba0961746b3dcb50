// Charges and commissions of a trade (docs/spec/population.md, "Charges").
#ifndef QUARTET_GENERATE_RATES_H
#define QUARTET_GENERATE_RATES_H

#include <array>
#include <cstdint>

#include "quartet/market_model.h"

namespace quartet {

// Charge in cents; `tier` 1..3.
constexpr int64_t charge_cents(TradeType type, int tier) {
  constexpr std::array<std::array<int64_t, 3>, 3> kCharges = {{{500, 450, 250}, {600, 500, 300}, {650, 550, 350}}};
  const size_t row = is_market(type) ? 0 : type == TradeType::kStopLoss ? 2 : 1;
  return kCharges.at(row).at(static_cast<size_t>(tier - 1));
}

struct QuantityBand {
  int32_t from;
  int32_t to;
  int reduction;  // 1/100 percent
};
inline constexpr std::array<QuantityBand, 4> kQuantityBands = {
    {{1, 200, 0}, {201, 500, 4}, {501, 2'000, 8}, {2'001, 999'999, 20}}};
inline constexpr int kDearExchange = 3;  // PCX

// Commission rate in 1/100 percent; `tier` 1..3, `exchange` 0..3, the same for all trade types.
constexpr int commission_rate(int tier, int exchange, const QuantityBand& band) {
  return 44 - 4 * tier - band.reduction + (exchange == kDearExchange ? 8 : 0);
}

// The band that holds a quantity.
constexpr const QuantityBand& quantity_band(int32_t quantity) {
  size_t band = 0;
  while (quantity > kQuantityBands.at(band).to) {
    ++band;
  }
  return kQuantityBands.at(band);
}

}  // namespace quartet

#endif  // QUARTET_GENERATE_RATES_H
