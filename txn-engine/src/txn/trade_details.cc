#include "txn/trade_details.h"

#include <string_view>

#include "txn/plain/forms.h"
#include "txn/rows.h"
#include "txn/statements.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kTradesById = {"TLs1",
                                   "SELECT t_id, t_bid_price, t_exec_name, t_is_cash, t_trade_price, tt_is_mrkt "
                                   "FROM trade "
                                   "JOIN trade_type ON tt_id = t_tt_id "
                                   "WHERE t_id = ANY($1)",
                                   {Type::kInt8Array},
                                   plain::trades_by_id};

const db::Statement kTradesOfAccount = {"TL5",
                                        "SELECT t_id, t_bid_price, t_exec_name, t_is_cash, t_trade_price "
                                        "FROM trade "
                                        "WHERE t_ca_id = $1 "
                                        "AND t_dts BETWEEN $2 AND $3 "
                                        "ORDER BY t_dts "
                                        "LIMIT $4",
                                        {Type::kInt8, Type::kTimestamp, Type::kTimestamp, Type::kInt8}};

const db::Statement kSettlements = {"TLs2",
                                    "SELECT se_t_id, se_amt, se_cash_due_date, se_cash_type "
                                    "FROM settlement "
                                    "WHERE se_t_id = ANY($1)",
                                    {Type::kInt8Array},
                                    plain::settlements};

// Trades on margin have no row here.
const db::Statement kCash = {"TLs3",
                             "SELECT ct_t_id, ct_amt, ct_dts, ct_name "
                             "FROM cash_transaction "
                             "WHERE ct_t_id = ANY($1)",
                             {Type::kInt8Array},
                             plain::cash_transactions};

const db::Statement kHistory = {"TLs4",
                                "SELECT th_t_id, th_dts, th_st_id "
                                "FROM trade_history "
                                "WHERE th_t_id = ANY($1) "
                                "ORDER BY th_t_id, th_dts",
                                {Type::kInt8Array},
                                plain::trade_histories};

constexpr int kMostHistoryRows = 3;  // of one trade

std::unordered_map<int64_t, int> first_rows(const db::Result& rows) {
  std::unordered_map<int64_t, int> result;
  // try_emplace keeps the first: rows of one trade stand together, oldest first.
  for (int row = 0; row < rows.rows(); ++row) result.try_emplace(rows.integer(row, 0), row);
  return result;
}

void write_trade_by_id(wire::Writer& head, const db::Result& rows, int row) {
  write_trade_of_account(head, rows, row);
  head(rows.boolean(row, 5));
}

void add_trade(Trades& trades, const db::Result& rows, int row, WriteHead write_head) {
  wire::Writer head;
  write_head(head, rows, row);
  trades.ids.push_back(rows.integer(row, 0));
  trades.heads.push_back(head.take());
}

}  // namespace

StatementList trade_details_statements() { return {&kTradesById, &kTradesOfAccount, &kSettlements, &kCash, &kHistory}; }

size_t add_trades_by_id(db::Batch& batch, const TradeSelection& selection) {
  return batch.add(kTradesById, db::Parameters().int8_array(selection.trade_ids));
}

size_t add_trades_of_account(db::Batch& batch, const TradeSelection& selection) {
  return batch.add(kTradesOfAccount, db::Parameters()
                                         .int8(selection.account_id)
                                         .timestamp(selection.start_dts)
                                         .timestamp(selection.end_dts)
                                         .int8(selection.max_trades));
}

size_t add_trades_of_security(db::Batch& batch, const db::Statement& statement, const TradeSelection& selection) {
  return batch.add(statement, db::Parameters()
                                  .text(selection.symbol)
                                  .timestamp(selection.start_dts)
                                  .timestamp(selection.end_dts)
                                  .int8(selection.max_account_id)
                                  .int8(selection.max_trades));
}

Trades read_trades_by_id(const db::Result& rows, const TradeSelection& selection) {
  // ANY($1) finds rows in any order; the answer has the order of the request.
  const std::unordered_map<int64_t, int> row_of_trade = first_rows(rows);
  Trades trades;
  for (const int64_t id : selection.trade_ids) {
    if (const auto found = row_of_trade.find(id); found != row_of_trade.end()) {
      add_trade(trades, rows, found->second, write_trade_by_id);
    }
  }
  return trades;
}

Trades read_trades(const db::Result& rows, WriteHead write_head) {
  Trades trades;
  for (int row = 0; row < rows.rows(); ++row) add_trade(trades, rows, row, write_head);
  return trades;
}

void write_trade_of_account(wire::Writer& head, const db::Result& rows, int row) {
  head(rows.integer(row, 0))(rows.cents(row, 1))(rows.text(row, 2))(rows.boolean(row, 3));
  head(cents_or_zero(rows, row, 4));
}

void write_trade_of_security(wire::Writer& head, const db::Result& rows, int row) {
  head(rows.integer(row, 0))(rows.integer(row, 1))(rows.text(row, 2))(rows.boolean(row, 3));
  head(cents_or_zero(rows, row, 4))(static_cast<int32_t>(rows.integer(row, 5)))(rows.timestamp(row, 6));
  head(rows.text(row, 7));
}

TradeDetails::TradeDetails(db::Batch& batch, std::span<const int64_t> trade_ids)
    : settlement_index_(batch.add(kSettlements, db::Parameters().int8_array(trade_ids))),
      cash_index_(batch.add(kCash, db::Parameters().int8_array(trade_ids))),
      history_index_(batch.add(kHistory, db::Parameters().int8_array(trade_ids))) {}

void TradeDetails::read(const db::Results& results) {
  settlements_ = &results[settlement_index_];
  cash_ = &results[cash_index_];
  history_ = &results[history_index_];
  settlement_rows_ = first_rows(*settlements_);
  cash_rows_ = first_rows(*cash_);
  history_rows_ = first_rows(*history_);
}

void TradeDetails::write(wire::Writer& output, const Trades& trades) const {
  output.count(trades.ids.size());
  for (size_t i = 0; i < trades.ids.size(); ++i) {
    output.append(trades.heads[i]);
    write_details(output, trades.ids[i]);
  }
}

void TradeDetails::write_details(wire::Writer& output, int64_t trade_id) const {
  if (const auto found = settlement_rows_.find(trade_id); found != settlement_rows_.end()) {
    const int row = found->second;
    output(settlements_->cents(row, 1))(settlements_->date(row, 2))(settlements_->text(row, 3));
  } else {
    output(int64_t{0})(int32_t{0})(std::string_view());
  }
  if (const auto found = cash_rows_.find(trade_id); found != cash_rows_.end()) {
    const int row = found->second;
    output(cash_->cents(row, 1))(cash_->timestamp(row, 2))(text_or_empty(*cash_, row, 3));
  } else {
    output(int64_t{0})(int64_t{0})(std::string_view());
  }
  write_history(output, trade_id);
}

void TradeDetails::write_history(wire::Writer& output, int64_t trade_id) const {
  const auto found = history_rows_.find(trade_id);
  const int first = found == history_rows_.end() ? history_->rows() : found->second;
  int end = first;
  // The limit per trade is applied here: one statement reads the histories of all trades, so it cannot have one.
  while (end < history_->rows() && end - first < kMostHistoryRows && history_->integer(end, 0) == trade_id) ++end;
  output.count(static_cast<size_t>(end - first));
  for (int row = first; row < end; ++row) output(history_->timestamp(row, 1))(history_->text(row, 2));
}

}  // namespace quartet
