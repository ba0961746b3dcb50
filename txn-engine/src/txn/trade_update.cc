// docs/spec/transactions.md, "Trade-Update": like Trade-Lookup, with small corrections. Exactly one of three frames
// runs, at REPEATABLE READ, in 2 round trips (frame 1) or 3.
#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "txn/plain/forms.h"
#include "txn/statements.h"
#include "txn/trade_details.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kUpdateExecutors{"TUs2",
                                     R"(
    UPDATE trade
    SET t_exec_name = CASE
          WHEN position(' X ' IN t_exec_name) > 0 THEN replace(t_exec_name, ' X ', ' ')
          ELSE replace(t_exec_name, ' ', ' X ')
        END
    WHERE t_id = ANY ($1))",
                                     {Type::kInt8Array},
                                     plain::update_executors};

// The type itself tells cash from margin: to ask TRADE would read its heap once per trade.
const db::Statement kUpdateCashTypes{"TUs4",
                                     R"(
    UPDATE settlement
    SET se_cash_type = CASE se_cash_type
          WHEN 'Cash Account' THEN 'Cash'
          WHEN 'Cash' THEN 'Cash Account'
          WHEN 'Margin Account' THEN 'Margin'
          ELSE 'Margin Account'
        END
    WHERE se_t_id = ANY ($1))",
                                     {Type::kInt8Array},
                                     plain::update_cash_types};

// The limit stands inside: every joined column is a mandatory foreign key, so it cannot lose rows afterwards.
const db::Statement kTradesOfSecurity{"TU5",
                                      R"(
    SELECT t_id, t_ca_id, t_exec_name, t_is_cash, t_trade_price, t_qty, t_dts, t_tt_id, s_name, tt_name
    FROM (
        SELECT t_id, t_ca_id, t_exec_name, t_is_cash, t_trade_price, t_qty, t_dts, t_tt_id, t_s_symb
        FROM trade
        WHERE t_s_symb = $1
          AND t_dts BETWEEN $2 AND $3
          AND t_ca_id <= $4
        ORDER BY t_dts
        LIMIT $5) AS found
    JOIN security ON s_symb = t_s_symb
    JOIN trade_type ON tt_id = t_tt_id
    ORDER BY t_dts)",
                                      {Type::kText, Type::kTimestamp, Type::kTimestamp, Type::kInt8, Type::kInt8}};

const db::Statement kUpdateCashNames{"TUs7",
                                     R"(
    UPDATE cash_transaction
    SET ct_name = CASE
          WHEN position(' shares of ' IN ct_name) > 0 THEN upper_case
          ELSE lower_case
        END
    FROM unnest($1, $2, $3) AS found (trade, upper_case, lower_case)
    WHERE ct_t_id = trade)",
                                     {Type::kInt8Array, Type::kTextArray, Type::kTextArray},
                                     plain::update_cash_names};

// Statuses of one frame.
struct Codes {
  int32_t wrong_found;
  int32_t wrong_updated;
  int32_t warning;
};
constexpr Codes kByIds = {-1011, -1012, 0};
constexpr Codes kOfAccount = {-1021, -1022, 1021};
constexpr Codes kOfSecurity = {-1031, -1032, 1032};

Answer finish(const TradeUpdateInput& input, int32_t status, int32_t updated, const Trades& trades,
              const TradeDetails& details) {
  wire::Writer output;
  output(input.frame)(updated);
  details.write(output, trades);
  Answer answer;
  answer.status = status;
  answer.output = output.take();
  return answer;
}

// Commits, unless the status is negative.
void end(db::Session& session, const Answer& answer) {
  if (answer.status < 0) {
    session.rollback();
    return;
  }
  db::Batch commit;
  commit.commit();
  session.run(commit);
}

void write_named_trade(wire::Writer& head, const db::Result& rows, int row) {
  write_trade_of_security(head, rows, row);
  head(rows.text(row, 8))(rows.text(row, 9));
}

