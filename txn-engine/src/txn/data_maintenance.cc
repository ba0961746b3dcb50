// docs/spec/transactions.md, "Data-Maintenance": touch one of the tables that nothing else changes. READ
// COMMITTED, one round trip: each statement reads the value that decides what it writes.
#include <stdexcept>
#include <string>

#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

// Rows of the account's highest ACL.
const db::Statement kAccountPermission{"DM1",
                                       R"(
    UPDATE account_permission
    SET ap_acl = CASE highest WHEN '1111' THEN '0011' ELSE '1111' END
    FROM (SELECT max(ap_acl) AS highest FROM account_permission WHERE ap_ca_id = $1) AS account
    WHERE ap_ca_id = $1
      AND ap_acl = highest)",
                                       {Type::kInt8}};

const db::Statement kCustomerAddress{"DM2",
                                     R"(
    UPDATE address
    SET ad_line2 = CASE ad_line2 WHEN 'Apt. 10C' THEN 'Apt. 22' ELSE 'Apt. 10C' END
    WHERE ad_id = (SELECT c_ad_id FROM customer WHERE c_id = $1))",
                                     {Type::kInt8}};

const db::Statement kCompanyAddress{"DM2",
                                    R"(
    UPDATE address
    SET ad_line2 = CASE ad_line2 WHEN 'Apt. 10C' THEN 'Apt. 22' ELSE 'Apt. 10C' END
    WHERE ad_id = (SELECT co_ad_id FROM company WHERE co_id = $1))",
                                    {Type::kInt8}};

const db::Statement kCompany{"DM3",
                             R"(
    UPDATE company
    SET co_sp_rate = CASE co_sp_rate WHEN 'ABA' THEN 'AAA' ELSE 'ABA' END
    WHERE co_id = $1)",
                             {Type::kInt8}};

const db::Statement kCustomer{"DM4",
                              R"(
    UPDATE customer
    SET c_email_2 = substring(c_email_2 FROM 1 FOR position('@' IN c_email_2))
        || CASE WHEN c_email_2 LIKE '%@mindspring.com' THEN 'earthlink.com' ELSE 'mindspring.com' END
    WHERE c_id = $1)",
                              {Type::kInt8}};

// Division codes are never US or CN.
const db::Statement kCustomerTaxrate{"DM5",
                                     R"(
    UPDATE customer_taxrate
    SET cx_tx_id = CASE cx_tx_id
          WHEN 'US5' THEN 'US1'
          WHEN 'CN4' THEN 'CN1'
          ELSE left(cx_tx_id, 2) || (right(cx_tx_id, 1)::integer + 1)
        END
    WHERE cx_c_id = $1
      AND left(cx_tx_id, 2) IN ('US', 'CN'))",
                                     {Type::kInt8}};

const db::Statement kDailyMarket{"DM6",
                                 R"(
    UPDATE daily_market
    SET dm_vol = dm_vol + $3
    WHERE dm_s_symb = $1
      AND extract(day FROM dm_date) = $2)",
                                 {Type::kText, Type::kInt4, Type::kInt4}};

const db::Statement kExchange{"DM7",
                              R"(
    UPDATE exchange
    SET ex_desc = regexp_replace(coalesce(ex_desc, ''), ' LAST UPDATED .*$', '')
        || ' LAST UPDATED ' || to_char($1, 'YYYY-MM-DD HH24:MI:SS'))",
                              {Type::kTimestamp}};

const db::Statement kFinancial{"DM8",
                               R"(
    UPDATE financial
    SET fi_qtr_start_date = fi_qtr_start_date + step
    FROM (
        SELECT CASE WHEN bool_or(extract(day FROM fi_qtr_start_date) = 1) THEN 1 ELSE -1 END AS step
        FROM financial
        WHERE fi_co_id = $1) AS direction
    WHERE fi_co_id = $1)",
                               {Type::kInt8}};

const db::Statement kNewsItem{"DM9",
                              R"(
    UPDATE news_item
    SET ni_dts = ni_dts + interval '1 day'
    WHERE ni_id IN (SELECT nx_ni_id FROM news_xref WHERE nx_co_id = $1))",
                              {Type::kInt8}};

const db::Statement kSecurity{"DM10",
                              R"(
    UPDATE security
    SET s_exch_date = s_exch_date + 1
    WHERE s_symb = $1)",
                              {Type::kText}};

