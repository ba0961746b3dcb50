// docs/spec/transactions.md, "Trade-Order": place an order. REPEATABLE READ, 3 round trips, 4 when there is a gain
// to tax.
#include <optional>
#include <stdexcept>
#include <string>

#include "txn/lots.h"
#include "txn/plain/forms.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kAccount{"TOs1",
                             R"(
    SELECT ca_name, ca_b_id, ca_c_id, ca_tax_st, c_f_name, c_l_name, c_tier, c_tax_id, b_name
    FROM customer_account
    JOIN customer ON c_id = ca_c_id
    JOIN broker ON b_id = ca_b_id
    WHERE ca_id = $1)",
                             {Type::kInt8},
                             plain::account_of_order};

const db::Statement kPermission{"TO4",
                                R"(
    SELECT ap_acl
    FROM account_permission
    WHERE ap_ca_id = $1
      AND ap_f_name = $2
      AND ap_l_name = $3
      AND ap_tax_id = $4)",
                                {Type::kInt8, Type::kText, Type::kText, Type::kText}};

const db::Statement kSecurityBySymbol{"TO5",
                                      R"(
    SELECT s_symb, s_ex_id, s_name, co_name
    FROM security
    JOIN company ON co_id = s_co_id
    WHERE s_symb = $1)",
                                      {Type::kText},
                                      plain::security_by_symbol};

const db::Statement kSecurityByCompany{"TO6",
                                       R"(
    SELECT s_symb, s_ex_id, s_name, co_name
    FROM company
    JOIN security ON s_co_id = co_id
    WHERE co_name = $1
      AND s_issue = $2)",
                                       {Type::kText, Type::kText},
                                       plain::security_by_company};

const db::Statement kLastPrice{"TO7",
                               R"(
    SELECT lt_price
    FROM last_trade
    WHERE lt_s_symb = $1)",
                               {Type::kText}};

const db::Statement kTradeType{"TO8",
                               R"(
    SELECT tt_is_mrkt, tt_is_sell
    FROM trade_type
    WHERE tt_id = $1)",
                               {Type::kText}};

const db::Statement kPosition = position_statement("TO9");
const LotStatements kLots = lot_statements("TO10", plain::oldest_lots_of_order, plain::newest_lots_of_order);
const db::Statement kTaxRate = tax_rate_statement("TO11");

const db::Statement kCommissionRate{"TO12",
                                    R"(
    SELECT cr_rate
    FROM commission_rate
    WHERE cr_c_tier = $1
      AND cr_tt_id = $2
      AND cr_ex_id = $3
      AND cr_from_qty <= $4
      AND cr_to_qty >= $4)",
                                    {Type::kInt2, Type::kText, Type::kText, Type::kInt4}};

const db::Statement kCharge{"TO13",
                            R"(
    SELECT ch_chrg
    FROM charge
    WHERE ch_c_tier = $1
      AND ch_tt_id = $2)",
                            {Type::kInt2, Type::kText}};

const db::Statement kBalance = balance_statement("TO14");

const db::Statement kAssets{"TO15",
                            R"(
    SELECT coalesce(sum(hs_qty * lt_price), 0)
    FROM holding_summary
    JOIN last_trade ON lt_s_symb = hs_s_symb
    WHERE hs_ca_id = $1)",
                            {Type::kInt8}};

const db::Statement kInsertTrade{
    "TO16",
    R"(
    INSERT INTO trade (
        t_id, t_dts, t_st_id, t_tt_id, t_is_cash, t_s_symb, t_qty, t_bid_price, t_ca_id, t_exec_name, t_trade_price
      , t_chrg, t_comm, t_tax, t_lifo)
    VALUES ($1 + nextval('trade_id_seq'), $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, $11, $12, 0, $13)
    RETURNING t_id)",
    {Type::kInt8, Type::kTimestamp, Type::kText, Type::kText, Type::kBool, Type::kText, Type::kInt4, Type::kMoney,
     Type::kInt8, Type::kText, Type::kMoney, Type::kMoney, Type::kBool}};

// currval: the id that TO16 took in the same batch.
const db::Statement kInsertRequest{"TO17",
                                   R"(
    INSERT INTO trade_request (tr_t_id, tr_tt_id, tr_s_symb, tr_qty, tr_bid_price, tr_b_id)
    VALUES ($1 + currval('trade_id_seq'), $2, $3, $4, $5, $6))",
                                   {Type::kInt8, Type::kText, Type::kText, Type::kInt4, Type::kMoney, Type::kInt8}};

const db::Statement kInsertHistory{"TO18",
                                   R"(
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    VALUES ($1 + currval('trade_id_seq'), $2, $3))",
                                   {Type::kInt8, Type::kTimestamp, Type::kText}};

// What the frames have found out so far.
struct Order {
  const TradeOrderInput& input;
  std::string type_id = {};

  int64_t broker_id = 0;
  int64_t customer_id = 0;
  int16_t tier = 0;
  bool is_taxed = false;
  bool is_owner = false;

