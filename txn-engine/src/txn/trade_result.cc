// docs/spec/transactions.md, "Trade-Result": settle an executed order. 2 round trips, 3 when there is a gain to tax.
//
// Nothing here may scan a table: under SERIALIZABLE that would lock all of it against the other Trade-Results. Sessions
// therefore never plan a sequential scan where an index will do (db/pq_session.cc).
#include <algorithm>
#include <string>
#include <utility>

#include "txn/lots.h"
#include "txn/plain/forms.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

// TR1 to TR6 and TR11 to TR13 in one: all of them hang on the trade. Only one of the two selects of lots is executed,
// and neither when the position is on the side of the trade. The lots come last: a lateral sub-select can only be
// joined row by row, so they keep their order.
const db::Statement kTrade{"TRs1",
                           R"(
    SELECT t_ca_id, t_tt_id, t_s_symb, t_qty, t_chrg, t_lifo, t_is_cash, t_st_id, t_dts, tt_name, tt_is_sell
      , hs_qty, ca_b_id, ca_c_id, ca_tax_st, s_name, cr_rate
      , h_t_id, h_qty, h_price
    FROM trade
    JOIN trade_type ON tt_id = t_tt_id
    JOIN customer_account ON ca_id = t_ca_id
    JOIN customer ON c_id = ca_c_id
    JOIN security ON s_symb = t_s_symb
    LEFT JOIN commission_rate
      ON cr_c_tier = c_tier
      AND cr_tt_id = t_tt_id
      AND cr_ex_id = s_ex_id
      AND cr_from_qty <= t_qty
      AND cr_to_qty >= t_qty
    LEFT JOIN holding_summary
      ON hs_ca_id = t_ca_id
      AND hs_s_symb = t_s_symb
    LEFT JOIN LATERAL (
        (SELECT h_t_id, h_qty, h_price
        FROM holding
        WHERE NOT t_lifo
          AND h_ca_id = t_ca_id
          AND h_s_symb = t_s_symb
          AND (hs_qty > 0) = tt_is_sell
        ORDER BY h_dts, h_t_id
        LIMIT (t_qty + $2 - 1) / $2)
        UNION ALL
        (SELECT h_t_id, h_qty, h_price
        FROM holding
        WHERE t_lifo
          AND h_ca_id = t_ca_id
          AND h_s_symb = t_s_symb
          AND (hs_qty > 0) = tt_is_sell
        ORDER BY h_dts DESC, h_t_id DESC
        LIMIT (t_qty + $2 - 1) / $2)) AS lots ON true
    WHERE t_id = $1)",
                           {Type::kInt8, Type::kInt4},
                           plain::trade_of_result};

// Columns of TRs1.
enum TradeColumn : uint8_t {
  kAccountId,
  kTypeId,
  kSymbol,
  kQuantity,
  kCharge,
  kIsLifo,
  kIsCash,
  kStatus,
  kDts,
  kTypeName,
  kIsSell,
  kPosition,
  kBrokerId,
  kCustomerId,
  kTaxStatus,
  kSecurityName,
  kRate,
  kLots
};

const db::Statement kTaxRate = tax_rate_statement("TR9");

const db::Statement kUpdatePosition{"TR5u",
                                    R"(
    UPDATE holding_summary
    SET hs_qty = hs_qty + $3
    WHERE hs_ca_id = $1
      AND hs_s_symb = $2)",
                                    {Type::kInt8, Type::kText, Type::kInt4}};

const db::Statement kInsertPosition{"TR5i",
                                    R"(
    INSERT INTO holding_summary (hs_ca_id, hs_s_symb, hs_qty)
    VALUES ($1, $2, $3))",
                                    {Type::kInt8, Type::kText, Type::kInt4}};

const db::Statement kDeletePosition{"TR5d",
                                    R"(
    DELETE FROM holding_summary
    WHERE hs_ca_id = $1
      AND hs_s_symb = $2)",
                                    {Type::kInt8, Type::kText}};

const db::Statement kInsertLotHistory{"TR7",
                                      R"(
    INSERT INTO holding_history (hh_h_t_id, hh_t_id, hh_before_qty, hh_after_qty)
    SELECT lot, $1, before_qty, after_qty
    FROM unnest($2, $3, $4) AS change (lot, before_qty, after_qty))",
                                      {Type::kInt8, Type::kInt8Array, Type::kInt4Array, Type::kInt4Array},
                                      plain::insert_lot_history};

