// docs/spec/transactions.md, "Trade-Status": the 50 newest trades of an account.
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

// The limit stands inside: every joined column is a mandatory foreign key, so it cannot lose rows afterwards.
const db::Statement kTrades = {"TS1",
                               "SELECT t_id"
                               ", t_dts"
                               ", st_name"
                               ", tt_name"
                               ", t_s_symb"
                               ", t_qty"
                               ", t_exec_name"
                               ", t_chrg"
                               ", s_name"
                               ", ex_name "
                               "FROM (SELECT t_id, t_dts, t_st_id, t_tt_id, t_s_symb, t_qty, t_exec_name, t_chrg "
                               "FROM trade "
                               "WHERE t_ca_id = $1 "
                               "ORDER BY t_dts DESC "
                               "LIMIT 50) AS newest "
                               "JOIN status_type ON st_id = t_st_id "
                               "JOIN trade_type ON tt_id = t_tt_id "
                               "JOIN security ON s_symb = t_s_symb "
                               "JOIN exchange ON ex_id = s_ex_id "
                               "ORDER BY t_dts DESC",
                               {Type::kInt8}};

const db::Statement kOwner = {"TS2",
                              "SELECT c_l_name"
                              ", c_f_name"
                              ", b_name "
                              "FROM customer_account "
                              "JOIN customer ON c_id = ca_c_id "
                              "JOIN broker ON b_id = ca_b_id "
                              "WHERE ca_id = $1",
                              {Type::kInt8}};

constexpr int kNewestTrades = 50;
constexpr int32_t kWrongLength = -911;
// Own rule: the quietest accounts expect 4 trades a day, so on a short history one in some thousand answers is rightly
// empty. It counts as a warning, as an empty Trade-Lookup does.
constexpr int32_t kNoTrades = 911;

}  // namespace

StatementList trade_status_statements() { return {&kTrades, &kOwner}; }

Answer trade_status(db::Session& session, const Context& context, const TradeStatusInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t trades = batch.add(kTrades, db::Parameters().int8(input.account_id));
  const size_t owner = batch.add(kOwner, db::Parameters().int8(input.account_id));
  batch.commit();
  const db::Results& results = session.run(batch);

  const db::Result& rows = results[trades];
  // From 20 trade days on even the quietest account has 50 trades.
  const int fewest = context.short_history ? 0 : kNewestTrades;
  Answer answer;
  if (rows.rows() < fewest || results[owner].rows() != 1) {
    answer.status = kWrongLength;
    return answer;
  }
  if (rows.rows() == 0) answer.status = kNoTrades;
  wire::Writer output;
  for (int column = 0; column < 3; ++column) output(results[owner].text(0, column));
  output.count(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) {
    output(rows.integer(row, 0))(rows.timestamp(row, 1))(rows.text(row, 2))(rows.text(row, 3))(rows.text(row, 4));
    output(static_cast<int32_t>(rows.integer(row, 5)))(rows.text(row, 6))(rows.cents(row, 7));
    output(rows.text(row, 8))(rows.text(row, 9));
  }
  answer.output = output.take();
  return answer;
}

}  // namespace quartet