  std::string symbol = {};
  std::string exchange = {};

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

// Frame 1 and the security of frame 3. Returns the status.
int32_t read_account(db::Session& session, Order& order) {
  const TradeOrderInput& input = order.input;
  db::Batch batch;
  // One snapshot for all frames: price, position, rates and balance that the estimate combines belong to one moment.
  batch.begin(db::Isolation::kRepeatableRead);
  const size_t account = batch.add(kAccount, db::Parameters().int8(input.account_id));
  // It does not depend on the account, so it travels with frame 1 and saves a round trip.
  const size_t security =
      input.symbol.empty() ? batch.add(kSecurityByCompany, db::Parameters().text(input.company_name).text(input.issue))
                           : batch.add(kSecurityBySymbol, db::Parameters().text(input.symbol));
  const db::Results& results = session.run(batch);

  const db::Result& owner = results[account];
  if (owner.rows() != 1) return -711;
  order.broker_id = owner.integer(0, 1);
  order.customer_id = owner.integer(0, 2);
  order.is_taxed = owner.integer(0, 3) == 1 || owner.integer(0, 3) == 2;
  // Compared here, not in SQL: frame 2 runs only for another executor.
  order.is_owner = owner.text(0, 4) == input.executor_first_name && owner.text(0, 5) == input.executor_last_name &&
                   owner.text(0, 7) == input.executor_tax_id;
  order.tier = static_cast<int16_t>(owner.integer(0, 6));
  const db::Result& found = results[security];
  if (found.rows() != 1) refuse(session, "no security " + input.symbol + input.company_name + " " + input.issue);
  order.symbol = found.text(0, 0);
  order.exchange = found.text(0, 1);
  return 0;
}

// Frame 2, and of frame 3 what does not depend on the estimate. Returns the status.
int32_t read_market(db::Session& session, Order& order) {
  const TradeOrderInput& input = order.input;
  // From the input: TRADE_TYPE says the same, but its answer comes in the same round trip as the lots.
  const bool is_sell = quartet::is_sell(static_cast<TradeType>(input.trade_type));
  const auto tier_and_type = [&] { return db::Parameters().int2(order.tier).text(order.type_id); };
  db::Batch batch;
  std::optional<size_t> permission;
  if (!order.is_owner) {
    permission = batch.add(kPermission, db::Parameters()
                                            .int8(input.account_id)
                                            .text(input.executor_first_name)
                                            .text(input.executor_last_name)
                                            .text(input.executor_tax_id));
  }
  const size_t price = batch.add(kLastPrice, db::Parameters().text(order.symbol));
  const size_t type = batch.add(kTradeType, db::Parameters().text(order.type_id));
  // Right before the lots: their plain form reads it there.
  batch.add(kPosition, db::Parameters().int8(input.account_id).text(order.symbol));
  const size_t lots = add_lots(batch, kLots, input.account_id, order.symbol, is_sell, input.is_lifo, input.quantity);
  const size_t rate = batch.add(kCommissionRate, tier_and_type().text(order.exchange).int4(input.quantity));
  const size_t charge = batch.add(kCharge, tier_and_type());
  std::optional<size_t> balance;
  std::optional<size_t> assets;
  // The assets are only returned: this workload refuses no order for lack of credit.
  if (input.is_margin) {
    balance = batch.add(kBalance, db::Parameters().int8(input.account_id));
    assets = batch.add(kAssets, db::Parameters().int8(input.account_id));
  }
  const db::Results& results = session.run(batch);

  // Checked before all else: what follows would be the estimate of an order that is not allowed.
  if (permission && results[*permission].rows() == 0) return -721;
  if (results[price].rows() != 1 || results[type].rows() != 1) refuse(session, "no price of " + order.symbol);
  order.is_market = results[type].boolean(0, 0);
  order.is_sell = results[type].boolean(0, 1);
  // A market order has no price of its own: it is recorded with the market's.
  order.price_cents = order.is_market ? results[price].cents(0, 0) : input.requested_price_cents;
  order.commission_rate = results[rate].rows() == 1 ? results[rate].scaled(0, 0, 2) : 0;
  order.charge_cents = results[charge].rows() == 1 ? results[charge].cents(0, 0) : 0;
  if (balance) order.assets_cents = results[*balance].cents(0, 0) + results[*assets].cents(0, 0);
  order.closing = close_lots(
      order.is_sell, input.quantity, order.price_cents,
      read_lots(session, results[lots], kLots, input.account_id, order.symbol, is_sell, input.is_lifo, input.quantity));
  return 0;
}

// End of frame 3: tax, and the checks. Returns the status.
int32_t estimate_tax(db::Session& session, Order& order) {
  // One order in five has a gain to tax. Only these pay the fourth round trip.
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
  db::Batch batch;
  // TRADE first: the others take its id with currval, and their foreign keys are checked at the end of each statement.
  const size_t trade = batch.add(kInsertTrade, db::Parameters()
                                                   .int8(base)
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
                                                   .boolean(input.is_lifo));
  if (!order.is_market) {
    batch.add(kInsertRequest, db::Parameters()
                                  .int8(base)
                                  .text(order.type_id)
                                  .text(order.symbol)
                                  .int4(input.quantity)
                                  .money(order.price_cents)
                                  .int8(order.broker_id));
  }
  batch.add(kInsertHistory, db::Parameters().int8(base).timestamp(now).text(status));
  // The ROLLBACK travels with the inserts and costs no round trip. The sequence keeps its value: such orders leave gaps
  // in the ids.
  if (input.roll_it_back) {
    batch.rollback();
  } else {
    batch.commit();
  }
  return session.run(batch)[trade].integer(0, 0);
}

// What the market is to be sent, but for the trade's id.
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
  return {&kAccount,           &kPermission, &kSecurityBySymbol, &kSecurityByCompany,
          &kLastPrice,         &kTradeType,  &kPosition,         &kLots.oldest_first,
          &kLots.newest_first, &kTaxRate,    &kCommissionRate,   &kCharge,
          &kBalance,           &kAssets,     &kInsertTrade,      &kInsertRequest,
          &kInsertHistory};
}

Answer trade_order(db::Session& session, const Context& context, const TradeOrderInput& input) {
  Answer answer;
  Order order{.input = input, .type_id = std::string(kTradeTypeIds.at(input.trade_type))};
  answer.status = read_account(session, order);
  if (answer.status == 0) answer.status = read_market(session, order);
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
