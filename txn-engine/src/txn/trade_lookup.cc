// Trade-Lookup (transactions.md section 3.6): find and explain old trades. Exactly one of four frames runs.
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "txn/rows.h"
#include "txn/trade_details.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kTradesById = {"TLs1",
                                   "SELECT t_id, t_bid_price, t_exec_name, t_is_cash, t_trade_price, tt_is_mrkt "
                                   "FROM trade "
                                   "JOIN trade_type ON tt_id = t_tt_id "
                                   "WHERE t_id = ANY($1)",
                                   {Type::kInt8Array}};

const db::Statement kTradesOfAccount = {"TL5",
                                        "SELECT t_id, t_bid_price, t_exec_name, t_is_cash, t_trade_price "
                                        "FROM trade "
                                        "WHERE t_ca_id = $1 "
                                        "AND t_dts BETWEEN $2 AND $3 "
                                        "ORDER BY t_dts "
                                        "LIMIT $4",
                                        {Type::kInt8, Type::kTimestamp, Type::kTimestamp, Type::kInt8}};

// The bound on the account keeps to the active Load Units when fewer run than are loaded.
const db::Statement kTradesOfSecurity = {"TL6",
                                         "SELECT t_id, t_ca_id, t_exec_name, t_is_cash, t_trade_price, t_qty, t_dts"
                                         ", t_tt_id "
                                         "FROM trade "
                                         "WHERE t_s_symb = $1 "
                                         "AND t_dts BETWEEN $2 AND $3 "
                                         "AND t_ca_id <= $4 "
                                         "ORDER BY t_dts "
                                         "LIMIT $5",
                                         {Type::kText, Type::kTimestamp, Type::kTimestamp, Type::kInt8, Type::kInt8}};

const db::Statement kFirstTrade = {"TL7",
                                   "SELECT t_id "
                                   "FROM trade "
                                   "WHERE t_ca_id = $1 "
                                   "AND t_dts >= $2 "
                                   "ORDER BY t_dts "
                                   "LIMIT 1",
                                   {Type::kInt8, Type::kTimestamp}};

const db::Statement kHoldings = {"TL8",
                                 "SELECT hh_h_t_id, hh_t_id, hh_before_qty, hh_after_qty "
                                 "FROM holding_history "
                                 "WHERE hh_h_t_id IN (SELECT hh_h_t_id "
                                 "FROM holding_history "
                                 "WHERE hh_t_id = $1) "
                                 "LIMIT 20",
                                 {Type::kInt8}};

constexpr int32_t kWrongFoundById = -611;
constexpr int32_t kWrongFoundOfAccount = -621;
constexpr int32_t kNoneOfAccount = 621;
constexpr int32_t kWrongFoundOfSecurity = -631;
constexpr int32_t kNoneOfSecurity = 631;
constexpr int32_t kNoFirstTrade = 641;
constexpr int32_t kWrongHoldings = -642;
constexpr int kMostHoldings = 20;

std::vector<int64_t> trade_ids(const db::Result& trades) {
  std::vector<int64_t> ids;
  ids.reserve(static_cast<size_t>(trades.rows()));
  for (int row = 0; row < trades.rows(); ++row) ids.push_back(trades.integer(row, 0));
  return ids;
}

// Frame 1: the trades of the input, in its order.
Answer by_ids(db::Session& session, const TradeLookupInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t index = batch.add(kTradesById, db::Parameters().int8_array(input.trade_ids));
  TradeDetails details(batch, input.trade_ids);
  batch.commit();
  const db::Results& results = session.run(batch);
  details.read(results);

  const db::Result& trades = results[index];
  std::unordered_map<int64_t, int> rows;
  for (int row = 0; row < trades.rows(); ++row) rows.emplace(trades.integer(row, 0), row);

  Answer answer;
  if (trades.rows() != input.max_trades) answer.status = kWrongFoundById;
  wire::Writer output;
  output(input.frame).count(rows.size());
  for (const int64_t id : input.trade_ids) {
    const auto found = rows.find(id);
    if (found == rows.end()) continue;
    const int row = found->second;
    output(id)(trades.cents(row, 1))(trades.text(row, 2))(trades.boolean(row, 3));
    output(cents_or_zero(trades, row, 4))(trades.boolean(row, 5));
    details.write(output, id);
  }
  answer.output = output.take();
  return answer;
}

