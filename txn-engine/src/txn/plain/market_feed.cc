// Market-Feed, one ticker entry and one order at a time.
#include <cstdint>
#include <string>
#include <vector>

#include "txn/plain/forms.h"
#include "txn/plain/rows.h"

namespace quartet::plain {
namespace {

using db::Type;

const db::Statement kUpdatePrice{"MF1",
                                 R"(
    UPDATE last_trade
    SET lt_price = $2
      , lt_vol = lt_vol + $3
      , lt_dts = $4
    WHERE lt_s_symb = $1)",
                                 {Type::kText, Type::kMoney, Type::kInt8, Type::kTimestamp}};

const db::Statement kRequests{"MF2",
                              R"(
    SELECT tr_t_id, tr_tt_id, tr_s_symb, tr_bid_price, tr_qty
    FROM trade_request
    WHERE tr_s_symb = $1
      AND (
        (tr_tt_id = 'TSL' AND tr_bid_price >= $2)
        OR (tr_tt_id = 'TLS' AND tr_bid_price <= $2)
        OR (tr_tt_id = 'TLB' AND tr_bid_price >= $2)))",
                              {Type::kText, Type::kMoney}};

const db::Statement kSubmitTrade{"MF3",
                                 R"(
    UPDATE trade
    SET t_dts = greatest(t_dts, $2)
      , t_st_id = 'SBMT'
    WHERE t_id = $1
    RETURNING t_dts)",
                                 {Type::kInt8, Type::kTimestamp}};

const db::Statement kDeleteRequest{"MF4", "DELETE FROM trade_request WHERE tr_t_id = $1", {Type::kInt8}};

const db::Statement kInsertHistory{"MF5",
                                   R"(
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    VALUES ($1, $2, 'SBMT'))",
                                   {Type::kInt8, Type::kTimestamp}};

}  // namespace

Rows update_prices(const db::PlainCall& call) {
  const std::vector<std::string> symbols = call.parameters.get_text_array(0);
  const std::vector<int64_t> prices = call.parameters.get_cents_array(1);
  const std::vector<int64_t> volumes = call.parameters.get_integer_array(2);
  const int64_t now = call.parameters.get_integer(3);
  int64_t affected = 0;
  for (size_t i = 0; i < symbols.size(); ++i) {
    affected +=
        run(call, kUpdatePrice, db::Parameters().text(symbols[i]).money(prices[i]).int8(volumes[i]).timestamp(now))
            .affected();
  }
  return affected_rows(affected);
}

Rows take_requests(const db::PlainCall& call) {
  const std::vector<std::string> symbols = call.parameters.get_text_array(0);
  const std::vector<int64_t> prices = call.parameters.get_cents_array(1);
  auto taken = std::make_unique<db::RowSet>();
  for (size_t i = 0; i < symbols.size(); ++i) {
    const int first = taken->rows();
    copy_rows(*taken, run(call, kRequests, db::Parameters().text(symbols[i]).money(prices[i])), "ittmi");
    for (int row = first; row < taken->rows(); ++row) {
      // Deleted at once, so that a later entry of the same symbol does not release the order again.
      run(call, kDeleteRequest, db::Parameters().int8(taken->integer(row, 0)));
    }
  }
  taken->set_affected(taken->rows());
  return taken;
}

Rows submit(const db::PlainCall& call) {
  const int64_t now = call.parameters.get_integer(1);
  int64_t affected = 0;
  for (const int64_t trade_id : call.parameters.get_integer_array(0)) {
    const db::Result& submitted = run(call, kSubmitTrade, db::Parameters().int8(trade_id).timestamp(now));
    if (submitted.rows() == 0) continue;
    const int64_t dts = submitted.timestamp(0, 0);
    affected += run(call, kInsertHistory, db::Parameters().int8(trade_id).timestamp(dts)).affected();
  }
  return affected_rows(affected);
}

}  // namespace quartet::plain
