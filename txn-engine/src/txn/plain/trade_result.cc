// Joins and arrays of Trade-Result taken apart.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "txn/plain/forms.h"
#include "txn/plain/lots.h"
#include "txn/plain/rows.h"

namespace quartet::plain {
namespace {

using db::Type;

const db::Statement kTrade{"TR1",
                           R"(
    SELECT t_ca_id, t_tt_id, t_s_symb, t_qty, t_chrg, t_lifo, t_is_cash, t_st_id, t_dts
    FROM trade
    WHERE t_id = $1)",
                           {Type::kInt8}};

const db::Statement kTradeType{"TR2",
                               R"(
    SELECT tt_name, tt_is_sell, tt_is_mrkt
    FROM trade_type
    WHERE tt_id = $1)",
                               {Type::kText}};

const db::Statement kAccount{"TR4",
                             R"(
    SELECT ca_b_id, ca_c_id, ca_tax_st
    FROM customer_account
    WHERE ca_id = $1)",
                             {Type::kInt8}};

const db::Statement kInsertLotHistory{"TR7",
                                      R"(
    INSERT INTO holding_history (hh_h_t_id, hh_t_id, hh_before_qty, hh_after_qty)
    VALUES ($1, $2, $3, $4))",
                                      {Type::kInt8, Type::kInt8, Type::kInt4, Type::kInt4}};

const db::Statement kDeleteLot{"TR8d", "DELETE FROM holding WHERE h_t_id = $1", {Type::kInt8}};

const db::Statement kUpdateTax{"TR10", "UPDATE trade SET t_tax = $2 WHERE t_id = $1", {Type::kInt8, Type::kMoney}};

const db::Statement kSecurity{"TR11", "SELECT s_ex_id, s_name FROM security WHERE s_symb = $1", {Type::kText}};

const db::Statement kTier{"TR12", "SELECT c_tier FROM customer WHERE c_id = $1", {Type::kInt8}};

const db::Statement kPosition = position_statement("TR3");
const db::Statement kOldestLots = lots_statement("TR6", LotOrder::kOldestFirst);
const db::Statement kNewestLots = lots_statement("TR6", LotOrder::kNewestFirst);
const db::Statement kCommissionRate = commission_rate_statement("TR13");

const db::Statement kCompleteTrade{"TR14",
                                   R"(
    UPDATE trade
    SET t_comm = $2
      , t_dts = $3
      , t_st_id = 'CMPT'
      , t_trade_price = $4
    WHERE t_id = $1)",
                                   {Type::kInt8, Type::kMoney, Type::kTimestamp, Type::kMoney}};

const db::Statement kInsertHistory{"TR15",
                                   R"(
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    VALUES ($1, $2, 'CMPT'))",
                                   {Type::kInt8, Type::kTimestamp}};

const db::Statement kInsertSettlement{"TR17",
                                      R"(
    INSERT INTO settlement (se_t_id, se_cash_type, se_cash_due_date, se_amt)
    VALUES ($1, $2, $3, $4))",
                                      {Type::kInt8, Type::kText, Type::kDate, Type::kMoney}};

const db::Statement kInsertCash{"TR19",
                                R"(
    INSERT INTO cash_transaction (ct_t_id, ct_dts, ct_amt, ct_name)
    VALUES ($1, $2, $3, $4))",
                                {Type::kInt8, Type::kTimestamp, Type::kMoney, Type::kText}};

const db::Statement kUpdateBalance{
    "TR18", "UPDATE customer_account SET ca_bal = ca_bal + $2 WHERE ca_id = $1", {Type::kInt8, Type::kMoney}};

const db::Statement kReadBalance{"TR20", "SELECT ca_bal FROM customer_account WHERE ca_id = $1", {Type::kInt8}};

}  // namespace

