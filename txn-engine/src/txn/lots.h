// Lots of a position and what an order does to them: the arithmetic that Trade-Order estimates and Trade-Result
// applies.
#ifndef QUARTET_TXN_LOTS_H
#define QUARTET_TXN_LOTS_H

#include <cstdint>
#include <string_view>
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

// What an order of some quantity closes.
struct Closing {
  int32_t left = 0;  // quantity for which no lot of the other side is left
  int64_t buy_cents = 0;
  int64_t sell_cents = 0;
  std::vector<LotChange> changes;

  [[nodiscard]] int64_t gain_cents() const { return sell_cents - buy_cents; }
};

// Walks `lots`, all of the other side, in order until the quantity is used up.
[[nodiscard]] Closing close_lots(bool is_sell, int32_t quantity, int64_t price_cents, const std::vector<Lot>& lots);

// The statements that read lots of (account, symbol), named for the transaction that owns them, and their plain forms.
// In a batch they come right after the position.
// Parameters: account, symbol, is the order a sell, most rows. Result: trade id, quantity, price; no rows when the
// position is on the order's own side.
struct LotStatements {
  db::Statement oldest_first;
  db::Statement newest_first;
};
[[nodiscard]] LotStatements lot_statements(const char* name, db::PlainForm oldest_first, db::PlainForm newest_first);

// Statements that both transactions run under names of their own.
// Parameters: account, symbol. Result: shares; no row without a position.
[[nodiscard]] db::Statement position_statement(const char* name);
// Parameter: customer. Result: sum of the customer's tax rates.
[[nodiscard]] db::Statement tax_rate_statement(const char* name);
// Parameter: account. Result: balance.
[[nodiscard]] db::Statement balance_statement(const char* name);

// Tax of a customer on a gain, in cents, by a tax-rate statement; 0 when the customer has no tax rate. One round trip.
[[nodiscard]] int64_t read_tax_cents(db::Session& session, const db::Statement& tax_rate, int64_t customer,
                                     int64_t gain_cents);

// Adds the read of the lots that `quantity` shares can close, and returns the index of its result.
size_t add_lots(db::Batch& batch, const LotStatements& statements, int64_t account, std::string_view symbol,
                bool is_sell, bool is_lifo, int32_t quantity);

// Lots of that result; reads on when lots were too small for the first guess.
[[nodiscard]] std::vector<Lot> read_lots(db::Session& session, const db::Result& result,
                                         const LotStatements& statements, int64_t account, std::string_view symbol,
                                         bool is_sell, bool is_lifo, int32_t quantity);

}  // namespace quartet

#endif  // QUARTET_TXN_LOTS_H
