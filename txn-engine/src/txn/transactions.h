// The twelve transactions. Each opens and ends its own database transaction; all of a frame's statements travel in as
// few batches as their dependencies allow.
//
// Retry, timing and outcome are the caller's (engine.cc): a function is one attempt. It throws db::DatabaseError when a
// statement fails, leaving the database transaction open for the caller to roll back. An answer with a negative status
// has been rolled back by a writing transaction.
#ifndef QUARTET_TXN_TRANSACTIONS_H
#define QUARTET_TXN_TRANSACTIONS_H

#include <cstdint>
#include <string>
#include <vector>

#include "db/session.h"
#include "quartet/engine.h"
#include "quartet/market_model.h"
#include "txn/clock.h"
#include "txn/inputs.h"

namespace quartet {

// Trade days below which some right answers are short (docs/spec/transactions.md, "Short history").
inline constexpr int64_t kFullHistoryDays = 20;

// Data that all transactions of a run share.
struct Context {
  const MarketModel& model;
  db::Isolation trade_result_isolation;
  bool short_history;  // fewer than kFullHistoryDays: short answers of Trade-Status and Customer-Position are right
  int64_t (*now)() = now_micros;  // another clock makes two runs comparable
};

// Answer of one attempt.
struct Answer {
  int32_t status = 0;  // docs/spec/transactions.md, "Statuses"
  bool rolled_back_on_purpose = false;
  bool already_applied = false;       // Trade-Result: the trade was completed before
  std::vector<quartet_order> orders;  // for the market, only after the commit
  std::string output;                 // doc/wire.md
};

Answer broker_volume(db::Session& session, const Context& context, const BrokerVolumeInput& input);
Answer customer_position(db::Session& session, const Context& context, const CustomerPositionInput& input);
Answer market_feed(db::Session& session, const Context& context, const MarketFeedInput& input);
Answer market_watch(db::Session& session, const Context& context, const MarketWatchInput& input);
Answer security_detail(db::Session& session, const Context& context, const SecurityDetailInput& input);
Answer trade_lookup(db::Session& session, const Context& context, const TradeLookupInput& input);
Answer trade_order(db::Session& session, const Context& context, const TradeOrderInput& input);
Answer trade_result(db::Session& session, const Context& context, const TradeResultInput& input);
Answer trade_status(db::Session& session, const Context& context, const TradeStatusInput& input);
Answer trade_update(db::Session& session, const Context& context, const TradeUpdateInput& input);
Answer data_maintenance(db::Session& session, const Context& context, const DataMaintenanceInput& input);
Answer trade_cleanup(db::Session& session, const Context& context, const TradeCleanupInput& input);

// Run-time trade ids: R + brokerOrdinal x 10^9 + sequence value, so that an id names the broker whose row its
// Trade-Result will update.

// Ordinal of the broker of a run-time trade id, or -1 for the id of a loaded trade.
[[nodiscard]] inline int64_t broker_of_trade(const MarketModel& model, int64_t trade_id) {
  const int64_t offset = trade_id - model.first_run_time_trade_id();
  return offset < 0 ? -1 : offset / kRunTimeIdsPerBroker;
}

}  // namespace quartet

#endif  // QUARTET_TXN_TRANSACTIONS_H