const db::Statement kShrinkLot{"TR8u",
                               R"(
    UPDATE holding
    SET h_qty = $2
    WHERE h_t_id = $1)",
                               {Type::kInt8, Type::kInt4}};

const db::Statement kDeleteLots{"TR8d",
                                R"(
    DELETE FROM holding
    WHERE h_t_id = ANY ($1))",
                                {Type::kInt8Array},
                                plain::delete_lots};

const db::Statement kInsertLot{"TR8i",
                               R"(
    INSERT INTO holding (h_t_id, h_ca_id, h_s_symb, h_dts, h_price, h_qty)
    VALUES ($1, $2, $3, $4, $5, $6))",
                               {Type::kInt8, Type::kInt8, Type::kText, Type::kTimestamp, Type::kMoney, Type::kInt4}};

// TR14, TR15, TR17 and TR19 in one: they always travel together, but for the cash transaction, which a trade on margin
// does not have. TR10 is folded in: t_tax would otherwise be written by an update of its own.
const db::Statement kSettleTrade{"TRs5",
                                 R"(
    WITH completed AS (
        UPDATE trade
        SET t_comm = $2
          , t_dts = $3
          , t_st_id = 'CMPT'
          , t_trade_price = $4
          , t_tax = $5
        WHERE t_id = $1)
    , history AS (
        INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
        VALUES ($1, $3, 'CMPT'))
    , cash AS (
        INSERT INTO cash_transaction (ct_t_id, ct_dts, ct_amt, ct_name)
        SELECT $1, $3, $8, $9
        WHERE $9 IS NOT NULL)
    INSERT INTO settlement (se_t_id, se_cash_type, se_cash_due_date, se_amt)
    VALUES ($1, $6, $7, $8))",
                                 {Type::kInt8, Type::kMoney, Type::kTimestamp, Type::kMoney, Type::kMoney, Type::kText,
                                  Type::kDate, Type::kMoney, Type::kText},
                                 plain::settle_trade};

const db::Statement kUpdateBroker{"TR16",
                                  R"(
    UPDATE broker
    SET b_comm_total = b_comm_total + $2
      , b_num_trades = b_num_trades + 1
    WHERE b_id = $1)",
                                  {Type::kInt8, Type::kMoney}};

const db::Statement kUpdateBalance{"TR18",
                                   R"(
    UPDATE customer_account
    SET ca_bal = ca_bal + $2
    WHERE ca_id = $1
    RETURNING ca_bal)",
                                   {Type::kInt8, Type::kMoney},
                                   plain::update_balance};

const db::Statement kReadBalance = balance_statement("TR20");

// The results of the frames so far.
struct Settlement {
  const TradeResultInput& input;

  int64_t account_id = 0;
  std::string type_name = {};
  std::string symbol = {};
  int32_t quantity = 0;
  int64_t charge_cents = 0;
  bool is_cash = false;
  bool is_sell = false;
  int64_t dts = 0;  // completion

  int64_t broker_id = 0;
  int64_t customer_id = 0;
  int64_t tax_status = 0;
  std::string security_name = {};
  int32_t position = 0;  // before this trade
  Closing closing = {};
  int64_t commission_rate = 0;  // hundredths of a percent
  int64_t tax_cents = 0;

  [[nodiscard]] int64_t commission() const { return commission_cents(commission_rate, quantity, input.price_cents); }
  [[nodiscard]] int32_t signed_quantity() const { return is_sell ? -quantity : quantity; }
  // Tax status 1: the tax is withheld from the settlement. With status 2 the customer pays it elsewhere.
  [[nodiscard]] int64_t amount() const {
    const int64_t value = quantity * input.price_cents;
    const int64_t fees = charge_cents + commission();
    return (is_sell ? value - fees : -(value + fees)) - (tax_status == 1 ? tax_cents : 0);
  }
};

enum class Found : uint8_t { kSubmitted, kCompleted, kMissing };