// Frame 1: executor names of the given trades.
Answer executors(db::Session& session, const TradeUpdateInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kRepeatableRead);
  // Before the reads of the same batch, so that they show what it wrote.
  const size_t update = batch.add(kUpdateExecutors, db::Parameters().int8_array(input.trade_ids));
  const size_t read = add_trades_by_id(batch, input);
  TradeDetails details(batch, input.trade_ids);
  const db::Results& results = session.run(batch);
  details.read(results);
  const Trades trades = read_trades_by_id(results[read], input);
  const auto updated = static_cast<int32_t>(results[update].affected());
  const int32_t status = results[read].rows() != input.max_trades ? kByIds.wrong_found
                         : updated != input.max_trades            ? kByIds.wrong_updated
                                                                  : 0;
  Answer answer = finish(input, status, updated, trades, details);
  end(session, answer);
  return answer;
}

// Frame 2: cash types of the settlements of an account's trades.
Answer cash_types(db::Session& session, const TradeUpdateInput& input) {
  db::Batch first;
  first.begin(db::Isolation::kRepeatableRead);
  const size_t read = add_trades_of_account(first, input);
  const Trades trades = read_trades(session.run(first)[read], write_trade_of_account);

  db::Batch second;
  const size_t update = second.add(kUpdateCashTypes, db::Parameters().int8_array(trades.ids));
  TradeDetails details(second, trades.ids);
  const db::Results& results = session.run(second);
  details.read(results);
  const int64_t updated = results[update].affected();
  const auto found = static_cast<int64_t>(trades.ids.size());
  int32_t status = found == 0 ? kOfAccount.warning : 0;
  if (updated != found) status = kOfAccount.wrong_updated;
  // Judged last: too many trades explain all else that is wrong.
  if (found > input.max_trades) status = kOfAccount.wrong_found;
  Answer answer = finish(input, status, static_cast<int32_t>(updated), trades, details);
  end(session, answer);
  return answer;
}

// Frame 3: names of the cash movements of a security's trades.
Answer cash_names(db::Session& session, const TradeUpdateInput& input) {
  db::Batch first;
  first.begin(db::Isolation::kRepeatableRead);
  const size_t read = add_trades_of_security(first, kTradesOfSecurity, input);
  const db::Result& rows = session.run(first)[read];
  const Trades trades = read_trades(rows, write_named_trade);
  std::vector<int64_t> cash;
  std::vector<std::string> upper_case;
  std::vector<std::string> lower_case;
  for (int row = 0; row < rows.rows(); ++row) {
    // Only cash trades have a row in CASH_TRANSACTION.
    if (!rows.boolean(row, 3)) continue;
    cash.push_back(rows.integer(row, 0));
    // Both spellings travel: which one is next only the row knows, and asking it would cost a round trip.
    upper_case.push_back(fmt::format("{} {} Shares of {}", rows.text(row, 9), rows.integer(row, 5), rows.text(row, 8)));
    lower_case.push_back(fmt::format("{} {} shares of {}", rows.text(row, 9), rows.integer(row, 5), rows.text(row, 8)));
  }

  db::Batch second;
  const size_t update =
      second.add(kUpdateCashNames, db::Parameters().int8_array(cash).text_array(upper_case).text_array(lower_case));
  TradeDetails details(second, trades.ids);
  const db::Results& results = session.run(second);
  details.read(results);
  const int64_t updated = results[update].affected();
  const auto found = static_cast<int64_t>(trades.ids.size());
  // Fewer than found is right: trades on margin have no cash movement.
  int32_t status = updated == 0 ? kOfSecurity.warning : 0;
  if (updated > found) status = kOfSecurity.wrong_updated;
  if (found > input.max_trades) status = kOfSecurity.wrong_found;
  Answer answer = finish(input, status, static_cast<int32_t>(updated), trades, details);
  end(session, answer);
  return answer;
}

}  // namespace

StatementList trade_update_statements() {
  StatementList statements = trade_details_statements();
  statements.insert(statements.end(), {&kUpdateExecutors, &kUpdateCashTypes, &kTradesOfSecurity, &kUpdateCashNames});
  return statements;
}

Answer trade_update(db::Session& session, const Context& /*context*/, const TradeUpdateInput& input) {
  switch (input.frame) {
    case 1:
      return executors(session, input);
    case 2:
      return cash_types(session, input);
    case 3:
      return cash_names(session, input);
    default:
      throw std::invalid_argument("Trade-Update has frames 1 to 3");
  }
}

}  // namespace quartet
