// The reads of Trade-Lookup and Trade-Update about each trade, one trade at a time.
#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "txn/plain/forms.h"
#include "txn/plain/rows.h"

namespace quartet::plain {
namespace {

using db::Type;

const db::Statement kTrade{"TL1",
                           R"(
    SELECT t_id, t_bid_price, t_exec_name, t_is_cash, t_trade_price, tt_is_mrkt
    FROM trade
    JOIN trade_type ON tt_id = t_tt_id
    WHERE t_id = $1)",
                           {Type::kInt8}};

const db::Statement kSettlement{"TL2",
                                R"(
    SELECT se_t_id, se_amt, se_cash_due_date, se_cash_type
    FROM settlement
    WHERE se_t_id = $1)",
                                {Type::kInt8}};

const db::Statement kCash{"TL3",
                          R"(
    SELECT ct_t_id, ct_amt, ct_dts, ct_name
    FROM cash_transaction
    WHERE ct_t_id = $1)",
                          {Type::kInt8}};

const db::Statement kHistory{"TL4",
                             R"(
    SELECT th_t_id, th_dts, th_st_id
    FROM trade_history
    WHERE th_t_id = $1
    ORDER BY th_dts
    LIMIT 3)",
                             {Type::kInt8}};

Rows of_each_trade(const db::PlainCall& call, const db::Statement& statement, std::string_view kinds) {
  auto set = std::make_unique<db::RowSet>();
  for (const int64_t trade_id : call.parameters.get_integer_array(0)) {
    copy_rows(*set, run(call, statement, db::Parameters().int8(trade_id)), kinds);
  }
  return set;
}

}  // namespace

Rows trades_by_id(const db::PlainCall& call) { return of_each_trade(call, kTrade, "imtbmb"); }

Rows settlements(const db::PlainCall& call) { return of_each_trade(call, kSettlement, "imdt"); }

Rows trade_histories(const db::PlainCall& call) { return of_each_trade(call, kHistory, "ist"); }

Rows cash_transactions(const db::PlainCall& call) {
  const db::Result& settled = *call.earlier.back();
  std::unordered_set<int64_t> on_margin;
  for (int row = 0; row < settled.rows(); ++row) {
    // The reference asks CASH_TRANSACTION for cash trades only. The settlements, read just before, know which these
    // are.
    if (settled.text(row, 3).starts_with("Margin")) on_margin.insert(settled.integer(row, 0));
  }
  auto set = std::make_unique<db::RowSet>();
  for (const int64_t trade_id : call.parameters.get_integer_array(0)) {
    if (on_margin.contains(trade_id)) continue;
    copy_rows(*set, run(call, kCash, db::Parameters().int8(trade_id)), "imst");
  }
  return set;
}

}  // namespace quartet::plain
