// Lots of a position and what an order does to them: the arithmetic that Trade-Order estimates and Trade-Result
// applies.
#ifndef QUARTET_TXN_LOTS_H
#define QUARTET_TXN_LOTS_H

#include <cstdint>
#include <vector>

#include "db/session.h"
#include "market/arithmetic.h"

namespace quartet {

// Commission in cents. `rate` is in hundredths of a percent.
[[nodiscard]] constexpr int64_t commission_cents(int64_t rate, int64_t quantity, int64_t price_cents) {
  // In integers and rounded once: a double cannot hold most cents, and halves would go either way.
  return rounded_division(rate * quantity * price_cents, 10'000);
}

// Capital-gain tax in cents. `rate` is in 1/100,000.
[[nodiscard]] constexpr int64_t tax_cents(int64_t gain_cents, int64_t rate) {
  return rounded_division(gain_cents * rate, 100'000);
}

// An open lot: a HOLDING row. Negative quantities are short.
struct Lot {
  int64_t trade_id;  // of the trade that opened it
  int32_t quantity;
  int64_t price_cents;
};

// One HOLDING_HISTORY row of a closing trade.
struct LotChange {
  int64_t trade_id;
  int32_t before;
  int32_t after;
};

// Lots that an order of some quantity closes.
struct Closing {
  int32_t left = 0;  // quantity for which no lot of the other side is left
  int64_t buy_cents = 0;
  int64_t sell_cents = 0;
  std::vector<LotChange> changes;

  [[nodiscard]] int64_t gain_cents() const { return sell_cents - buy_cents; }
};

// Walks `lots`, all of the other side, in order until the quantity is used up.
[[nodiscard]] Closing close_lots(bool is_sell, int32_t quantity, int64_t price_cents, const std::vector<Lot>& lots);

// Orders of this workload come in hundreds, so lots do as well: a quantity is closed by as many lots as it has
// hundreds, or fewer. Only a lot that is smaller makes the statement that reads them run again, for the smallest lot
// there is.
inline constexpr int32_t kUsualLot = 100;
inline constexpr int32_t kSmallestLot = 1;

// Lots in rows whose columns from `column` on are trade id, quantity and price; none when these are NULL.
[[nodiscard]] std::vector<Lot> lots_of(const db::Result& rows, int column);

// Whether lots that were read for kUsualLot do not cover the quantity though there may be others.
[[nodiscard]] bool may_have_more(const std::vector<Lot>& lots, int32_t quantity);

// Statements that both transactions run under different names.
// Parameter: customer. Result: sum of the customer's tax rates.
[[nodiscard]] db::Statement tax_rate_statement(const char* name);
// Parameter: account. Result: balance.
[[nodiscard]] db::Statement balance_statement(const char* name);

// Tax of a customer on a gain, in cents, by a tax-rate statement; 0 when the customer has no tax rate. One round trip.
[[nodiscard]] int64_t read_tax_cents(db::Session& session, const db::Statement& tax_rate, int64_t customer,
                                     int64_t gain_cents);

}  // namespace quartet

#endif  // QUARTET_TXN_LOTS_H