const db::Statement kTaxrate{"DM11",
                             R"(
    UPDATE taxrate
    SET tx_name = CASE
          WHEN position(' Tax ' IN tx_name) > 0 THEN replace(tx_name, ' Tax ', ' tax ')
          ELSE replace(tx_name, ' tax ', ' Tax ')
        END
    WHERE tx_id = $1)",
                             {Type::kText}};

// The middle item gives way to the next security that the list does not hold; without one, nothing happens. Securities
// of inactive Load Units do not count, or watch lists would lead the run to rows it must not touch.
const db::Statement kWatchItem{"DM12",
                               R"(
    WITH list AS (
        SELECT wi_wl_id, wi_s_symb
             , row_number() OVER (ORDER BY wi_s_symb) AS place
             , count(*) OVER () AS items
        FROM watch_list
        JOIN watch_item ON wi_wl_id = wl_id
        WHERE wl_c_id = $1)
    , middle AS (
        SELECT wi_wl_id AS list_id, wi_s_symb AS old_symbol
        FROM list
        WHERE place = (items + 1) / 2)
    , next AS (
        SELECT s_symb AS new_symbol
        FROM security
        WHERE s_symb > (SELECT old_symbol FROM middle)
          AND s_co_id <= $2
          AND NOT EXISTS (SELECT FROM list WHERE list.wi_s_symb = s_symb)
        ORDER BY s_symb
        LIMIT 1)
    UPDATE watch_item
    SET wi_s_symb = new_symbol
    FROM middle
    CROSS JOIN next
    WHERE wi_wl_id = list_id
      AND wi_s_symb = old_symbol)",
                               {Type::kInt8, Type::kInt8}};

size_t add_update(db::Batch& batch, const Context& context, const DataMaintenanceInput& input) {
  const auto account = [&] { return db::Parameters().int8(input.account_id); };
  const auto customer = [&] { return db::Parameters().int8(input.customer_id); };
  const auto company = [&] { return db::Parameters().int8(input.company_id); };
  const auto symbol = [&] { return db::Parameters().text(input.symbol); };
  switch (static_cast<MaintainedTable>(input.table)) {
    case MaintainedTable::kAccountPermission:
      return batch.add(kAccountPermission, account());
    case MaintainedTable::kAddress:
      return input.customer_id != 0 ? batch.add(kCustomerAddress, customer()) : batch.add(kCompanyAddress, company());
    case MaintainedTable::kCompany:
      return batch.add(kCompany, company());
    case MaintainedTable::kCustomer:
      return batch.add(kCustomer, customer());
    case MaintainedTable::kCustomerTaxrate:
      return batch.add(kCustomerTaxrate, customer());
    case MaintainedTable::kDailyMarket:
      return batch.add(kDailyMarket, symbol().int4(input.day_of_month).int4(input.volume_increment));
    case MaintainedTable::kExchange:
      return batch.add(kExchange, db::Parameters().timestamp(context.now()));
    case MaintainedTable::kFinancial:
      return batch.add(kFinancial, company());
    case MaintainedTable::kNewsItem:
      return batch.add(kNewsItem, company());
    case MaintainedTable::kSecurity:
      return batch.add(kSecurity, symbol());
    case MaintainedTable::kTaxrate:
      return batch.add(kTaxrate, db::Parameters().text(input.tax_id));
    case MaintainedTable::kWatchItem:
      return batch.add(kWatchItem, customer().int8(kIdBase + context.model.active_companies()));
  }
  throw std::invalid_argument("Data-Maintenance has tables 1 to 12, not " + std::to_string(input.table));
}

}  // namespace

StatementList data_maintenance_statements() {
  return {&kAccountPermission, &kCustomerAddress, &kCompanyAddress, &kCompany,   &kCustomer,
          &kCustomerTaxrate,   &kDailyMarket,     &kExchange,       &kFinancial, &kNewsItem,
          &kSecurity,          &kTaxrate,         &kWatchItem};
}

Answer data_maintenance(db::Session& session, const Context& context, const DataMaintenanceInput& input) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  const size_t update = add_update(batch, context, input);
  batch.commit();
  Answer answer;
  wire::Writer writer;
  writer(static_cast<int32_t>(session.run(batch)[update].affected()));
  answer.output = writer.take();
  return answer;
}

}  // namespace quartet
