// docs/spec/transactions.md, "Trade-Order": place an order. REPEATABLE READ, 2 round trips; one more for another
// executor than the owner, and one when there is a gain to tax.
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "txn/lots.h"
#include "txn/plain/forms.h"
#include "txn/rows.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kPermission{"TO4",
                                R"(
    SELECT ap_acl
    FROM account_permission
    WHERE ap_ca_id = $1
      AND ap_f_name = $2
      AND ap_l_name = $3
      AND ap_tax_id = $4)",
                                {Type::kInt8, Type::kText, Type::kText, Type::kText}};

// TO1 to TO3, TO5 or TO6, and TO7 to TO13 in one: all of them are look-ups by key of one order. The lots come last: a
// lateral sub-select can only be joined row by row, so they keep their order.
#define QUARTET_ORDER(security, direction)                                                         \
  "SELECT ca_name, ca_b_id, ca_c_id, ca_tax_st, c_f_name, c_l_name, c_tier, c_tax_id, b_name"      \
  ", s_symb, s_ex_id, s_name, co_name, lt_price, tt_is_mrkt, tt_is_sell, hs_qty, cr_rate, ch_chrg" \
  ", h_t_id, h_qty, h_price "                                                                      \
  "FROM customer_account "                                                                         \
  "JOIN customer ON c_id = ca_c_id "                                                               \
  "JOIN broker ON b_id = ca_b_id "                                                                 \
  "LEFT JOIN (security JOIN company ON co_id = s_co_id) ON " security                              \
  " "                                                                                              \
  "LEFT JOIN last_trade ON lt_s_symb = s_symb "                                                    \
  "LEFT JOIN trade_type ON tt_id = $2 "                                                            \
  "LEFT JOIN holding_summary ON hs_ca_id = ca_id AND hs_s_symb = s_symb "                          \
  "LEFT JOIN commission_rate ON cr_c_tier = c_tier AND cr_tt_id = $2 AND cr_ex_id = s_ex_id "      \
  "AND cr_from_qty <= $3 AND cr_to_qty >= $3 "                                                     \
  "LEFT JOIN charge ON ch_c_tier = c_tier AND ch_tt_id = $2 "                                      \
  "LEFT JOIN LATERAL (SELECT h_t_id, h_qty, h_price "                                              \
  "FROM holding "                                                                                  \
  "WHERE h_ca_id = ca_id "                                                                         \
  "AND h_s_symb = s_symb "                                                                         \
  "AND (hs_qty > 0) = tt_is_sell "                                                                 \
  "ORDER BY h_dts" direction ", h_t_id" direction                                                  \
  " "                                                                                              \
  "LIMIT ($3 + $4 - 1) / $4) AS lots ON true "                                                     \
  "WHERE ca_id = $1"
#define QUARTET_BY_SYMBOL "s_symb = $5"
#define QUARTET_BY_COMPANY "co_name = $5 AND s_issue = $6"
#define QUARTET_TYPES Type::kInt8, Type::kText, Type::kInt4, Type::kInt4, Type::kText

struct OrderStatements {
  db::Statement oldest_first;
  db::Statement newest_first;
};
const OrderStatements kOrderBySymbol{
    {"TOs1", QUARTET_ORDER(QUARTET_BY_SYMBOL, ""), {QUARTET_TYPES}, plain::order_oldest_first},
    {"TOs1", QUARTET_ORDER(QUARTET_BY_SYMBOL, " DESC"), {QUARTET_TYPES}, plain::order_newest_first}};
const OrderStatements kOrderByCompany{
    {"TOs1", QUARTET_ORDER(QUARTET_BY_COMPANY, ""), {QUARTET_TYPES, Type::kText}, plain::order_oldest_first},
    {"TOs1", QUARTET_ORDER(QUARTET_BY_COMPANY, " DESC"), {QUARTET_TYPES, Type::kText}, plain::order_newest_first}};

#undef QUARTET_ORDER
#undef QUARTET_BY_SYMBOL
#undef QUARTET_BY_COMPANY
#undef QUARTET_TYPES

// Columns of TOs1.
enum OrderColumn : uint8_t {
  kBrokerId = 1,
  kCustomerId,
  kTaxStatus,
  kFirstName,
  kLastName,
  kTier,
  kTaxId,
  kSymbol = 9,
  kLastPrice = 13,
  kIsMarket,
  kIsSell,
  kRate = 17,
  kCharge,
  kLots
};

const db::Statement kTaxRate = tax_rate_statement("TO11");

const db::Statement kBalance = balance_statement("TO14");

const db::Statement kAssets{"TO15",
                            R"(
    SELECT coalesce(sum(hs_qty * lt_price), 0)
    FROM holding_summary
    JOIN last_trade ON lt_s_symb = hs_s_symb
    WHERE hs_ca_id = $1)",
                            {Type::kInt8}};

