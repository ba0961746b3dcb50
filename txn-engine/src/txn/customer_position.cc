// docs/spec/transactions.md, "Customer-Position": profile of a customer, worth of every account, and for half
// of the requests the latest activity of one account.
#include <memory>
#include <string_view>

#include "txn/plain/rows.h"
#include "txn/rows.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

#define QUARTET_PROFILE                                                                          \
  "SELECT c_id, c_tax_id, c_st_id, c_l_name, c_f_name, c_m_name, c_gndr, c_tier, c_dob, c_ad_id" \
  ", c_ctry_1, c_area_1, c_local_1, c_ext_1"                                                     \
  ", c_ctry_2, c_area_2, c_local_2, c_ext_2"                                                     \
  ", c_ctry_3, c_area_3, c_local_3, c_ext_3"                                                     \
  ", c_email_1, c_email_2 "                                                                      \
  "FROM customer "
// Accounts without holdings are worth 0 and stay in the list.
#define QUARTET_ACCOUNTS(customer)                              \
  "SELECT ca_id"                                                \
  ", ca_bal"                                                    \
  ", coalesce(worth, 0) AS assets "                             \
  "FROM customer_account "                                      \
  "CROSS JOIN LATERAL (SELECT sum(hs_qty * lt_price) AS worth " \
  "FROM holding_summary "                                       \
  "JOIN last_trade ON lt_s_symb = hs_s_symb "                   \
  "WHERE hs_ca_id = ca_id) AS holdings "                        \
  "WHERE ca_c_id = " customer                                   \
  " ORDER BY assets, ca_id "                                    \
  "LIMIT 10"
// CP1, the look-up by tax id, is a part of both statements: nothing waits for its answer.
#define QUARTET_BY_TAX_ID "(SELECT c_id FROM customer WHERE c_tax_id = $1)"

const db::Statement kProfileById = {"CP2", QUARTET_PROFILE "WHERE c_id = $1", {Type::kInt8}};
const db::Statement kAccountsById = {"CP3", QUARTET_ACCOUNTS("$1"), {Type::kInt8}};
const db::Statement kIdByTaxId = {"CP1", "SELECT c_id FROM customer WHERE c_tax_id = $1", {Type::kText}};

// Plain forms: CP1, then CP2 by its answer; and CP3 by the id in the profile, which comes right before.
std::unique_ptr<db::Result> profile_by_tax_id(const db::PlainCall& call) {
  const db::Result& found = plain::run(call, kIdByTaxId, db::Parameters().text(call.parameters.get_text(0)));
  if (found.rows() == 0) return std::make_unique<db::RowSet>();
  return plain::take(call, kProfileById, db::Parameters().int8(found.integer(0, 0)));
}
std::unique_ptr<db::Result> accounts_by_tax_id(const db::PlainCall& call) {
  const db::Result& profile = *call.earlier.back();
  if (profile.rows() == 0) return std::make_unique<db::RowSet>();
  return plain::take(call, kAccountsById, db::Parameters().int8(profile.integer(0, 0)));
}

const db::Statement kProfileByTaxId = {"CP1", QUARTET_PROFILE "WHERE c_tax_id = $1", {Type::kText}, profile_by_tax_id};
const db::Statement kAccountsByTaxId = {"CP3", QUARTET_ACCOUNTS(QUARTET_BY_TAX_ID), {Type::kText}, accounts_by_tax_id};

const db::Statement kHistory = {"CP4",
                                "SELECT t_id"
                                ", t_s_symb"
                                ", t_qty"
                                ", st_name"
                                ", th_dts "
                                "FROM (SELECT t_id, t_s_symb, t_qty "
                                "FROM trade "
                                "WHERE t_ca_id = $1 "
                                "ORDER BY t_dts DESC "
                                "LIMIT 10) AS newest "
                                "JOIN trade_history ON th_t_id = t_id "
                                "JOIN status_type ON st_id = th_st_id "
                                "ORDER BY th_dts DESC "
                                "LIMIT 30",
                                {Type::kInt8}};

