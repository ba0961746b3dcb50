// Joins of Trade-Order taken apart, and lots after a look at the position.
#include <cstdint>
#include <string>
#include <utility>

#include "txn/plain/forms.h"
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

#define QUARTET_LOTS(order)               \
  "SELECT h_t_id, h_qty, h_price "        \
  "FROM holding "                         \
  "WHERE h_ca_id = $1 "                   \
  "AND h_s_symb = $2 "                    \
  "ORDER BY h_dts" order ", h_t_id" order \
  " "                                     \
  "LIMIT $3"
#define QUARTET_LOT_TYPES \
  { Type::kInt8, Type::kText, Type::kInt8 }

const db::Statement kOldestLotsOfOrder{"TO10", QUARTET_LOTS(""), QUARTET_LOT_TYPES};
const db::Statement kNewestLotsOfOrder{"TO10", QUARTET_LOTS(" DESC"), QUARTET_LOT_TYPES};
const db::Statement kOldestLotsOfResult{"TR6", QUARTET_LOTS(""), QUARTET_LOT_TYPES};
const db::Statement kNewestLotsOfResult{"TR6", QUARTET_LOTS(" DESC"), QUARTET_LOT_TYPES};

#undef QUARTET_LOTS
#undef QUARTET_LOT_TYPES

Rows lots(const db::PlainCall& call, const db::Statement& statement) {
  const bool is_sell = call.parameters.get_boolean(2);
  // Alone in its batch it reads on, and the position is known to be on the other side.
  if (!call.earlier.empty()) {
    const db::Result& position = *call.earlier.back();
    const bool is_other_side = position.rows() == 1 && (position.integer(0, 0) > 0) == is_sell;
    if (!is_other_side) return std::make_unique<db::RowSet>();
  }
  return take(call, statement,
              db::Parameters()
                  .int8(call.parameters.get_integer(0))
                  .text(call.parameters.get_text(1))
                  .int8(call.parameters.get_integer(3)));
}

}  // namespace

Rows account_of_order(const db::PlainCall& call) {
  auto set = std::make_unique<db::RowSet>();
  db::RowSet::Row cells;
  const db::Result& account = run(call, kAccount, db::Parameters().int8(call.parameters.get_integer(0)));
  if (account.rows() == 0) return set;
  // Copied first: the next statement ends the life of this result.
  const int64_t broker = account.integer(0, 1);
  const int64_t customer = account.integer(0, 2);
  copy_columns(cells, account, 0, "tiii");
  const db::Result& owner = run(call, kCustomer, db::Parameters().int8(customer));
  if (owner.rows() == 0) return set;
  copy_columns(cells, owner, 0, "ttit");
  const db::Result& agent = run(call, kBroker, db::Parameters().int8(broker));
  if (agent.rows() == 0) return set;
  copy_columns(cells, agent, 0, "t");
  set->add(std::move(cells));
  return set;
}

Rows security_by_symbol(const db::PlainCall& call) {
  auto set = std::make_unique<db::RowSet>();
  db::RowSet::Row cells;
  const db::Result& security = run(call, kSecurity, db::Parameters().text(call.parameters.get_text(0)));
  if (security.rows() == 0) return set;
  copy_columns(cells, security, 0, "ttt");
  const db::Result& company = run(call, kCompany, db::Parameters().int8(security.integer(0, 3)));
  if (company.rows() == 0) return set;
  copy_columns(cells, company, 0, "t");
  set->add(std::move(cells));
  return set;
}

Rows security_by_company(const db::PlainCall& call) {
  auto set = std::make_unique<db::RowSet>();
  db::RowSet::Row cells;
  const std::string name(call.parameters.get_text(0));
  const db::Result& company = run(call, kCompanyByName, db::Parameters().text(name));
  if (company.rows() == 0) return set;
  const db::Result& security =
      run(call, kSecurityOfCompany, db::Parameters().int8(company.integer(0, 0)).text(call.parameters.get_text(1)));
  if (security.rows() == 0) return set;
  copy_columns(cells, security, 0, "ttt");
  cells.emplace_back(name);
  set->add(std::move(cells));
  return set;
}

Rows oldest_lots_of_order(const db::PlainCall& call) { return lots(call, kOldestLotsOfOrder); }
Rows newest_lots_of_order(const db::PlainCall& call) { return lots(call, kNewestLotsOfOrder); }
Rows oldest_lots_of_result(const db::PlainCall& call) { return lots(call, kOldestLotsOfResult); }
Rows newest_lots_of_result(const db::PlainCall& call) { return lots(call, kNewestLotsOfResult); }

}  // namespace quartet::plain