// Second round trip of frames 2 and 3: details of the trades found, then the commit. `head` holds their TRADE columns.
std::string with_details(db::Session& session, uint8_t frame, const std::vector<int64_t>& ids,
                         const std::vector<std::string>& heads) {
  db::Batch batch;
  TradeDetails details(batch, ids);
  batch.commit();
  details.read(session.run(batch));
  wire::Writer output;
  output(frame).count(ids.size());
  std::string bytes = output.take();
  for (size_t i = 0; i < ids.size(); ++i) {
    wire::Writer tail;
    details.write(tail, ids[i]);
    bytes.append(heads[i]).append(tail.bytes());
  }
  return bytes;
}

// Status of frames 2 and 3.
int32_t found_status(int found, int most, int32_t wrong, int32_t none) {
  if (found > most) return wrong;
  return found == 0 ? none : 0;
}

Answer of_account(db::Session& session, const TradeLookupInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kTradesOfAccount, db::Parameters()
                                  .int8(input.account_id)
                                  .timestamp(input.start_dts)
                                  .timestamp(input.end_dts)
                                  .int8(input.max_trades));
  const db::Result& trades = session.run(batch)[0];

  Answer answer;
  answer.status = found_status(trades.rows(), input.max_trades, kWrongFoundOfAccount, kNoneOfAccount);
  std::vector<std::string> heads;
  for (int row = 0; row < trades.rows(); ++row) {
    wire::Writer head;
    head(trades.integer(row, 0))(trades.cents(row, 1))(trades.text(row, 2))(trades.boolean(row, 3));
    head(cents_or_zero(trades, row, 4));
    heads.push_back(head.take());
  }
  answer.output = with_details(session, input.frame, trade_ids(trades), heads);
  return answer;
}

Answer of_security(db::Session& session, const TradeLookupInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kTradesOfSecurity, db::Parameters()
                                   .text(input.symbol)
                                   .timestamp(input.start_dts)
                                   .timestamp(input.end_dts)
                                   .int8(input.max_account_id)
                                   .int8(input.max_trades));
  const db::Result& trades = session.run(batch)[0];

  Answer answer;
  answer.status = found_status(trades.rows(), input.max_trades, kWrongFoundOfSecurity, kNoneOfSecurity);
  std::vector<std::string> heads;
  for (int row = 0; row < trades.rows(); ++row) {
    wire::Writer head;
    head(trades.integer(row, 0))(trades.integer(row, 1))(trades.text(row, 2))(trades.boolean(row, 3));
    head(cents_or_zero(trades, row, 4))(static_cast<int32_t>(trades.integer(row, 5)))(trades.timestamp(row, 6));
    head(trades.text(row, 7));
    heads.push_back(head.take());
  }
  answer.output = with_details(session, input.frame, trade_ids(trades), heads);
  return answer;
}

// Frame 4: how the holdings changed that one trade touched.
Answer of_holdings(db::Session& session, const TradeLookupInput& input) {
  db::Batch first;
  first.begin(db::Isolation::kReadCommitted);
  first.add(kFirstTrade, db::Parameters().int8(input.account_id).timestamp(input.start_dts));
  const db::Result& trades = session.run(first)[0];

  const bool has_trade = trades.rows() == 1;
  const int64_t trade_id = has_trade ? trades.integer(0, 0) : 0;
  db::Batch second;
  if (has_trade) second.add(kHoldings, db::Parameters().int8(trade_id));
  second.commit();
  const db::Results& results = session.run(second);

  Answer answer;
  wire::Writer output;
  output(input.frame)(trade_id);
  if (!has_trade) {
    answer.status = kNoFirstTrade;
    answer.output = output.count(0).take();
    return answer;
  }
  const db::Result& holdings = results[0];
  if (holdings.rows() < 1 || holdings.rows() > kMostHoldings) answer.status = kWrongHoldings;
  output.count(static_cast<size_t>(holdings.rows()));
  for (int row = 0; row < holdings.rows(); ++row) {
    output(holdings.integer(row, 0))(holdings.integer(row, 1));
    output(static_cast<int32_t>(holdings.integer(row, 2)))(static_cast<int32_t>(holdings.integer(row, 3)));
  }
  answer.output = output.take();
  return answer;
}

}  // namespace

Answer trade_lookup(db::Session& session, const Context& /*context*/, const TradeLookupInput& input) {
  switch (input.frame) {
    case 1:
      return by_ids(session, input);
    case 2:
      return of_account(session, input);
    case 3:
      return of_security(session, input);
    case 4:
      return of_holdings(session, input);
    default:
      throw std::invalid_argument("Trade-Lookup has frames 1 to 4");
  }
}

}  // namespace quartet
