// What Trade-Lookup and Trade-Update tell about each trade besides its TRADE row.
#ifndef QUARTET_TXN_TRADE_DETAILS_H
#define QUARTET_TXN_TRADE_DETAILS_H

#include <cstdint>
#include <span>
#include <unordered_map>

#include "db/session.h"
#include "txn/wire.h"

namespace quartet {

// Settlement, cash movement and history of some trades, read by three statements (TLs2, TLs3, TLs4).
class TradeDetails {
 public:
  // Adds the three statements to a batch that is not run yet.
  TradeDetails(db::Batch& batch, std::span<const int64_t> trade_ids);

  // Takes the rows of the batch; they must outlive this object.
  void read(const db::Results& results);

  // Appends the details of one trade (`details` in doc/wire.md); what the database does not have is 0 or empty.
  void write(wire::Writer& output, int64_t trade_id) const;

 private:
  using RowOfTrade = std::unordered_map<int64_t, int>;
  void write_history(wire::Writer& output, int64_t trade_id) const;

  size_t settlement_index_;
  size_t cash_index_;
  size_t history_index_;
  const db::Result* settlements_ = nullptr;
  const db::Result* cash_ = nullptr;
  const db::Result* history_ = nullptr;
  RowOfTrade settlement_rows_;
  RowOfTrade cash_rows_;
  RowOfTrade history_rows_;  // first of the trade, its others follow
};

}  // namespace quartet

#endif  // QUARTET_TXN_TRADE_DETAILS_H