Rows trade_of_result(const db::PlainCall& call) {
  db::RowSet::Row cells;
  const db::Result& trade = run(call, kTrade, db::Parameters().int8(call.parameters.get_integer(0)));
  if (trade.rows() == 0) return std::make_unique<db::RowSet>();
  // Copied first: the next statement ends the life of this result.
  const int64_t account = trade.integer(0, 0);
  const std::string type(trade.text(0, 1));
  const std::string symbol(trade.text(0, 2));
  const auto quantity = static_cast<int32_t>(trade.integer(0, 3));
  const bool is_lifo = trade.boolean(0, 5);
  copy_columns(cells, trade, 0, "ittimbbts");
  const db::Result& trade_type = run(call, kTradeType, db::Parameters().text(type));
  if (trade_type.rows() == 0) return std::make_unique<db::RowSet>();
  const bool is_sell = trade_type.boolean(0, 1);
  copy_columns(cells, trade_type, 0, "tb");
  const db::Result& held = run(call, kPosition, db::Parameters().int8(account).text(symbol));
  const bool is_other_side = held.rows() == 1 && (held.integer(0, 0) > 0) == is_sell;
  copy_first_row(cells, held, "i");
  const db::Result& owner = run(call, kAccount, db::Parameters().int8(account));
  if (owner.rows() == 0) return std::make_unique<db::RowSet>();
  const int64_t customer = owner.integer(0, 1);
  copy_columns(cells, owner, 0, "iii");
  const db::Result& security = run(call, kSecurity, db::Parameters().text(symbol));
  if (security.rows() == 0) return std::make_unique<db::RowSet>();
  const std::string exchange(security.text(0, 0));
  cells.emplace_back(std::string(security.text(0, 1)));
  const db::Result& tier = run(call, kTier, db::Parameters().int8(customer));
  if (tier.rows() == 0) return std::make_unique<db::RowSet>();
  const auto number = static_cast<int16_t>(tier.integer(0, 0));
  // NULL without a rate, as the outer join of the batched form gives it.
  copy_first_row(
      cells, run(call, kCommissionRate, db::Parameters().int2(number).text(type).text(exchange).int4(quantity)), "m");
  if (!is_other_side) return with_lots(cells, db::RowSet());
  const auto smallest_lot = static_cast<int32_t>(call.parameters.get_integer(1));
  return with_lots(
      cells, run(call, is_lifo ? kNewestLots : kOldestLots, lots_parameters(account, symbol, quantity, smallest_lot)));
}

Rows insert_lot_history(const db::PlainCall& call) {
  const int64_t trade_id = call.parameters.get_integer(0);
  const std::vector<int64_t> lots = call.parameters.get_integer_array(1);
  const std::vector<int64_t> before = call.parameters.get_integer_array(2);
  const std::vector<int64_t> after = call.parameters.get_integer_array(3);
  for (size_t i = 0; i < lots.size(); ++i) {
    run(call, kInsertLotHistory,
        db::Parameters()
            .int8(lots[i])
            .int8(trade_id)
            .int4(static_cast<int32_t>(before[i]))
            .int4(static_cast<int32_t>(after[i])));
  }
  return affected_rows(static_cast<int64_t>(lots.size()));
}

Rows delete_lots(const db::PlainCall& call) {
  int64_t affected = 0;
  for (const int64_t lot : call.parameters.get_integer_array(0)) {
    affected += run(call, kDeleteLot, db::Parameters().int8(lot)).affected();
  }
  return affected_rows(affected);
}

Rows settle_trade(const db::PlainCall& call) {
  const db::Parameters& given = call.parameters;
  const int64_t trade_id = given.get_integer(0);
  const int64_t dts = given.get_integer(2);
  const int64_t tax = given.get_cents(4);
  const int64_t amount = given.get_cents(7);
  // The reference writes the tax in frame 3, with an update of its own, and only when there is one.
  if (tax != 0) run(call, kUpdateTax, db::Parameters().int8(trade_id).money(tax));
  run(call, kCompleteTrade,
      db::Parameters().int8(trade_id).money(given.get_cents(1)).timestamp(dts).money(given.get_cents(3)));
  run(call, kInsertHistory, db::Parameters().int8(trade_id).timestamp(dts));
  const auto due_date = static_cast<int32_t>(given.get_integer(6));
  auto settled = take(call, kInsertSettlement,
                      db::Parameters().int8(trade_id).text(given.get_text(5)).date(due_date).money(amount));
  if (!given.is_null(8)) {
    run(call, kInsertCash, db::Parameters().int8(trade_id).timestamp(dts).money(amount).text(given.get_text(8)));
  }
  return settled;
}

Rows update_balance(const db::PlainCall& call) {
  const int64_t account = call.parameters.get_integer(0);
  run(call, kUpdateBalance, db::Parameters().int8(account).money(call.parameters.get_cents(1)));
  return take(call, kReadBalance, db::Parameters().int8(account));
}

}  // namespace quartet::plain