// TO16, TO17 and TO18 in one: they always travel together, but for the request, which only a limit order has.
const db::Statement kPlaceOrder{
    "TOs16",
    R"(
    WITH placed AS (
        INSERT INTO trade (
            t_id, t_dts, t_st_id, t_tt_id, t_is_cash, t_s_symb, t_qty, t_bid_price, t_ca_id, t_exec_name
          , t_trade_price, t_chrg, t_comm, t_tax, t_lifo)
        VALUES ($1 + nextval('trade_id_seq'), $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, $11, $12, 0, $13)
        RETURNING t_id)
    , requested AS (
        INSERT INTO trade_request (tr_t_id, tr_tt_id, tr_s_symb, tr_qty, tr_bid_price, tr_b_id)
        SELECT t_id, $4, $6, $7, $8, $14
        FROM placed
        WHERE $14 IS NOT NULL)
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    SELECT t_id, $2, $3
    FROM placed
    RETURNING th_t_id)",
    {Type::kInt8, Type::kTimestamp, Type::kText, Type::kText, Type::kBool, Type::kText, Type::kInt4, Type::kMoney,
     Type::kInt8, Type::kText, Type::kMoney, Type::kMoney, Type::kBool, Type::kInt8},
    plain::place_order};

// The results of the frames so far.
struct Order {
  const TradeOrderInput& input;
  std::string type_id = {};

  int64_t broker_id = 0;
  int64_t customer_id = 0;
  bool is_taxed = false;
  bool is_owner = false;

  std::string symbol = {};

  bool is_market = false;
  bool is_sell = false;
  int64_t price_cents = 0;  // requested; the market's for market orders
  Closing closing = {};
  int64_t tax_cents = 0;
  int64_t commission_rate = 0;  // hundredths of a percent
  int64_t charge_cents = 0;
  int64_t assets_cents = 0;
};

[[noreturn]] void refuse(db::Session& session, const std::string& what) {
  session.rollback();
  throw std::invalid_argument("Trade-Order: " + what + "; is the database loaded with the run's parameters?");
}

// Adds TOs1 for lots of at least that many shares, and returns the index of its result.
size_t add_order(db::Batch& batch, const Order& order, int32_t smallest_lot) {
  const TradeOrderInput& input = order.input;
  const OrderStatements& statements = input.symbol.empty() ? kOrderByCompany : kOrderBySymbol;
  db::Parameters parameters;
  parameters.int8(input.account_id).text(order.type_id).int4(input.quantity).int4(smallest_lot);
  if (input.symbol.empty()) {
    parameters.text(input.company_name).text(input.issue);
  } else {
    parameters.text(input.symbol);
  }
  return batch.add(input.is_lifo ? statements.newest_first : statements.oldest_first, std::move(parameters));
}

// Frame 1, and of frame 3 all but the tax: nothing of it depends on an answer. Returns the status.
int32_t read_order(db::Session& session, Order& order) {
  const TradeOrderInput& input = order.input;
  db::Batch batch;
  // One snapshot for all frames: price, position, rates and balance that the estimate combines belong to one moment.
  batch.begin(db::Isolation::kRepeatableRead);
  const size_t index = add_order(batch, order, kUsualLot);
  std::optional<size_t> balance;
  std::optional<size_t> assets;
  // The assets are only returned: this workload refuses no order for lack of credit.
  if (input.is_margin) {
    balance = batch.add(kBalance, db::Parameters().int8(input.account_id));
    assets = batch.add(kAssets, db::Parameters().int8(input.account_id));
  }
  const db::Results& results = session.run(batch);

  const db::Result& row = results[index];
  if (row.rows() == 0) return -711;
  order.broker_id = row.integer(0, kBrokerId);
  order.customer_id = row.integer(0, kCustomerId);
  order.is_taxed = row.integer(0, kTaxStatus) == 1 || row.integer(0, kTaxStatus) == 2;
  // Compared here, not in SQL: frame 2 runs only for another executor.
  order.is_owner = row.text(0, kFirstName) == input.executor_first_name &&
                   row.text(0, kLastName) == input.executor_last_name && row.text(0, kTaxId) == input.executor_tax_id;
  // The outer joins keep the row when something else than the account is missing.
  if (row.is_null(0, kSymbol)) refuse(session, "no security " + input.symbol + input.company_name + " " + input.issue);
  order.symbol = row.text(0, kSymbol);
  if (row.is_null(0, kLastPrice) || row.is_null(0, kIsMarket)) refuse(session, "no price of " + order.symbol);
  order.is_market = row.boolean(0, kIsMarket);
  order.is_sell = row.boolean(0, kIsSell);
  // A market order has no price of its own: it is recorded with the market's.
  order.price_cents = order.is_market ? row.cents(0, kLastPrice) : input.requested_price_cents;
  order.commission_rate = row.is_null(0, kRate) ? 0 : row.scaled(0, kRate, 2);
  order.charge_cents = cents_or_zero(row, 0, kCharge);
  if (balance) order.assets_cents = results[*balance].cents(0, 0) + results[*assets].cents(0, 0);
  std::vector<Lot> lots = lots_of(row, kLots);
  if (may_have_more(lots, input.quantity)) {
    db::Batch rest;
    const size_t all = add_order(rest, order, kSmallestLot);
    lots = lots_of(session.run(rest)[all], kLots);
  }
  order.closing = close_lots(order.is_sell, input.quantity, order.price_cents, lots);
  return 0;
}

