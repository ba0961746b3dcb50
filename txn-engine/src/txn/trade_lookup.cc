// docs/spec/transactions.md, "Trade-Lookup": find and explain old trades. Exactly one of four frames runs.
#include <stdexcept>
#include <utility>

#include "txn/statements.h"
#include "txn/trade_details.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

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
constexpr int32_t kSeveralFirstTrades = -641;
constexpr int32_t kWrongHoldings = -642;
constexpr int kMostHoldings = 20;

// Frame 1.
Answer by_ids(db::Session& session, const TradeLookupInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t index = add_trades_by_id(batch, input);
  TradeDetails details(batch, input.trade_ids);
  batch.commit();
  const db::Results& results = session.run(batch);
  details.read(results);

  Answer answer;
  if (results[index].rows() != input.max_trades) answer.status = kWrongFoundById;
  wire::Writer output;
  output(input.frame);
  details.write(output, read_trades_by_id(results[index], input));
  answer.output = output.take();
  return answer;
}

// Second round trip of frames 2 and 3: details of the trades found, then the commit. Statuses: more trades found than
// asked for, and none.
Answer explain(db::Session& session, const TradeLookupInput& input, const Trades& trades, int32_t wrong, int32_t none) {
  db::Batch batch;
  TradeDetails details(batch, trades.ids);
  batch.commit();
  details.read(session.run(batch));

  Answer answer;
  if (trades.ids.empty()) answer.status = none;
  if (std::cmp_greater(trades.ids.size(), input.max_trades)) answer.status = wrong;
  wire::Writer output;
  output(input.frame);
  details.write(output, trades);
  answer.output = output.take();
  return answer;
}

// Frame 2.
Answer of_account(db::Session& session, const TradeLookupInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t index = add_trades_of_account(batch, input);
  const Trades trades = read_trades(session.run(batch)[index], write_trade_of_account);
  return explain(session, input, trades, kWrongFoundOfAccount, kNoneOfAccount);
}

// Frame 3.
Answer of_security(db::Session& session, const TradeLookupInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t index = add_trades_of_security(batch, kTradesOfSecurity, input);
  const Trades trades = read_trades(session.run(batch)[index], write_trade_of_security);
  return explain(session, input, trades, kWrongFoundOfSecurity, kNoneOfSecurity);
}

// Frame 4: how the holdings changed that one trade touched.
Answer of_holdings(db::Session& session, const TradeLookupInput& input) {
  db::Batch first;
  first.begin(db::Isolation::kReadCommitted);
  first.add(kFirstTrade, db::Parameters().int8(input.account_id).timestamp(input.start_dts));
  const db::Result& trades = session.run(first)[0];

  const int found = trades.rows();
  const bool has_trade = found > 0;
  const int64_t trade_id = has_trade ? trades.integer(0, 0) : 0;
  db::Batch second;
  // Also without a trade the batch is sent: it ends the transaction.
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
  if (found > 1) {
    answer.status = kSeveralFirstTrades;
  } else if (holdings.rows() < 1 || holdings.rows() > kMostHoldings) {
    answer.status = kWrongHoldings;
  }
  output.count(static_cast<size_t>(holdings.rows()));
  for (int row = 0; row < holdings.rows(); ++row) {
    output(holdings.integer(row, 0))(holdings.integer(row, 1));
    output(static_cast<int32_t>(holdings.integer(row, 2)))(static_cast<int32_t>(holdings.integer(row, 3)));
  }
  answer.output = output.take();
  return answer;
}

}  // namespace

StatementList trade_lookup_statements() {
  StatementList statements = trade_details_statements();
  statements.insert(statements.end(), {&kTradesOfSecurity, &kFirstTrade, &kHoldings});
  return statements;
}

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
