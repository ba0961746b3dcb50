// Joins of Trade-Order taken apart, and lots after a look at the position.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "txn/plain/forms.h"
#include "txn/plain/lots.h"
#include "txn/plain/rows.h"

namespace quartet::plain {
namespace {

using db::Type;

const db::Statement kAccount{"TO1",
                             R"(
    SELECT ca_name, ca_b_id, ca_c_id, ca_tax_st
    FROM customer_account
    WHERE ca_id = $1)",
                             {Type::kInt8}};

const db::Statement kCustomer{"TO2",
                              R"(
    SELECT c_f_name, c_l_name, c_tier, c_tax_id
    FROM customer
    WHERE c_id = $1)",
                              {Type::kInt8}};

const db::Statement kBroker{"TO3", "SELECT b_name FROM broker WHERE b_id = $1", {Type::kInt8}};

const db::Statement kSecurity{"TO5a",
                              R"(
    SELECT s_symb, s_ex_id, s_name, s_co_id
    FROM security
    WHERE s_symb = $1)",
                              {Type::kText}};

const db::Statement kCompany{"TO5b", "SELECT co_name FROM company WHERE co_id = $1", {Type::kInt8}};

const db::Statement kCompanyByName{"TO6a", "SELECT co_id FROM company WHERE co_name = $1", {Type::kText}};

const db::Statement kSecurityOfCompany{"TO6b",
                                       R"(
    SELECT s_symb, s_ex_id, s_name
    FROM security
    WHERE s_co_id = $1
      AND s_issue = $2)",
                                       {Type::kInt8, Type::kText}};

const db::Statement kLastPrice{"TO7", "SELECT lt_price FROM last_trade WHERE lt_s_symb = $1", {Type::kText}};
const db::Statement kTradeType{"TO8", "SELECT tt_is_mrkt, tt_is_sell FROM trade_type WHERE tt_id = $1", {Type::kText}};
const db::Statement kPosition = position_statement("TO9");
const db::Statement kOldestLots = lots_statement("TO10", LotOrder::kOldestFirst);
const db::Statement kNewestLots = lots_statement("TO10", LotOrder::kNewestFirst);
const db::Statement kCommissionRate = commission_rate_statement("TO12");

const db::Statement kCharge{"TO13",
                            R"(
    SELECT ch_chrg
    FROM charge
    WHERE ch_c_tier = $1
      AND ch_tt_id = $2)",
                            {Type::kInt2, Type::kText}};

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

const db::Statement kInsertRequest{"TO17",
                                   R"(
    INSERT INTO trade_request (tr_t_id, tr_tt_id, tr_s_symb, tr_qty, tr_bid_price, tr_b_id)
    VALUES ($1, $2, $3, $4, $5, $6))",
                                   {Type::kInt8, Type::kText, Type::kText, Type::kInt4, Type::kMoney, Type::kInt8}};

const db::Statement kInsertHistory{"TO18",
                                   R"(
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    VALUES ($1, $2, $3))",
                                   {Type::kInt8, Type::kTimestamp, Type::kText}};

// Account, customer and broker; none without an account.
db::RowSet::Row account_of(const db::PlainCall& call, int64_t account_id) {
  db::RowSet::Row cells;
  const db::Result& account = run(call, kAccount, db::Parameters().int8(account_id));
  if (account.rows() == 0) return {};
  // Copied first: the next statement ends the life of this result.
  const int64_t broker = account.integer(0, 1);
  const int64_t customer = account.integer(0, 2);
  copy_columns(cells, account, 0, "tiii");
  const db::Result& owner = run(call, kCustomer, db::Parameters().int8(customer));
  if (owner.rows() == 0) return {};
  copy_columns(cells, owner, 0, "ttit");
  const db::Result& agent = run(call, kBroker, db::Parameters().int8(broker));
  if (agent.rows() == 0) return {};
  copy_columns(cells, agent, 0, "t");
  return cells;
}

// Symbol, exchange, name and company; none without the security.
db::RowSet::Row security_by_symbol(const db::PlainCall& call, std::string_view symbol) {
  db::RowSet::Row cells;
  const db::Result& security = run(call, kSecurity, db::Parameters().text(symbol));
  if (security.rows() == 0) return {};
  copy_columns(cells, security, 0, "ttt");
  const db::Result& company = run(call, kCompany, db::Parameters().int8(security.integer(0, 3)));
  if (company.rows() == 0) return {};
  copy_columns(cells, company, 0, "t");
  return cells;
}

