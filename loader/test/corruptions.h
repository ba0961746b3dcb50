// One change of a loaded database per invariant, which this invariant notices and, but for stated companions, no other.
#ifndef QUARTET_TEST_CORRUPTIONS_H
#define QUARTET_TEST_CORRUPTIONS_H

#include <map>
#include <set>
#include <string>

namespace quartet::load {

struct Corruption {
  std::string sql;
  std::set<std::string> companions = {};  // invariants that cannot but notice it too
};

// By invariant. Foreign keys are switched off while a change is in place, so rows may name a trade that does not exist,
// and a unique index that forbids the change is dropped first; every change is rolled back. Where several tables say
// the same the change is made in all of them, so that the other invariants stay in force.
inline std::map<std::string, Corruption> corruptions() {
  // A buy whose lot is whole, in a position with other lots.
  const std::string unclosed_trade = R"(
      WITH chosen AS (SELECT trade.*, ca_b_id FROM trade JOIN customer_account ON ca_id = t_ca_id
      JOIN holding ON h_t_id = t_id AND h_qty = t_qty
      JOIN holding_summary ON hs_ca_id = h_ca_id AND hs_s_symb = h_s_symb AND hs_qty <> h_qty ORDER BY t_id LIMIT 1))";
  // The rows that followed from that trade, except for its states and payment.
  const std::string undo_trade = R"(
      , lot AS (DELETE FROM holding USING chosen WHERE h_t_id = t_id)
      , history AS (DELETE FROM holding_history USING chosen WHERE hh_t_id = t_id)
      , summary AS (UPDATE holding_summary SET hs_qty = hs_qty - t_qty FROM chosen WHERE hs_ca_id = t_ca_id
        AND hs_s_symb = t_s_symb)
      , sums AS (UPDATE broker SET b_num_trades = b_num_trades - 1, b_comm_total = b_comm_total - t_comm
        FROM chosen WHERE b_id = ca_b_id))";
  // The accounts old_id of `moved` become new_id everywhere but in customer_account.
  const std::string move_accounts = R"(
      , trades AS (UPDATE trade SET t_ca_id = new_id FROM moved WHERE t_ca_id = old_id)
      , lots AS (UPDATE holding SET h_ca_id = new_id FROM moved WHERE h_ca_id = old_id)
      , summaries AS (UPDATE holding_summary SET hs_ca_id = new_id FROM moved WHERE hs_ca_id = old_id)
      , permissions AS (UPDATE account_permission SET ap_ca_id = new_id FROM moved WHERE ap_ca_id = old_id))";
  return {
      {"I01", {R"(UPDATE broker SET b_num_trades = b_num_trades + 1 WHERE b_id = (SELECT min(b_id) FROM broker))"}},
      {"I02", {R"(UPDATE broker SET b_comm_total = b_comm_total - 0.01 WHERE b_id = (SELECT max(b_id) FROM broker))"}},
      // A lot and its history lose a share to a trade that does not exist.
      {"I03", {R"(WITH lot AS (SELECT * FROM holding WHERE abs(h_qty) > 1 ORDER BY h_t_id LIMIT 1)
        , history AS (INSERT INTO holding_history SELECT h_t_id, 0, h_qty, h_qty - sign(h_qty) FROM lot)
        UPDATE holding SET h_qty = holding.h_qty - sign(holding.h_qty) FROM lot WHERE holding.h_t_id = lot.h_t_id)"}},
      // A lot that a sell opened and that is gone comes back empty, with an empty summary.
      {"I04", {R"(WITH lot AS (SELECT * FROM trade JOIN holding_history ON hh_h_t_id = t_id AND hh_t_id = t_id
        LEFT JOIN holding_summary ON hs_ca_id = t_ca_id AND hs_s_symb = t_s_symb
        WHERE t_tt_id = 'TMS' AND hs_ca_id IS NULL ORDER BY t_id LIMIT 1)
        , summary AS (INSERT INTO holding_summary SELECT t_ca_id, t_s_symb, 0 FROM lot)
        INSERT INTO holding SELECT t_id, t_ca_id, t_s_symb, t_dts, t_trade_price, 0 FROM lot)"}},
      // A buy that closed a short lot and opened a long one leaves a share of the short lot and buys one more instead.
      {"I05", {R"(WITH pair AS (SELECT opener.*, closing.hh_t_id AS changer_id FROM holding_history AS closing
        JOIN trade AS opener ON opener.t_id = closing.hh_h_t_id JOIN customer_account ON ca_id = opener.t_ca_id
        JOIN holding_history AS opening ON opening.hh_h_t_id = closing.hh_t_id AND opening.hh_t_id = closing.hh_t_id
        JOIN holding ON h_t_id = closing.hh_t_id AND h_qty = opening.hh_after_qty
        WHERE closing.hh_before_qty < -1 AND closing.hh_after_qty = 0 AND ca_tax_st = 0
        ORDER BY closing.hh_t_id LIMIT 1)
        , closing AS (UPDATE holding_history
        SET hh_after_qty = hh_after_qty + CASE hh_h_t_id WHEN hh_t_id THEN 1 ELSE -1 END
        FROM pair WHERE hh_t_id = changer_id AND hh_h_t_id IN (t_id, changer_id))
        , lot AS (UPDATE holding SET h_qty = h_qty + 1 FROM pair WHERE h_t_id = changer_id)
        INSERT INTO holding SELECT t_id, t_ca_id, t_s_symb, t_dts, t_trade_price, -1 FROM pair)"}},
      {"I06", {R"(UPDATE holding SET h_price = h_price + 0.01 WHERE h_t_id = (SELECT min(h_t_id) FROM holding))"}},
      // A lot, its history and its summary lose a share to a trade that does not exist.
      {"I07", {R"(WITH lot AS (SELECT * FROM holding WHERE abs(h_qty) > 1 ORDER BY h_t_id LIMIT 1)
        , history AS (INSERT INTO holding_history SELECT h_t_id, 0, h_qty, h_qty - sign(h_qty) FROM lot)
        , summary AS (UPDATE holding_summary SET hs_qty = hs_qty - sign(hs_qty) FROM lot
        WHERE hs_ca_id = h_ca_id AND hs_s_symb = h_s_symb)
        UPDATE holding SET h_qty = holding.h_qty - sign(holding.h_qty) FROM lot WHERE holding.h_t_id = lot.h_t_id)"}},
      // One of several rows of an untaxed trade goes to a trade that does not exist.
      {"I08", {R"(UPDATE holding_history SET hh_t_id = 0
        WHERE (hh_h_t_id, hh_t_id) = (SELECT closing.hh_h_t_id, closing.hh_t_id
        FROM holding_history AS closing JOIN holding_history AS other ON other.hh_t_id = closing.hh_t_id
        AND other.hh_h_t_id <> closing.hh_h_t_id JOIN trade ON t_id = closing.hh_t_id
        JOIN customer_account ON ca_id = t_ca_id
        WHERE closing.hh_h_t_id <> closing.hh_t_id AND ca_tax_st = 0 ORDER BY 1, 2 LIMIT 1))"}},
      // A share moves between two lots of a position.
      {"I09", {R"(WITH pair AS (SELECT gains.h_t_id AS gains_id, loses.h_t_id AS loses_id FROM holding AS gains
        JOIN trade ON t_id = gains.h_t_id AND t_qty > abs(gains.h_qty)
        JOIN holding AS loses ON loses.h_ca_id = gains.h_ca_id AND loses.h_s_symb = gains.h_s_symb
        AND loses.h_t_id <> gains.h_t_id AND abs(loses.h_qty) > 1 ORDER BY 1, 2 LIMIT 1)
        UPDATE holding SET h_qty = h_qty + sign(h_qty) * CASE h_t_id WHEN gains_id THEN 1 ELSE -1 END FROM pair
        WHERE h_t_id IN (gains_id, loses_id))"}},
      // A lot that is gone is changed once more, from 0 to 0, by a trade that does not exist.
      {"I10", {R"(INSERT INTO holding_history SELECT hh_h_t_id, 0, 0, 0 FROM holding_history WHERE hh_after_qty = 0
        ORDER BY hh_h_t_id LIMIT 1)"}},
      {"I11", {R"(UPDATE holding_history
        SET hh_before_qty = hh_before_qty - sign(hh_after_qty), hh_after_qty = hh_after_qty - sign(hh_after_qty)
        WHERE (hh_h_t_id, hh_t_id) = (SELECT hh_h_t_id, hh_t_id FROM holding_history
        WHERE hh_h_t_id <> hh_t_id AND hh_after_qty <> 0 ORDER BY 1, 2 LIMIT 1))"}},
      // The opener of a lot completes, in every table, a second after the trade that closes the lot.
      {"I12", {R"(WITH late AS (SELECT hh_h_t_id AS id, t_dts + interval '1 second' AS dts FROM holding_history
        JOIN trade ON t_id = hh_t_id WHERE hh_h_t_id <> hh_t_id ORDER BY hh_h_t_id, hh_t_id LIMIT 1)
        , states AS (UPDATE trade_history SET th_dts = dts FROM late WHERE th_t_id = id AND th_st_id = 'CMPT')
        , cash AS (UPDATE cash_transaction SET ct_dts = dts FROM late WHERE ct_t_id = id)
        , lot AS (UPDATE holding SET h_dts = dts FROM late WHERE h_t_id = id)
        UPDATE trade SET t_dts = dts FROM late WHERE t_id = id)"}},
      // One row becomes nine steps.
      {"I13", {R"(ALTER TABLE holding_history DROP CONSTRAINT holding_history_pkey;
        WITH whole AS (DELETE FROM holding_history WHERE (hh_h_t_id, hh_t_id) = (SELECT hh_h_t_id, hh_t_id
        FROM holding_history
        WHERE hh_h_t_id <> hh_t_id AND abs(hh_before_qty - hh_after_qty) >= 9 ORDER BY 1, 2 LIMIT 1) RETURNING *)
        INSERT INTO holding_history SELECT hh_h_t_id, hh_t_id
        , hh_before_qty + (n - 1) * (hh_after_qty - hh_before_qty) / 9
        , hh_before_qty + n * (hh_after_qty - hh_before_qty) / 9 FROM whole CROSS JOIN generate_series(1, 9) AS n)"}},
      {"I14", {"DELETE FROM settlement WHERE se_t_id = (SELECT max(se_t_id) FROM settlement)"}},
      {"I15", {R"(UPDATE settlement SET se_amt = se_amt + 0.01 WHERE se_t_id = (SELECT min(se_t_id) FROM settlement
        WHERE se_cash_type = 'Margin'))"}},
      {"I16", {R"(DELETE FROM cash_transaction WHERE ct_t_id = (SELECT max(ct_t_id) FROM cash_transaction))"}},
      {"I17", {R"(UPDATE settlement SET se_cash_due_date = se_cash_due_date + 1 WHERE se_t_id = (SELECT max(se_t_id)
        FROM settlement))"}},
      {"I18", {R"(UPDATE charge SET ch_chrg = ch_chrg + 0.5 WHERE ch_c_tier = 2 AND ch_tt_id = 'TMB')"}},
      {"I19", {R"(UPDATE commission_rate SET cr_rate = cr_rate + 0.5 WHERE cr_c_tier = 2 AND cr_tt_id = 'TMB'
        AND cr_from_qty = 1)"}},
      {"I20", {"UPDATE taxrate SET tx_rate = tx_rate + 0.01 WHERE tx_id = 'US1'"}},
      {"I21",
       {R"(DELETE FROM trade_history WHERE th_st_id = 'SBMT' AND th_t_id = (SELECT max(th_t_id) FROM trade_history))"}},
      {"I22", {R"(UPDATE trade_history SET th_dts = th_dts + interval '1 day' WHERE th_st_id = 'SBMT'
        AND th_t_id = (SELECT max(th_t_id) FROM trade_history))"}},
      // A trade is canceled, and what followed from it undone.
      {"I23",
       {unclosed_trade + R"(
        , states AS (UPDATE trade_history SET th_st_id = 'CNCL' FROM chosen WHERE th_t_id = t_id
        AND th_st_id = 'CMPT')
        , settled AS (DELETE FROM settlement USING chosen WHERE se_t_id = t_id)
        , cash AS (DELETE FROM cash_transaction USING chosen WHERE ct_t_id = t_id))" +
        undo_trade + R"(
        UPDATE trade SET t_st_id = 'CNCL' FROM chosen WHERE trade.t_id = chosen.t_id)"}},
      // A request for a completed trade. I23 allows no request at all, so it sees whatever I24 does.
      {"I24",
       {R"(INSERT INTO trade_request SELECT t_id, t_tt_id, t_s_symb, t_qty, t_bid_price, ca_b_id FROM trade
        JOIN customer_account ON ca_id = t_ca_id WHERE t_tt_id = 'TLB' LIMIT 1)",
        {"I23"}}},
      {"I25", {"UPDATE trade SET t_bid_price = 30.01 WHERE t_id = (SELECT max(t_id) FROM trade)"}},
      {"I26", {R"(UPDATE trade SET t_id = 200000000000051 WHERE t_id = 200000000000052;
        UPDATE trade_history SET th_t_id = 200000000000051 WHERE th_t_id = 200000000000052;
        UPDATE settlement SET se_t_id = 200000000000051 WHERE se_t_id = 200000000000052;
        UPDATE cash_transaction SET ct_t_id = 200000000000051 WHERE ct_t_id = 200000000000052;
        UPDATE holding SET h_t_id = 200000000000051 WHERE h_t_id = 200000000000052;
        UPDATE holding_history SET hh_t_id = 200000000000051 WHERE hh_t_id = 200000000000052;
        UPDATE holding_history SET hh_h_t_id = 200000000000051 WHERE hh_h_t_id = 200000000000052)"}},
      // A trade is gone, and what followed from it undone.
      {"I27", {unclosed_trade + undo_trade + R"(
        DELETE FROM trade USING chosen WHERE trade.t_id = chosen.t_id)"}},
      // A trade completes, in every table, on a Saturday.
      {"I28", {unclosed_trade + R"(
        , states AS (UPDATE trade_history SET th_dts = th_dts + interval '5 days' FROM chosen
        WHERE th_t_id = t_id AND th_st_id = 'CMPT')
        , settled AS (UPDATE settlement SET se_cash_due_date = se_cash_due_date + 5 FROM chosen
        WHERE se_t_id = t_id)
        , cash AS (UPDATE cash_transaction SET ct_dts = ct_dts + interval '5 days' FROM chosen WHERE ct_t_id = t_id)
        , lot AS (UPDATE holding SET h_dts = h_dts + interval '5 days' FROM chosen WHERE h_t_id = t_id)
        UPDATE trade SET t_dts = trade.t_dts + interval '5 days' FROM chosen WHERE trade.t_id = chosen.t_id)"}},
      {"I29", {"DELETE FROM zip_code WHERE zc_code = (SELECT max(zc_code) FROM zip_code)"}},
      // The first customer takes the id below the base, in every table.
      {"I30",
       {R"(WITH moved AS (SELECT ca_id AS old_id, ca_id - 10 AS new_id FROM customer_account
        WHERE ca_c_id = (SELECT min(c_id) FROM customer)))" +
        move_accounts + R"(
        UPDATE customer_account SET ca_id = new_id, ca_c_id = ca_c_id - 1 FROM moved WHERE ca_id = old_id;
        UPDATE customer_taxrate SET cx_c_id = cx_c_id - 1 WHERE cx_c_id = (SELECT min(c_id) FROM customer);
        UPDATE watch_list SET wl_c_id = wl_c_id - 1 WHERE wl_c_id = (SELECT min(c_id) FROM customer);
        UPDATE customer SET c_id = c_id - 1 WHERE c_id = (SELECT min(c_id) FROM customer))"}},
      // The last account of a customer with room for more leaves a gap below its id, in every table.
      {"I31",
       {R"(WITH moved AS (SELECT max(ca_id) AS old_id, max(ca_id) + 1 AS new_id FROM customer_account
        WHERE ca_c_id = (SELECT max(c_id) FROM customer WHERE c_tier = 1)))" +
        move_accounts + R"(
        UPDATE customer_account SET ca_id = new_id FROM moved WHERE ca_id = old_id)"}},
      // A customer of tier 1 with four accounts takes over an untaxed one of another customer of tier 1.
      {"I32",
       {R"(WITH owners AS (SELECT ca_c_id, count(*) AS accounts, max(ca_id) AS last_id FROM customer_account
        JOIN customer ON c_id = ca_c_id WHERE c_tier = 1 GROUP BY ca_c_id)
        , moved AS (SELECT giver.last_id AS old_id, taker.last_id + 1 AS new_id, taker.ca_c_id AS taker_id
        FROM owners AS giver
        JOIN customer_account ON ca_id = giver.last_id AND ca_tax_st = 0 CROSS JOIN owners AS taker
        WHERE giver.accounts BETWEEN 2 AND 3 AND taker.accounts = 4 ORDER BY 1, 2 LIMIT 1))" +
        move_accounts + R"(
        UPDATE customer_account SET ca_id = new_id, ca_c_id = taker_id FROM moved WHERE ca_id = old_id;
        UPDATE account_permission SET ap_tax_id = c_tax_id, ap_l_name = c_l_name, ap_f_name = c_f_name
        FROM customer_account JOIN customer ON c_id = ca_c_id WHERE ca_id = ap_ca_id AND ap_acl = '0000'
        AND ap_tax_id <> c_tax_id)"}},
      // A customer of tier 1 with enough accounts for tier 2 rises, and the trades cost what they do in tier 2.
      {"I33", {R"(UPDATE customer SET c_tier = 2 WHERE c_id = (SELECT min(c_id) FROM customer
        JOIN customer_account ON ca_c_id = c_id
        AND ca_id = c_id * 10 - 8 WHERE c_tier = 1);
        UPDATE trade SET t_chrg = ch_chrg, t_comm = round(t_qty * t_trade_price * cr_rate / 100, 2)
        FROM customer_account JOIN customer ON c_id = ca_c_id JOIN charge ON ch_c_tier = c_tier
        JOIN commission_rate ON cr_c_tier = c_tier AND cr_tt_id = ch_tt_id JOIN security ON s_ex_id = cr_ex_id
        WHERE ca_id = t_ca_id AND ch_tt_id = t_tt_id AND s_symb = t_s_symb
        AND t_qty BETWEEN cr_from_qty AND cr_to_qty AND t_chrg <> ch_chrg;
        UPDATE settlement SET se_amt = CASE WHEN tt_is_sell THEN t_qty * t_trade_price - t_chrg - t_comm
        ELSE -(t_qty * t_trade_price + t_chrg + t_comm) END - CASE ca_tax_st WHEN 1 THEN t_tax ELSE 0 END
        FROM trade JOIN trade_type ON tt_id = t_tt_id JOIN customer_account ON ca_id = t_ca_id
        JOIN customer ON c_id = ca_c_id
        WHERE se_t_id = t_id AND c_tier = 2;
        UPDATE cash_transaction SET ct_amt = se_amt FROM settlement WHERE se_t_id = ct_t_id AND ct_amt <> se_amt;
        UPDATE broker SET b_comm_total = (SELECT sum(t_comm) FROM trade
        JOIN customer_account ON ca_id = t_ca_id WHERE ca_b_id = b_id))"}},
      // A broker takes an id of the next Load Unit, for the accounts as well.
      {"I34", {R"(UPDATE customer_account SET ca_b_id = ca_b_id + 10 WHERE ca_b_id = (SELECT min(b_id) FROM broker);
        UPDATE broker SET b_id = b_id + 10 WHERE b_id = (SELECT min(b_id) FROM broker))"}},
      {"I35", {R"(DROP INDEX customer_by_tax_id;
        UPDATE customer SET c_tax_id = (SELECT min(c_tax_id) FROM customer) WHERE c_id = (SELECT max(c_id)
        FROM customer);
        UPDATE account_permission SET ap_tax_id = c_tax_id FROM customer_account JOIN customer ON c_id = ca_c_id
        WHERE ca_id = ap_ca_id AND ap_acl = '0000' AND ap_tax_id <> c_tax_id)"}},
      {"I36", {R"(DELETE FROM account_permission WHERE ap_acl = '0000' AND ap_ca_id = (SELECT min(ca_id)
        FROM customer_account))"}},
      {"I37", {R"(UPDATE zip_code SET zc_div = 'ZZ' WHERE zc_code = (SELECT min(ad_zc_code) FROM address
        JOIN customer ON c_ad_id = ad_id))"}},
      {"I38", {R"(UPDATE address SET ad_line2 = 'Suite 1' WHERE ad_id = (SELECT min(co_ad_id) FROM company))"}},
      {"I39", {R"(UPDATE company SET co_ad_id = co_ad_id + 1 WHERE co_id = (SELECT min(co_id) FROM company))"}},
      {"I40", {R"(UPDATE watch_item SET wi_wl_id = wi_wl_id + 1000 WHERE wi_wl_id = (SELECT max(wl_id) FROM watch_list);
        UPDATE watch_list SET wl_id = wl_id + 1000 WHERE wl_id = (SELECT max(wl_id) FROM watch_list))"}},
      {"I41", {"DELETE FROM watch_item WHERE wi_wl_id = (SELECT max(wl_id) FROM watch_list)"}},
      // An account does the trades of another as well, of the same broker and tier, untaxed and with other symbols.
      {"I42",
       {R"(WITH baskets AS (SELECT t_ca_id AS id, ca_b_id, c_tier, array_agg(DISTINCT t_s_symb) AS symbols FROM trade
        JOIN customer_account ON ca_id = t_ca_id JOIN customer ON c_id = ca_c_id WHERE ca_tax_st = 0
        GROUP BY t_ca_id, ca_b_id, c_tier)
        , moved AS (SELECT giver.id AS old_id, taker.id AS new_id FROM baskets AS giver
        JOIN baskets AS taker USING (ca_b_id, c_tier)
        WHERE giver.id <> taker.id AND NOT giver.symbols && taker.symbols
        AND cardinality(giver.symbols) + cardinality(taker.symbols) > 18 ORDER BY 1, 2 LIMIT 1)
        , lots AS (UPDATE holding SET h_ca_id = new_id FROM moved WHERE h_ca_id = old_id)
        , summaries AS (UPDATE holding_summary SET hs_ca_id = new_id FROM moved WHERE hs_ca_id = old_id)
        UPDATE trade SET t_ca_id = new_id FROM moved WHERE t_ca_id = old_id)"}},
      {"I43", {R"(UPDATE security SET s_issue = 'PREF_B', s_name = replace(s_name, 'PREF_A of ', 'PREF_B of ')
        WHERE s_issue = 'PREF_A'
        AND s_co_id = (SELECT min(s_co_id) FROM (SELECT s_co_id FROM security GROUP BY s_co_id
        HAVING count(*) = 2) AS pairs))"}},
      // A fifth issue becomes the second of a company on the same exchange.
      {"I44", {R"(WITH issue AS (SELECT s_symb AS symbol, s_ex_id AS exchange_id FROM security
        WHERE s_issue = 'PREF_D' ORDER BY s_symb LIMIT 1)
        , owner AS (SELECT s_co_id AS owner_id FROM security JOIN issue ON s_ex_id = exchange_id
        GROUP BY s_co_id HAVING count(*) = 1
        ORDER BY s_co_id LIMIT 1)
        UPDATE security SET s_co_id = owner_id, s_issue = 'PREF_A', s_name = 'PREF_A of ' || co_name
        FROM issue CROSS JOIN owner JOIN company ON co_id = owner_id WHERE s_symb = symbol)"}},
      {"I45", {R"(UPDATE company SET co_name = 'Someone Else' WHERE co_id = (SELECT max(co_id) FROM company))"}},
      {"I46", {"UPDATE exchange SET ex_num_symb = ex_num_symb + 1 WHERE ex_id = 'AMEX'"}},
      {"I47", {R"(UPDATE security SET s_52wk_low = 19.99 WHERE s_symb = (SELECT max(s_symb) FROM security))"}},
      {"I48", {R"(UPDATE company_competitor SET cp_in_id = 'ZZ'
        WHERE (cp_co_id, cp_comp_co_id) = (SELECT cp_co_id, cp_comp_co_id
        FROM company_competitor ORDER BY 1, 2 LIMIT 1))"}},
      {"I49", {R"(UPDATE company_competitor SET cp_comp_co_id = cp_comp_co_id + 500 WHERE cp_co_id = (SELECT min(co_id)
        FROM company))"}},
      {"I50", {R"(UPDATE daily_market SET dm_date = '2004-12-25' WHERE dm_date = '2004-12-24'
        AND dm_s_symb = (SELECT min(s_symb) FROM security))"}},
      {"I51", {R"(UPDATE daily_market SET dm_vol = 999 WHERE dm_date = '2004-12-24' AND dm_s_symb = (SELECT min(s_symb)
        FROM security))"}},
      {"I52", {R"(UPDATE financial SET fi_qtr_start_date = fi_qtr_start_date + 1 WHERE fi_co_id = (SELECT min(co_id)
        FROM company))"}},
      {"I53",
       {R"(UPDATE financial SET fi_margin = fi_margin + 0.05 WHERE fi_co_id = (SELECT max(co_id) FROM company))"}},
      {"I54", {R"(UPDATE last_trade SET lt_price = 30.01, lt_open_price = 30.01 WHERE lt_s_symb = (SELECT max(s_symb)
        FROM security))"}},
      {"I55", {R"(UPDATE last_trade SET lt_vol = 100 WHERE lt_s_symb = (SELECT min(s_symb) FROM security))"}},
      {"I56", {R"(UPDATE news_item SET ni_headline = 'No news' WHERE ni_id = (SELECT max(ni_id) FROM news_item))"}},
      {"I57", {R"(UPDATE security SET s_st_id = 'CNCL' WHERE s_symb = (SELECT max(s_symb) FROM security))"}},
      {"I58", {R"(UPDATE commission_rate SET cr_to_qty = 499 WHERE cr_from_qty = 201 AND cr_c_tier = 3
        AND cr_tt_id = 'TSL' AND cr_ex_id = 'PCX')"}},
      {"I59", {R"(DROP INDEX broker_by_name; UPDATE broker SET b_name = (SELECT min(b_name) FROM broker))"}},
      {"I60", {"UPDATE customer SET c_gndr = 'M'"}},
  };
}

}  // namespace quartet::load

#endif  // QUARTET_TEST_CORRUPTIONS_H
