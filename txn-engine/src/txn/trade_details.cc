#include "txn/trade_details.h"

#include <string_view>

#include "txn/rows.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kSettlements = {"TLs2",
                                    "SELECT se_t_id, se_amt, se_cash_due_date, se_cash_type "
                                    "FROM settlement "
                                    "WHERE se_t_id = ANY($1)",
                                    {Type::kInt8Array}};

// Trades on margin have no row here.
const db::Statement kCash = {"TLs3",
                             "SELECT ct_t_id, ct_amt, ct_dts, ct_name "
                             "FROM cash_transaction "
                             "WHERE ct_t_id = ANY($1)",
                             {Type::kInt8Array}};

const db::Statement kHistory = {"TLs4",
                                "SELECT th_t_id, th_dts, th_st_id "
                                "FROM trade_history "
                                "WHERE th_t_id = ANY($1) "
                                "ORDER BY th_t_id, th_dts",
                                {Type::kInt8Array}};

constexpr int kMostHistoryRows = 3;  // of one trade

std::unordered_map<int64_t, int> first_rows(const db::Result& rows) {
  std::unordered_map<int64_t, int> result;
  for (int row = 0; row < rows.rows(); ++row) result.try_emplace(rows.integer(row, 0), row);
  return result;
}

}  // namespace

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

void TradeDetails::write(wire::Writer& output, int64_t trade_id) const {
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
  while (end < history_->rows() && end - first < kMostHistoryRows && history_->integer(end, 0) == trade_id) ++end;
  output.count(static_cast<size_t>(end - first));
  for (int row = first; row < end; ++row) output(history_->timestamp(row, 1))(history_->text(row, 2));
}

}  // namespace quartet
