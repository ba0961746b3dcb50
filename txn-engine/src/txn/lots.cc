#include "txn/lots.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace quartet {
namespace {

// Orders of this workload come in hundreds, so lots do as well.
constexpr int32_t kUsualLot = 100;

const db::Statement& choose(const LotStatements& statements, bool is_lifo) {
  return is_lifo ? statements.newest_first : statements.oldest_first;
}

db::Parameters parameters(int64_t account, std::string_view symbol, bool is_sell, int32_t most_rows) {
  return db::Parameters().int8(account).text(symbol).boolean(is_sell).int8(most_rows);
}

std::vector<Lot> lots_of(const db::Result& result) {
  std::vector<Lot> lots;
  lots.reserve(static_cast<size_t>(result.rows()));
  for (int row = 0; row < result.rows(); ++row) {
    lots.push_back({result.integer(row, 0), static_cast<int32_t>(result.integer(row, 1)), result.cents(row, 2)});
  }
  return lots;
}

int32_t usual_rows(int32_t quantity) { return (quantity + kUsualLot - 1) / kUsualLot; }

}  // namespace

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

LotStatements lot_statements(const char* name, db::PlainForm oldest_first, db::PlainForm newest_first) {
  // Lots of a position have one sign. The scalar sub-select is evaluated once, before any lot is read.
  static const char* const kOldestFirst = R"(
      SELECT h_t_id, h_qty, h_price
      FROM holding
      WHERE h_ca_id = $1
        AND h_s_symb = $2
        AND (SELECT (hs_qty > 0) = $3 FROM holding_summary WHERE hs_ca_id = $1 AND hs_s_symb = $2)
      ORDER BY h_dts, h_t_id
      LIMIT $4)";
  static const char* const kNewestFirst = R"(
      SELECT h_t_id, h_qty, h_price
      FROM holding
      WHERE h_ca_id = $1
        AND h_s_symb = $2
        AND (SELECT (hs_qty > 0) = $3 FROM holding_summary WHERE hs_ca_id = $1 AND hs_s_symb = $2)
      ORDER BY h_dts DESC, h_t_id DESC
      LIMIT $4)";
  const std::vector<db::Type> types = {db::Type::kInt8, db::Type::kText, db::Type::kBool, db::Type::kInt8};
  return {{name, kOldestFirst, types, oldest_first}, {name, kNewestFirst, types, newest_first}};
}

db::Statement position_statement(const char* name) {
  return {name,
          R"(
      SELECT hs_qty
      FROM holding_summary
      WHERE hs_ca_id = $1
        AND hs_s_symb = $2)",
          {db::Type::kInt8, db::Type::kText}};
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

size_t add_lots(db::Batch& batch, const LotStatements& statements, int64_t account, std::string_view symbol,
                bool is_sell, bool is_lifo, int32_t quantity) {
  return batch.add(choose(statements, is_lifo), parameters(account, symbol, is_sell, usual_rows(quantity)));
}

std::vector<Lot> read_lots(db::Session& session, const db::Result& result, const LotStatements& statements,
                           int64_t account, std::string_view symbol, bool is_sell, bool is_lifo, int32_t quantity) {
  std::vector<Lot> lots = lots_of(result);
  int64_t covered = 0;
  for (const Lot& lot : lots) covered += std::abs(lot.quantity);
  // Enough lots, or fewer than asked for, which means that there are no more: the rest opens a new lot.
  if (covered >= quantity || result.rows() < usual_rows(quantity)) return lots;
  db::Batch batch;
  // A lot holds at least one share.
  const size_t all = batch.add(choose(statements, is_lifo), parameters(account, symbol, is_sell, quantity));
  return lots_of(session.run(batch)[all]);
}

}  // namespace quartet
