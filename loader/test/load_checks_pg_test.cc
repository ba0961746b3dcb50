// The 60 invariants: no row on a fresh load, and at least one row for a deliberate corruption each.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "load/schema_files.h"
#include "loaded_database.h"

namespace quartet::load {
namespace {

struct Check {
  std::string id;  // I01
  std::string text;
};

std::vector<Check> read_checks() {
  std::vector<Check> checks;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(QUARTET_SCHEMA_DIR) + "/checks")) {
    std::ifstream input(entry.path());
    std::ostringstream text;
    text << input.rdbuf();
    std::string id = entry.path().filename().string().substr(0, 3);
    id.front() = 'I';
    checks.push_back({id, text.str()});
  }
  std::ranges::sort(checks, {}, &Check::id);
  return checks;
}

// One change per invariant that it must notice. Foreign keys are switched off while a change is in place, and a unique
// index that forbids it is dropped first; every change is rolled back.
const std::map<std::string, std::string>& corruptions() {
  static const std::map<std::string, std::string> all = {
      {"I01", "UPDATE broker SET b_num_trades = b_num_trades + 1 WHERE b_id = (SELECT min(b_id) FROM broker)"},
      {"I02", "UPDATE broker SET b_comm_total = b_comm_total - 0.01 WHERE b_id = (SELECT max(b_id) FROM broker)"},
      {"I03",
       "DELETE FROM holding_summary WHERE (hs_ca_id, hs_s_symb) = (SELECT hs_ca_id, hs_s_symb FROM holding_summary "
       "LIMIT 1)"},
      {"I04", "UPDATE holding SET h_qty = 0 WHERE h_t_id = (SELECT min(h_t_id) FROM holding)"},
      {"I05",
       "UPDATE holding SET h_qty = -h_qty WHERE h_t_id = (SELECT min(h_t_id) FROM holding GROUP BY h_ca_id, h_s_symb "
       "HAVING count(*) > 1 LIMIT 1)"},
      {"I06", "UPDATE holding SET h_price = h_price + 0.01 WHERE h_t_id = (SELECT min(h_t_id) FROM holding)"},
      {"I07", "UPDATE trade SET t_qty = t_qty + 100 WHERE t_id = (SELECT min(t_id) FROM trade)"},
      {"I08", "DELETE FROM holding_history WHERE hh_t_id = (SELECT max(hh_t_id) FROM holding_history)"},
      {"I09", "UPDATE holding SET h_qty = h_qty + 1 WHERE h_t_id = (SELECT min(h_t_id) FROM holding)"},
      {"I10",
       "UPDATE holding_history SET hh_before_qty = 1 WHERE hh_t_id = (SELECT min(hh_t_id) FROM holding_history)"},
      {"I11",
       "UPDATE holding_history SET hh_before_qty = 2 * hh_before_qty WHERE (hh_h_t_id, hh_t_id) = (SELECT hh_h_t_id, "
       "hh_t_id FROM holding_history WHERE hh_h_t_id <> hh_t_id LIMIT 1)"},
      {"I12",
       "UPDATE trade SET t_dts = t_dts + interval '10 days' WHERE t_id = (SELECT hh_h_t_id FROM holding_history WHERE "
       "hh_h_t_id <> hh_t_id LIMIT 1)"},
      {"I13", "DELETE FROM holding_history WHERE hh_t_id = (SELECT min(t_id) FROM trade)"},
      {"I14", "DELETE FROM settlement WHERE se_t_id = (SELECT max(se_t_id) FROM settlement)"},
      {"I15", "UPDATE settlement SET se_amt = se_amt + 0.01 WHERE se_t_id = (SELECT min(se_t_id) FROM settlement)"},
      {"I16", "DELETE FROM cash_transaction WHERE ct_t_id = (SELECT max(ct_t_id) FROM cash_transaction)"},
      {"I17",
       "UPDATE settlement SET se_cash_due_date = se_cash_due_date + 1 WHERE se_t_id = (SELECT max(se_t_id) FROM "
       "settlement)"},
      {"I18", "UPDATE trade SET t_chrg = t_chrg + 0.5 WHERE t_id = (SELECT min(t_id) FROM trade)"},
      {"I19", "DELETE FROM commission_rate WHERE cr_c_tier = 2 AND cr_tt_id = 'TMB' AND cr_from_qty = 1"},
      {"I20", "UPDATE trade SET t_tax = t_tax + 0.01 WHERE t_id = (SELECT max(t_id) FROM trade)"},
      {"I21",
       "DELETE FROM trade_history WHERE th_st_id = 'SBMT' AND th_t_id = (SELECT max(th_t_id) FROM trade_history)"},
      {"I22",
       "UPDATE trade_history SET th_dts = th_dts + interval '1 day' WHERE th_st_id = 'SBMT' AND th_t_id = (SELECT "
       "max(th_t_id) FROM trade_history)"},
      {"I23", "UPDATE trade SET t_st_id = 'SBMT' WHERE t_id = (SELECT max(t_id) FROM trade)"},
      {"I24",
       "INSERT INTO trade_request SELECT t_id, t_tt_id, t_s_symb, t_qty, t_bid_price, ca_b_id FROM trade JOIN "
       "customer_account ON ca_id = t_ca_id WHERE t_tt_id = 'TLB' LIMIT 1"},
      {"I25", "UPDATE trade SET t_bid_price = 30.01 WHERE t_id = (SELECT max(t_id) FROM trade)"},
      {"I26", "UPDATE trade SET t_id = 200000000000051 WHERE t_id = 200000000000052"},
      {"I27", "DELETE FROM trade WHERE t_id = (SELECT max(t_id) FROM trade)"},
      {"I28", "UPDATE trade SET t_dts = t_dts + interval '5 days' WHERE t_id = (SELECT min(t_id) FROM trade)"},
      {"I29", "DELETE FROM zip_code WHERE zc_code = (SELECT max(zc_code) FROM zip_code)"},
      {"I30", "UPDATE customer SET c_id = c_id + 1 WHERE c_id = (SELECT max(c_id) FROM customer)"},
      {"I31", "UPDATE customer_account SET ca_id = ca_id + 10 WHERE ca_id = (SELECT max(ca_id) FROM customer_account)"},
      {"I32", "UPDATE customer SET c_tier = 3 WHERE c_id = (SELECT min(c_id) FROM customer WHERE c_tier = 1)"},
      {"I33", "UPDATE customer SET c_tier = 1 WHERE c_id = (SELECT min(c_id) FROM customer WHERE c_tier = 2)"},
      {"I34",
       "UPDATE customer_account SET ca_b_id = ca_b_id + 10 WHERE ca_id = (SELECT min(ca_id) FROM customer_account)"},
      {"I35",
       "DROP INDEX customer_by_tax_id; UPDATE customer SET c_tax_id = (SELECT min(c_tax_id) FROM customer) WHERE c_id "
       "= "
       "(SELECT max(c_id) FROM customer)"},
      {"I36",
       "DELETE FROM account_permission WHERE ap_acl = '0000' AND ap_ca_id = (SELECT min(ca_id) FROM customer_account)"},
      {"I37",
       "UPDATE customer_taxrate SET cx_tx_id = 'CN' || right(cx_tx_id, 1) WHERE (cx_c_id, cx_tx_id) = (SELECT cx_c_id, "
       "cx_tx_id FROM customer_taxrate WHERE cx_tx_id IN ('US1', 'US2', 'US3', 'US4') LIMIT 1)"},
      {"I38", "UPDATE address SET ad_line2 = 'Suite 1' WHERE ad_id = (SELECT min(co_ad_id) FROM company)"},
      {"I39", "UPDATE company SET co_ad_id = co_ad_id + 1 WHERE co_id = (SELECT min(co_id) FROM company)"},
      {"I40", "UPDATE watch_list SET wl_id = wl_id + 1000 WHERE wl_id = (SELECT max(wl_id) FROM watch_list)"},
      {"I41", "DELETE FROM watch_item WHERE wi_wl_id = (SELECT max(wl_id) FROM watch_list)"},
      {"I42",
       "UPDATE trade SET t_s_symb = s_symb FROM (SELECT t_id AS id, row_number() OVER () AS n FROM trade WHERE t_ca_id "
       "= "
       "(SELECT t_ca_id FROM trade GROUP BY t_ca_id ORDER BY count(*) DESC LIMIT 1)) AS numbered JOIN (SELECT s_symb, "
       "row_number() OVER () AS n FROM security) AS symbols USING (n) WHERE t_id = id"},
      {"I43", "DELETE FROM security WHERE s_issue = 'COMMON' AND s_co_id = (SELECT min(co_id) FROM company)"},
      {"I44",
       "DELETE FROM security WHERE s_issue = 'PREF_D' AND s_co_id = (SELECT max(s_co_id) FROM security WHERE "
       "s_issue = 'PREF_D')"},
      {"I45", "UPDATE company SET co_name = 'Someone Else' WHERE co_id = (SELECT max(co_id) FROM company)"},
      {"I46", "UPDATE exchange SET ex_num_symb = ex_num_symb + 1 WHERE ex_id = 'AMEX'"},
      {"I47", "UPDATE security SET s_52wk_low = 19.99 WHERE s_symb = (SELECT max(s_symb) FROM security)"},
      {"I48",
       "DELETE FROM company_competitor WHERE (cp_co_id, cp_comp_co_id, cp_in_id) = (SELECT cp_co_id, "
       "cp_comp_co_id, cp_in_id FROM company_competitor LIMIT 1)"},
      {"I49",
       "UPDATE company_competitor SET cp_comp_co_id = cp_comp_co_id + 500 WHERE cp_co_id = (SELECT min(co_id) "
       "FROM company)"},
      {"I50",
       "UPDATE daily_market SET dm_date = '2004-12-25' WHERE dm_date = '2004-12-24' AND dm_s_symb = (SELECT "
       "min(s_symb) FROM security)"},
      {"I51",
       "UPDATE daily_market SET dm_vol = 999 WHERE dm_date = '2004-12-24' AND dm_s_symb = (SELECT min(s_symb) "
       "FROM security)"},
      {"I52",
       "UPDATE financial SET fi_qtr_start_date = fi_qtr_start_date + 1 WHERE fi_co_id = (SELECT min(co_id) FROM "
       "company)"},
      {"I53", "UPDATE financial SET fi_margin = fi_margin + 0.05 WHERE fi_co_id = (SELECT max(co_id) FROM company)"},
      {"I54", "DELETE FROM last_trade WHERE lt_s_symb = (SELECT max(s_symb) FROM security)"},
      {"I55", "UPDATE last_trade SET lt_vol = 100 WHERE lt_s_symb = (SELECT min(s_symb) FROM security)"},
      {"I56", "UPDATE news_item SET ni_headline = 'No news' WHERE ni_id = (SELECT max(ni_id) FROM news_item)"},
      {"I57", "UPDATE security SET s_st_id = 'CNCL' WHERE s_symb = (SELECT max(s_symb) FROM security)"},
      {"I58",
       "UPDATE commission_rate SET cr_to_qty = 499 WHERE cr_from_qty = 201 AND cr_c_tier = 3 AND cr_tt_id = 'TSL' "
       "AND cr_ex_id = 'PCX'"},
      {"I59", "DROP INDEX broker_by_name; UPDATE broker SET b_name = (SELECT min(b_name) FROM broker)"},
      {"I60", "UPDATE customer_account SET ca_tax_st = 2 WHERE ca_tax_st = 0"},
  };
  return all;
}

