// Code that Trade-Lookup and Trade-Update share: it finds the trades of a frame and reports their details.
#ifndef QUARTET_TXN_TRADE_DETAILS_H
#define QUARTET_TXN_TRADE_DETAILS_H

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/session.h"
#include "txn/inputs.h"
#include "txn/wire.h"

namespace quartet {

// Trades a frame works on, in the order of its answer.
struct Trades {
  std::vector<int64_t> ids;
  std::vector<std::string> heads;  // of each: its TRADE columns as they go into the answer
};

// Each adds the read of the trades that a frame works on, and returns the index of its result.
size_t add_trades_by_id(db::Batch& batch, const TradeSelection& selection);       // frame 1 (TLs1)
size_t add_trades_of_account(db::Batch& batch, const TradeSelection& selection);  // frame 2 (TL5)
// Frame 3: `statement` takes symbol, start, end, highest account and most rows.
size_t add_trades_of_security(db::Batch& batch, const db::Statement& statement, const TradeSelection& selection);

// Trades of frame 1, in the order of the selection.
[[nodiscard]] Trades read_trades_by_id(const db::Result& rows, const TradeSelection& selection);

// Trades of frames 2 and 3, whose first column is the id. `write_head` appends the head of a row.
using WriteHead = void (*)(wire::Writer& head, const db::Result& rows, int row);
[[nodiscard]] Trades read_trades(const db::Result& rows, WriteHead write_head);

// Heads of rows: `by-account` and `by-security` in doc/wire.md.
void write_trade_of_account(wire::Writer& head, const db::Result& rows, int row);
void write_trade_of_security(wire::Writer& head, const db::Result& rows, int row);

// Settlement, cash movement and history of some trades, read by three statements (TLs2, TLs3, TLs4).
class TradeDetails {
 public:
  // Adds the three statements to a batch that is not run yet.
  TradeDetails(db::Batch& batch, std::span<const int64_t> trade_ids);

  // Takes the rows of the batch; they must outlive this object.
  void read(const db::Results& results);

  // Appends the list of the trades, each with its details (`details` in doc/wire.md); what the database does not have
  // is 0 or empty.
  void write(wire::Writer& output, const Trades& trades) const;

 private:
  using RowOfTrade = std::unordered_map<int64_t, int>;
  void write_details(wire::Writer& output, int64_t trade_id) const;
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
