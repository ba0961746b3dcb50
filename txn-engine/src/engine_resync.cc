#include "engine_resync.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace quartet {
namespace {

using db::Type;

const db::Statement kVersion = {"version", "SELECT current_setting('server_version')", {}};

// Loaded trades are all completed, so the bound on the id loses none of them, and the status needs no index of its own.
const db::Statement kOpenOrders = {"RS1",
                                   "SELECT t_id, t_st_id, t_tt_id, t_s_symb, t_qty, t_bid_price "
                                   "FROM trade "
                                   "WHERE t_id >= $1 "
                                   "AND t_st_id IN ('SBMT', 'PNDG') "
                                   "ORDER BY t_id",
                                   {Type::kInt8}};

uint8_t trade_type(std::string_view id) {
  const auto* found = std::find(kTradeTypeIds.begin(), kTradeTypeIds.end(), id);
  if (found == kTradeTypeIds.end()) throw std::logic_error(fmt::format("trade type {} is unknown", id));
  return static_cast<uint8_t>(found - kTradeTypeIds.begin());
}

quartet_order order_of(const db::Result& rows, int row, const MarketModel& model) {
  const int64_t security = model.security_of_symbol(rows.text(row, 3));
  // The Market Exchange counts securities by number: one it cannot name could never be executed.
  if (security < 0) {
    throw std::logic_error(
        fmt::format("trade {} has symbol {}, which the market model does not know; is the database "
                    "loaded with the parameters given?",
                    rows.integer(row, 0), rows.text(row, 3)));
  }
  return {
      .trade_id = static_cast<uint64_t>(rows.integer(row, 0)),
      .security = static_cast<uint32_t>(security),
      .quantity = static_cast<uint32_t>(rows.integer(row, 4)),
      .price_cents = static_cast<uint32_t>(rows.cents(row, 5)),
      .trade_type = trade_type(rows.text(row, 2)),
      .action = static_cast<uint8_t>(rows.text(row, 1) == "PNDG" ? QUARTET_SET_LIMIT_TRIGGER : QUARTET_PROCESS_NOW)};
}

}  // namespace

Answer resync(db::Session& session, const Context& context) {
  db::Batch batch;
  // One statement is one snapshot at this level too. An order that completes meanwhile is delivered again, which
  // Trade-Result answers with "already applied".
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kOpenOrders, db::Parameters().int8(context.model.first_run_time_trade_id()));
  batch.commit();
  const db::Result& rows = session.run(batch)[0];
  Answer answer;
  answer.orders.reserve(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) answer.orders.push_back(order_of(rows, row, context.model));
  return answer;
}

Answer probe(db::Session& session) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kVersion);
  batch.commit();
  Answer answer;
  answer.output = session.run(batch)[0].text(0, 0);
  return answer;
}

}  // namespace quartet