class CheckTest : public testing::TestWithParam<Check> {
 protected:
  static void SetUpTestSuite() { load_once(); }
};

TEST_P(CheckTest, BeginsWithNumberClassAndTitle) {
  const std::regex header("-- check: " + GetParam().id + "\n-- class: [AL]\n-- title: \\S.*\n");
  EXPECT_TRUE(std::regex_search(GetParam().text, header, std::regex_constants::match_continuous));
}

TEST_P(CheckTest, HoldsOnAFreshLoad) {
  const Rows rows = connection().query(split_statements(GetParam().text).at(0), {}, GetParam().id);
  EXPECT_EQ(rows.size(), 0) << "first value of the first row: " << rows.text(0, 0);
}

TEST_P(CheckTest, ReportsACorruption) {
  const auto corruption = corruptions().find(GetParam().id);
  ASSERT_NE(corruption, corruptions().end());
  connection().execute("BEGIN; SET LOCAL session_replication_role = replica", "beginning");
  connection().execute(corruption->second, "corrupting");
  const int reported = connection().query(split_statements(GetParam().text).at(0), {}, GetParam().id).size();
  connection().execute("ROLLBACK", "rolling back");
  EXPECT_GE(reported, 1);
}

INSTANTIATE_TEST_SUITE_P(Invariants, CheckTest, testing::ValuesIn(read_checks()),
                         [](const auto& instance) { return instance.param.id; });

TEST(Checks, AreSixty) { EXPECT_EQ(read_checks().size(), 60U); }

}  // namespace
}  // namespace quartet::load