// Frame 1, and the reads of frames 2 and 4: nothing of them depends on an answer.
Found read_trade(db::Session& session, const Context& context, Settlement& settlement) {
  const auto trade = [&](int32_t smallest_lot) {
    return db::Parameters().int8(settlement.input.trade_id).int4(smallest_lot);
  };
  db::Batch batch;
  // SERIALIZABLE unless the run asks for REPEATABLE READ: the writes below rest on rows that were read and on rows that
  // were not there, so no other session may add any (phantoms).
  batch.begin(context.trade_result_isolation);
  const size_t index = batch.add(kTrade, trade(kUsualLot));
  const db::Result& row = session.run(batch)[index];
  // After the first reply: the snapshot is older than this, so completion times of an account rise with its commits.
  settlement.dts = context.now();
  if (row.rows() == 0) return Found::kMissing;
  const std::string_view status = row.text(0, kStatus);
  // Delivered before: after a lost connection or a restart the market sends again what it has no answer for.
  if (status == "CMPT") return Found::kCompleted;
  // A pending order has no result: Market-Feed has to release it first.
  if (status != "SBMT") return Found::kMissing;
  settlement.account_id = row.integer(0, kAccountId);
  settlement.symbol = row.text(0, kSymbol);
  settlement.quantity = static_cast<int32_t>(row.integer(0, kQuantity));
  settlement.charge_cents = row.cents(0, kCharge);
  settlement.is_cash = row.boolean(0, kIsCash);
  // Not before the submission, even if the clock was set back: histories are read in order of time.
  settlement.dts = std::max(settlement.dts, row.timestamp(0, kDts));
  settlement.type_name = row.text(0, kTypeName);
  settlement.is_sell = row.boolean(0, kIsSell);
  settlement.position = row.is_null(0, kPosition) ? 0 : static_cast<int32_t>(row.integer(0, kPosition));
  settlement.broker_id = row.integer(0, kBrokerId);
  settlement.customer_id = row.integer(0, kCustomerId);
  settlement.tax_status = row.integer(0, kTaxStatus);
  settlement.security_name = row.text(0, kSecurityName);
  // The outer join keeps the row when there is no rate, so that this becomes status -841 and not a missing trade.
  settlement.commission_rate = row.is_null(0, kRate) ? 0 : row.scaled(0, kRate, 2);
  std::vector<Lot> lots = lots_of(row, kLots);
  if (may_have_more(lots, settlement.quantity)) {
    db::Batch rest;
    const size_t all = rest.add(kTrade, trade(kSmallestLot));
    lots = lots_of(session.run(rest)[all], kLots);
  }
  settlement.closing = close_lots(settlement.is_sell, settlement.quantity, settlement.input.price_cents, lots);
  return Found::kSubmitted;
}

// Frame 3, and the check of frame 4. Returns the status.
int32_t read_tax(db::Session& session, Settlement& settlement) {
  const int64_t gain = settlement.closing.gain_cents();
  // Only a gain is taxed, so most trades are spared this round trip.
  if (gain > 0 && (settlement.tax_status == 1 || settlement.tax_status == 2)) {
    settlement.tax_cents = read_tax_cents(session, kTaxRate, settlement.customer_id, gain);
    if (settlement.tax_cents <= 0) return -831;
  }
  return settlement.commission_rate <= 0 ? -841 : 0;
}

// Writes of frame 2. HOLDING references HOLDING_SUMMARY, so the summary comes before new lots and goes after old ones.
void write_position(db::Batch& batch, const Settlement& settlement) {
  const int64_t trade_id = settlement.input.trade_id;
  const auto account_and_symbol = [&] { return db::Parameters().int8(settlement.account_id).text(settlement.symbol); };
  const bool is_closed = settlement.position + settlement.signed_quantity() == 0;
  // A plain INSERT: when another session has opened the position since the snapshot, this one must fail and try again.
  if (settlement.position == 0) {
    batch.add(kInsertPosition, account_and_symbol().int4(settlement.signed_quantity()));
  } else if (!is_closed) {
    batch.add(kUpdatePosition, account_and_symbol().int4(settlement.signed_quantity()));
  }

  std::vector<int64_t> lots;
  std::vector<int32_t> before;
  std::vector<int32_t> after;
  std::vector<int64_t> consumed;
  for (const LotChange& change : settlement.closing.changes) {
    lots.push_back(change.trade_id);
    before.push_back(change.before);
    after.push_back(change.after);
    if (change.after == 0) {
      consumed.push_back(change.trade_id);
    } else {
      // At most one: a trade takes lots whole until the last.
      batch.add(kShrinkLot, db::Parameters().int8(change.trade_id).int4(change.after));
    }
  }
  if (!consumed.empty()) batch.add(kDeleteLots, db::Parameters().int8_array(consumed));
  if (settlement.closing.left > 0) {
    const int32_t opened = settlement.is_sell ? -settlement.closing.left : settlement.closing.left;
    // The remaining quantity opens a lot, whose history begins at 0.
    lots.push_back(trade_id);
    before.push_back(0);
    after.push_back(opened);
    batch.add(kInsertLot, db::Parameters()
                              .int8(trade_id)
                              .int8(settlement.account_id)
                              .text(settlement.symbol)
                              .timestamp(settlement.dts)
                              .money(settlement.input.price_cents)
                              .int4(opened));
  }
  batch.add(kInsertLotHistory, db::Parameters().int8(trade_id).int8_array(lots).int4_array(before).int4_array(after));
  if (settlement.position != 0 && is_closed) batch.add(kDeletePosition, account_and_symbol());
}

