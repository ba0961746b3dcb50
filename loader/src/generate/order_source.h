// The orders of one Load Unit: who orders what when, and when it completes
// (docs/spec/population.md, "Trade simulation").
#ifndef QUARTET_GENERATE_ORDER_SOURCE_H
#define QUARTET_GENERATE_ORDER_SOURCE_H

#include <cstdint>

#include "generate/trade_delay.h"
#include "generate/unit_facts.h"
#include "quartet/market_model.h"

namespace quartet {

// Simulated time counts 86,400,000 milliseconds per business day from 09:00, so that the night is part of it.
inline constexpr int64_t kMillisPerSimulatedDay = 86'400'000;

// A completed trade. Times are simulated milliseconds, prices cents.
struct Order {
  int64_t trade_id;
  int64_t ordered;
  int64_t submitted;
  int64_t completed;
  size_t account;   // index into UnitFacts::accounts
  size_t position;  // list of lots
  size_t security;  // position in the Load Unit
  int32_t quantity;
  int32_t bid_price;
  int32_t trade_price;
  TradeType type;
  bool is_lifo;
  bool is_cash;
};

// Pure functions of the order's number; thread-compatible.
class OrderSource {
 public:
  // Refers to `model` and `facts`, which must outlive it.
  OrderSource(const MarketModel& model, const UnitFacts& facts, int64_t unit);

  // Order number m of the Load Unit, from 0. REQUIRES: not one of the skipped ids.
  [[nodiscard]] Order order(int64_t number) const;
  // Earliest time that order number m or a later one is placed.
  [[nodiscard]] static int64_t earliest(int64_t number);
  // Offset of order number m from the trade id base.
  [[nodiscard]] int64_t offset(int64_t number) const { return first_offset_ + number; }

 private:
  void choose_account(Order& order, Stream& random) const;
  void choose_prices(Order& order, Stream& random) const;

  const MarketModel& model_;
  const UnitFacts& facts_;
  int64_t unit_;
  int64_t first_offset_;
  TradeDelay delay_;
};

}  // namespace quartet

#endif  // QUARTET_GENERATE_ORDER_SOURCE_H