// Frame 2. Returns the status.
int32_t check_permission(db::Session& session, const Order& order) {
  // Nine orders in ten are the owner's. Only the others pay this round trip.
  if (order.is_owner) return 0;
  const TradeOrderInput& input = order.input;
  db::Batch batch;
  const size_t permission = batch.add(kPermission, db::Parameters()
                                                       .int8(input.account_id)
                                                       .text(input.executor_first_name)
                                                       .text(input.executor_last_name)
                                                       .text(input.executor_tax_id));
  return session.run(batch)[permission].rows() == 0 ? -721 : 0;
}

// End of frame 3: tax, and the checks. Returns the status.
int32_t estimate_tax(db::Session& session, Order& order) {
  // One order in five has a gain to tax. Only these pay the third round trip.
  if (order.is_taxed && order.closing.gain_cents() > 0) {
    order.tax_cents = read_tax_cents(session, kTaxRate, order.customer_id, order.closing.gain_cents());
    if (order.tax_cents <= 0) return -731;
  }
  if (order.commission_rate <= 0) return -732;
  return order.charge_cents == 0 ? -733 : 0;
}

// Frame 4, and frame 5 or 6. Returns the trade id.
int64_t insert_order(db::Session& session, const Context& context, const Order& order) {
  const TradeOrderInput& input = order.input;
  const char* const status = order.is_market ? "SBMT" : "PNDG";
  const int64_t now = context.now();
  const int64_t broker = order.broker_id - kIdBase - 1;
  // The id names the broker, so that Tier A can queue the Trade-Result without asking the database.
  const int64_t base = context.model.first_run_time_trade_id() + broker * kRunTimeIdsPerBroker;
  // An estimate at the requested price. Trade-Result computes it again at the trade's price.
  const int64_t commission = commission_cents(order.commission_rate, input.quantity, order.price_cents);
  db::Parameters placed;
  placed.int8(base)
      .timestamp(now)
      .text(status)
      .text(order.type_id)
      .boolean(!input.is_margin)
      .text(order.symbol)
      .int4(input.quantity)
      .money(order.price_cents)
      .int8(input.account_id)
      .text(input.executor_first_name + " " + input.executor_last_name)
      .money(order.charge_cents)
      .money(commission)
      .boolean(input.is_lifo);
  // Only a limit order waits for its price, at its broker.
  if (order.is_market) {
    placed.null();
  } else {
    placed.int8(order.broker_id);
  }
  db::Batch batch;
  const size_t trade = batch.add(kPlaceOrder, std::move(placed));
  // The ROLLBACK travels with the insert and costs no round trip. The sequence keeps its value: such orders leave gaps
  // in the ids.
  if (input.roll_it_back) {
    batch.rollback();
  } else {
    batch.commit();
  }
  return session.run(batch)[trade].integer(0, 0);
}

// The request for the market, without the trade's id.
quartet_order market_order(const Context& context, const Order& order) {
  const int64_t security = context.model.security_of_symbol(order.symbol);
  if (security < 0) throw std::logic_error("Trade-Order: symbol " + order.symbol + " is not in the market model");
  quartet_order sent{};
  sent.security = static_cast<uint32_t>(security);
  sent.quantity = static_cast<uint32_t>(order.input.quantity);
  sent.price_cents = static_cast<uint32_t>(order.price_cents);
  sent.trade_type = order.input.trade_type;
  sent.action = order.is_market ? QUARTET_PROCESS_NOW : QUARTET_SET_LIMIT_TRIGGER;
  return sent;
}

}  // namespace

StatementList trade_order_statements() {
  return {&kOrderBySymbol.oldest_first,
          &kOrderBySymbol.newest_first,
          &kOrderByCompany.oldest_first,
          &kOrderByCompany.newest_first,
          &kPermission,
          &kTaxRate,
          &kBalance,
          &kAssets,
          &kPlaceOrder};
}

Answer trade_order(db::Session& session, const Context& context, const TradeOrderInput& input) {
  Answer answer;
  Order order{.input = input, .type_id = std::string(kTradeTypeIds.at(input.trade_type))};
  answer.status = read_order(session, order);
  if (answer.status == 0) answer.status = check_permission(session, order);
  if (answer.status == 0) answer.status = estimate_tax(session, order);
  if (answer.status < 0) {
    session.rollback();
    return answer;
  }

  quartet_order sent = market_order(context, order);  // before the COMMIT: it throws when the model has no such symbol
  const int64_t trade_id = insert_order(session, context, order);
  if (input.roll_it_back) {
    answer.status = 1;
    answer.rolled_back_on_purpose = true;
  } else {
    sent.trade_id = static_cast<uint64_t>(trade_id);
    // Only after the COMMIT: the Market Exchange may execute it at once.
    answer.orders.push_back(sent);
  }
  wire::Writer writer;
  writer(order.closing.buy_cents)(order.closing.sell_cents)(order.tax_cents)(trade_id)(order.assets_cents);
  answer.output = writer.take();
  return answer;
}

}  // namespace quartet
