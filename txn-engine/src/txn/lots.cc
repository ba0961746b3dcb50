#include "txn/lots.h"

#include <algorithm>
#include <cstdlib>

namespace quartet {

Closing close_lots(bool is_sell, int32_t quantity, int64_t price_cents, const std::vector<Lot>& lots) {
  Closing closing;
  closing.left = quantity;
  for (const Lot& lot : lots) {
    // A full batch may bring more lots than the order needs.
    if (closing.left == 0) break;
    const int32_t used = std::min(closing.left, std::abs(lot.quantity));
    const int32_t after = lot.quantity > 0 ? lot.quantity - used : lot.quantity + used;
    closing.changes.push_back({lot.trade_id, lot.quantity, after});
    // A sale closes lots that were bought. A purchase closes short lots: their price is what the shares were sold for.
    (is_sell ? closing.buy_cents : closing.sell_cents) += used * lot.price_cents;
    (is_sell ? closing.sell_cents : closing.buy_cents) += used * price_cents;
    closing.left -= used;
  }
  return closing;
}

std::vector<Lot> lots_of(const db::Result& rows, int column) {
  std::vector<Lot> lots;
  // An outer join gives one row without a lot.
  if (rows.rows() == 0 || rows.is_null(0, column)) return lots;
  lots.reserve(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) {
    lots.push_back(
        {rows.integer(row, column), static_cast<int32_t>(rows.integer(row, column + 1)), rows.cents(row, column + 2)});
  }
  return lots;
}

bool may_have_more(const std::vector<Lot>& lots, int32_t quantity) {
  int64_t covered = 0;
  for (const Lot& lot : lots) covered += std::abs(lot.quantity);
  const auto most = static_cast<size_t>((quantity + kUsualLot - 1) / kUsualLot);
  return covered < quantity && lots.size() == most;
}

db::Statement tax_rate_statement(const char* name) {
  return {name,
          R"(
      SELECT sum(tx_rate)
      FROM customer_taxrate
      JOIN taxrate ON tx_id = cx_tx_id
      WHERE cx_c_id = $1)",
          {db::Type::kInt8}};
}

db::Statement balance_statement(const char* name) {
  return {name,
          R"(
      SELECT ca_bal
      FROM customer_account
      WHERE ca_id = $1)",
          {db::Type::kInt8}};
}

int64_t read_tax_cents(db::Session& session, const db::Statement& tax_rate, int64_t customer, int64_t gain_cents) {
  db::Batch batch;
  const size_t rate = batch.add(tax_rate, db::Parameters().int8(customer));
  const db::Result& result = session.run(batch)[rate];
  // Five decimals: the scale of tx_rate. The sum is not rounded before it is multiplied.
  return result.is_null(0, 0) ? 0 : tax_cents(gain_cents, result.scaled(0, 0, 5));
}

}  // namespace quartet