#undef QUARTET_PROFILE
#undef QUARTET_ACCOUNTS
#undef QUARTET_BY_TAX_ID

constexpr int kMostAccounts = 10;
constexpr int kFewestHistoryRows = 10;
constexpr int kMostHistoryRows = 30;
constexpr int32_t kWrongAccounts = -211;
constexpr int32_t kWrongHistory = -221;

struct Frame1 {
  size_t profile;
  size_t accounts;
};

Frame1 add_frame1(db::Batch& batch, const CustomerPositionInput& input) {
  if (input.customer_id != 0) {
    return {.profile = batch.add(kProfileById, db::Parameters().int8(input.customer_id)),
            .accounts = batch.add(kAccountsById, db::Parameters().int8(input.customer_id))};
  }
  return {.profile = batch.add(kProfileByTaxId, db::Parameters().text(input.tax_id)),
          .accounts = batch.add(kAccountsByTaxId, db::Parameters().text(input.tax_id))};
}

void write_profile(wire::Writer& output, const db::Result& profile) {
  constexpr int kFirstPhoneColumn = 10;
  constexpr int kColumns = 24;
  output(profile.integer(0, 0))(profile.text(0, 1))(profile.text(0, 2))(profile.text(0, 3))(profile.text(0, 4));
  output(text_or_empty(profile, 0, 5))(text_or_empty(profile, 0, 6));
  output(static_cast<uint8_t>(profile.integer(0, 7)))(profile.date(0, 8))(profile.integer(0, 9));
  for (int column = kFirstPhoneColumn; column < kColumns; ++column) output(text_or_empty(profile, 0, column));
}

void write_accounts(wire::Writer& output, const db::Result& accounts) {
  output.count(static_cast<size_t>(accounts.rows()));
  for (int row = 0; row < accounts.rows(); ++row) {
    output(accounts.integer(row, 0))(accounts.cents(row, 1))(accounts.cents(row, 2));
  }
}

void write_history(wire::Writer& output, const db::Result& history) {
  output.count(static_cast<size_t>(history.rows()));
  for (int row = 0; row < history.rows(); ++row) {
    output(history.integer(row, 0))(history.text(row, 1))(static_cast<int32_t>(history.integer(row, 2)));
    output(history.text(row, 3))(history.timestamp(row, 4));
  }
}

}  // namespace

StatementList customer_position_statements() {
  return {&kProfileById, &kAccountsById, &kProfileByTaxId, &kAccountsByTaxId, &kHistory};
}

Answer customer_position(db::Session& session, const Context& context, const CustomerPositionInput& input) {
  Answer answer;
  wire::Writer output;

  db::Batch frame1;
  frame1.begin(db::Isolation::kReadCommitted);
  const Frame1 index = add_frame1(frame1, input);
  if (!input.get_history) frame1.commit();  // frame 3 is the commit alone
  const db::Results& results = session.run(frame1);
  const db::Result& accounts = results[index.accounts];
  // The input generator knows how many accounts a customer has, so a shorter list is a wrong answer.
  const bool is_index_known = !input.get_history || input.account_index < accounts.rows();
  if (results[index.profile].rows() != 1 || accounts.rows() < 1 || accounts.rows() > kMostAccounts || !is_index_known) {
    session.rollback();
    answer.status = kWrongAccounts;
    return answer;
  }
  write_profile(output, results[index.profile]);
  write_accounts(output, accounts);

  if (input.get_history) {
    db::Batch frame2;
    // A round trip of its own: the account is chosen by its rank in the answer of frame 1.
    frame2.add(kHistory, db::Parameters().int8(accounts.integer(input.account_index, 0)));
    frame2.commit();
    const db::Result& history = session.run(frame2)[0];
    // On a short history an account may have fewer than ten trades.
    const int fewest = context.short_history ? 0 : kFewestHistoryRows;
    if (history.rows() < fewest || history.rows() > kMostHistoryRows) answer.status = kWrongHistory;
    write_history(output, history);
  } else {
    output.count(0);
  }
  answer.output = output.take();
  return answer;
}

}  // namespace quartet