// Frames 5 and 6: the rows that most others wait for, account and broker, come last. Returns the balance in cents.
int64_t write_settlement(db::Session& session, const Settlement& settlement) {
  const int64_t trade_id = settlement.input.trade_id;
  // Two calendar days later: times of the run are after 2000, so the division rounds down.
  const auto due_date = static_cast<int32_t>(settlement.dts / kMicrosPerDay + 2);
  db::Batch batch;
  // One batch with the COMMIT: an error skips everything behind it, so nothing is settled by halves.
  write_position(batch, settlement);
  db::Parameters settled;
  settled.int8(trade_id)
      .money(settlement.commission())
      .timestamp(settlement.dts)
      .money(settlement.input.price_cents)
      .money(settlement.tax_cents)
      .text(settlement.is_cash ? "Cash Account" : "Margin")
      .date(due_date)
      .money(settlement.amount());
  if (settlement.is_cash) {
    settled.text(settlement.type_name + " " + std::to_string(settlement.quantity) + " shares of " +
                 settlement.security_name);
  } else {
    settled.null();
  }
  batch.add(kSettleTrade, std::move(settled));
  // RETURNING saves the read. A trade on margin moves no cash, so its balance has to be read.
  const size_t balance =
      settlement.is_cash
          ? batch.add(kUpdateBalance, db::Parameters().int8(settlement.account_id).money(settlement.amount()))
          : batch.add(kReadBalance, db::Parameters().int8(settlement.account_id));
  // The hottest row: a tenth of the Trade-Results of a Load Unit update it. Last, it is locked for the COMMIT alone.
  batch.add(kUpdateBroker, db::Parameters().int8(settlement.broker_id).money(settlement.commission()));
  batch.commit();
  return session.run(batch)[balance].cents(0, 0);
}

}  // namespace

StatementList trade_result_statements() {
  return {&kTrade,      &kTaxRate,    &kUpdatePosition, &kInsertPosition, &kDeletePosition, &kInsertLotHistory,
          &kShrinkLot,  &kDeleteLots, &kInsertLot,      &kSettleTrade,    &kUpdateBroker,   &kUpdateBalance,
          &kReadBalance};
}

// A duplicate key is left to the caller's retry: only a new snapshot tells whether this trade was completed meanwhile
// or another one opened the same position.
Answer trade_result(db::Session& session, const Context& context, const TradeResultInput& input) {
  Answer answer;
  Settlement settlement{.input = input};
  const Found found = read_trade(session, context, settlement);
  if (found == Found::kSubmitted) {
    answer.status = read_tax(session, settlement);
  } else if (found == Found::kCompleted) {
    answer.already_applied = true;
  } else {
    answer.status = -811;
  }
  if (answer.status < 0 || answer.already_applied) {
    // A negative status or a second delivery: either way nothing may be left open on the session.
    session.rollback();
    return answer;
  }
  const int64_t balance = write_settlement(session, settlement);
  wire::Writer writer;
  writer(settlement.account_id)(balance);
  writer(static_cast<int32_t>((settlement.customer_id - kIdBase - 1) / kCustomersPerUnit + 1));
  answer.output = writer.take();
  return answer;
}

}  // namespace quartet
