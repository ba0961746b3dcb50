#include "txn/plain/lots.h"

#include <utility>

#include "txn/plain/rows.h"

namespace quartet::plain {

using db::Type;

db::Statement position_statement(const char* name) {
  return {name,
          R"(
      SELECT hs_qty
      FROM holding_summary
      WHERE hs_ca_id = $1
        AND hs_s_symb = $2)",
          {Type::kInt8, Type::kText}};
}

db::Statement lots_statement(const char* name, LotOrder order) {
  static const char* const kOldestFirst = R"(
      SELECT h_t_id, h_qty, h_price
      FROM holding
      WHERE h_ca_id = $1
        AND h_s_symb = $2
      ORDER BY h_dts, h_t_id
      LIMIT $3)";
  static const char* const kNewestFirst = R"(
      SELECT h_t_id, h_qty, h_price
      FROM holding
      WHERE h_ca_id = $1
        AND h_s_symb = $2
      ORDER BY h_dts DESC, h_t_id DESC
      LIMIT $3)";
  return {name, order == LotOrder::kOldestFirst ? kOldestFirst : kNewestFirst, {Type::kInt8, Type::kText, Type::kInt8}};
}

db::Parameters lots_parameters(int64_t account, std::string_view symbol, int32_t quantity, int32_t smallest_lot) {
  return db::Parameters().int8(account).text(symbol).int8((quantity + smallest_lot - 1) / smallest_lot);
}

db::Statement commission_rate_statement(const char* name) {
  return {name,
          R"(
      SELECT cr_rate
      FROM commission_rate
      WHERE cr_c_tier = $1
        AND cr_tt_id = $2
        AND cr_ex_id = $3
        AND cr_from_qty <= $4
        AND cr_to_qty >= $4)",
          {Type::kInt2, Type::kText, Type::kText, Type::kInt4}};
}

std::unique_ptr<db::Result> with_lots(const db::RowSet::Row& cells, const db::Result& lots) {
  constexpr size_t kLotColumns = 3;
  auto set = std::make_unique<db::RowSet>();
  for (int row = 0; row < lots.rows(); ++row) {
    db::RowSet::Row joined = cells;
    copy_columns(joined, lots, row, "iim");
    set->add(std::move(joined));
  }
  if (lots.rows() == 0) {
    db::RowSet::Row joined = cells;
    joined.resize(cells.size() + kLotColumns);
    set->add(std::move(joined));
  }
  return set;
}

}  // namespace quartet::plain