db::RowSet::Row security_by_company(const db::PlainCall& call, const std::string& name, std::string_view issue) {
  db::RowSet::Row cells;
  const db::Result& company = run(call, kCompanyByName, db::Parameters().text(name));
  if (company.rows() == 0) return {};
  const db::Result& security = run(call, kSecurityOfCompany, db::Parameters().int8(company.integer(0, 0)).text(issue));
  if (security.rows() == 0) return {};
  copy_columns(cells, security, 0, "ttt");
  cells.emplace_back(name);
  return cells;
}

Rows order(const db::PlainCall& call, const db::Statement& lots_in_order) {
  constexpr size_t kTier = 6;
  constexpr size_t kBySymbol = 5;  // parameters
  const int64_t account = call.parameters.get_integer(0);
  const std::string type(call.parameters.get_text(1));
  const auto quantity = static_cast<int32_t>(call.parameters.get_integer(2));
  const auto smallest_lot = static_cast<int32_t>(call.parameters.get_integer(3));
  db::RowSet::Row cells = account_of(call, account);
  if (cells.empty()) return std::make_unique<db::RowSet>();
  const auto tier = static_cast<int16_t>(std::get<int64_t>(cells[kTier]));
  const std::string name(call.parameters.get_text(4));
  db::RowSet::Row security = call.parameters.values().size() == kBySymbol
                                 ? security_by_symbol(call, name)
                                 : security_by_company(call, name, call.parameters.get_text(5));
  if (security.empty()) security.resize(4);
  const auto text = [&](size_t column) {
    const auto* const found = std::get_if<std::string>(&security[column]);
    return found == nullptr ? std::string() : *found;
  };
  const std::string symbol = text(0);
  const std::string exchange = text(1);
  cells.insert(cells.end(), security.begin(), security.end());
  copy_first_row(cells, run(call, kLastPrice, db::Parameters().text(symbol)), "m");
  copy_first_row(cells, run(call, kTradeType, db::Parameters().text(type)), "bb");
  const auto* const is_sell = std::get_if<bool>(&cells.back());
  const bool sells = is_sell != nullptr && *is_sell;
  copy_first_row(cells, run(call, kPosition, db::Parameters().int8(account).text(symbol)), "i");
  const auto* const position = std::get_if<int64_t>(&cells.back());
  const bool is_other_side = position != nullptr && (*position > 0) == sells;
  copy_first_row(cells,
                 run(call, kCommissionRate, db::Parameters().int2(tier).text(type).text(exchange).int4(quantity)), "m");
  copy_first_row(cells, run(call, kCharge, db::Parameters().int2(tier).text(type)), "m");
  if (!is_other_side) return with_lots(cells, db::RowSet());
  return with_lots(cells, run(call, lots_in_order, lots_parameters(account, symbol, quantity, smallest_lot)));
}

}  // namespace

Rows order_oldest_first(const db::PlainCall& call) { return order(call, kOldestLots); }
Rows order_newest_first(const db::PlainCall& call) { return order(call, kNewestLots); }

Rows place_order(const db::PlainCall& call) {
  constexpr size_t kBrokerOfLimitOrder = 13;  // parameter; NULL for a market order
  const db::Parameters& given = call.parameters;
  const auto quantity = static_cast<int32_t>(given.get_integer(6));
  auto placed = take(call, kInsertTrade,
                     db::Parameters()
                         .int8(given.get_integer(0))
                         .timestamp(given.get_integer(1))
                         .text(given.get_text(2))
                         .text(given.get_text(3))
                         .boolean(given.get_boolean(4))
                         .text(given.get_text(5))
                         .int4(quantity)
                         .money(given.get_cents(7))
                         .int8(given.get_integer(8))
                         .text(given.get_text(9))
                         .money(given.get_cents(10))
                         .money(given.get_cents(11))
                         .boolean(given.get_boolean(12)));
  const int64_t trade_id = placed->integer(0, 0);
  if (!given.is_null(kBrokerOfLimitOrder)) {
    run(call, kInsertRequest,
        db::Parameters()
            .int8(trade_id)
            .text(given.get_text(3))
            .text(given.get_text(5))
            .int4(quantity)
            .money(given.get_cents(7))
            .int8(given.get_integer(kBrokerOfLimitOrder)));
  }
  run(call, kInsertHistory, db::Parameters().int8(trade_id).timestamp(given.get_integer(1)).text(given.get_text(2)));
  return placed;
}

}  // namespace quartet::plain
