#include <fmt/format.h>

#include <algorithm>

#include "input/generator.h"
#include "trading_fixture.h"
#include "txn/wire.h"

namespace quartet::test {
namespace {

using Lines = std::vector<std::string>;

class TradeUpdateTest : public TradingTest {
 protected:
  // First drawn input of a frame.
  TradeUpdateInput drawn(int frame) {
    InputGenerator generator(model, 11);
    TradeUpdateInput input = generator.trade_update();
    while (input.frame != frame) input = generator.trade_update();
    return input;
  }
  std::string hash(const std::string& expression, const std::string& table, const std::string& key) {
    return sql.value(fmt::format("SELECT md5(string_agg({}, '|' ORDER BY {})) FROM {}", expression, key, table));
  }
  static int32_t updated(const Answer& answer) {
    wire::Reader reader(answer.output);
    uint8_t frame = 0;
    int32_t count = 0;
    reader(frame)(count);
    return count;
  }
};

TEST_F(TradeUpdateTest, Frame1MarksExecutorsAndTheSecondTimeRestoresThem) {
  const TradeUpdateInput input = drawn(1);
  const std::string before = hash("t_exec_name", "trade", "t_id");
  sql.query("CREATE TEMP TABLE before AS SELECT t_id, t_exec_name AS old_name FROM trade");
  const Answer first = trade_update(session, context, input);
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(updated(first), 20);
  EXPECT_EQ(sql.number("SELECT count(*) FROM trade JOIN before USING (t_id) WHERE t_exec_name <> old_name "
                       "AND replace(t_exec_name, ' X ', ' ') = replace(old_name, ' X ', ' ')"),
            20);
  EXPECT_EQ(trade_update(session, context, input).status, 0);
  EXPECT_EQ(hash("t_exec_name", "trade", "t_id"), before);
}

TEST_F(TradeUpdateTest, Frame1WithAMissingTradeIsAWrongAnswerWithoutEffect) {
  TradeUpdateInput input = drawn(1);
  input.trade_ids[7] = kTradeIdBase + 51;  // a skipped id
  const std::string before = hash("t_exec_name", "trade", "t_id");
  EXPECT_EQ(trade_update(session, context, input).status, -1011);
  EXPECT_EQ(hash("t_exec_name", "trade", "t_id"), before);
}

TEST_F(TradeUpdateTest, Frame2TogglesCashTypesOfCashAndMarginTrades) {
  TradeUpdateInput input = drawn(2);
  // An account whose first trades are not all cash.
  input.account_id = sql.number(
      "SELECT t_ca_id FROM trade WHERE t_dts < '2005-01-04' GROUP BY t_ca_id HAVING count(*) BETWEEN 5 AND 20 "
      "AND bool_or(t_is_cash) AND NOT bool_and(t_is_cash) ORDER BY t_ca_id LIMIT 1");
  input.start_dts = calendar::trading_timestamp(0);
  const std::string types = fmt::format(
      "SELECT DISTINCT t_is_cash, se_cash_type FROM trade JOIN settlement ON se_t_id = t_id WHERE t_ca_id = {} "
      "AND t_dts < '2005-01-04' ORDER BY 1",
      input.account_id);
  EXPECT_EQ(lines(types), (Lines{"f Margin", "t Cash Account"}));
  const Answer first = trade_update(session, context, input);
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(updated(first), sql.number(fmt::format("SELECT count(*) FROM trade WHERE t_ca_id = {} AND "
                                                   "t_dts BETWEEN '2005-01-03 09:00' AND '2005-01-04 09:15'",
                                                   input.account_id)));
  EXPECT_EQ(lines(types), (Lines{"f Margin Account", "t Cash"}));
  EXPECT_EQ(trade_update(session, context, input).status, 0);
  EXPECT_EQ(lines(types), (Lines{"f Margin", "t Cash Account"}));
}

TEST_F(TradeUpdateTest, Frame2WithoutTradesIsAWarning) {
  TradeUpdateInput input = drawn(2);
  input.start_dts = input.end_dts;
  EXPECT_EQ(trade_update(session, context, input).status, 1021);
}

TEST_F(TradeUpdateTest, TellsOfATradeWhatTradeLookupTells) {
  for (const int frame : {1, 2}) {
    const TradeUpdateInput input = drawn(frame);
    TradeLookupInput lookup;
    static_cast<TradeSelection&>(lookup) = input;
    const std::string before = trade_lookup(session, context, lookup).output;
    // The first update changes what the answer tells, the second restores it. Its answer also has the i32 count.
    EXPECT_NE(trade_update(session, context, input).output.substr(5), before.substr(1));
    EXPECT_EQ(trade_update(session, context, input).output.substr(5), before.substr(1));
  }
}

TEST_F(TradeUpdateTest, Frame3RewritesCashNamesAndTheSecondTimeRestoresThem) {
  const TradeUpdateInput input = drawn(3);
  const std::string before = hash("ct_name", "cash_transaction", "ct_t_id");
  sql.query("CREATE TEMP TABLE before AS SELECT ct_t_id, ct_name AS old_name FROM cash_transaction");
  const Answer first = trade_update(session, context, input);
  EXPECT_EQ(first.status, 0);
  EXPECT_GT(updated(first), 0);
  EXPECT_LE(updated(first), 20);
  EXPECT_EQ(sql.number("SELECT count(*) FROM cash_transaction JOIN before USING (ct_t_id) WHERE ct_name <> old_name "
                       "AND lower(ct_name) = lower(old_name)"),
            updated(first));
  EXPECT_EQ(trade_update(session, context, input).status, 0);
  EXPECT_EQ(hash("ct_name", "cash_transaction", "ct_t_id"), before);
}

TEST_F(TradeUpdateTest, Frame3WithoutTradesIsAWarning) {
  TradeUpdateInput input = drawn(3);
  input.start_dts = input.end_dts;
  EXPECT_EQ(trade_update(session, context, input).status, 1032);
}

TEST_F(TradeUpdateTest, Frame3LeavesOutAccountsBeyondTheActiveOnes) {
  TradeUpdateInput input = drawn(3);
  input.max_account_id = 1;
  EXPECT_EQ(trade_update(session, context, input).status, 1032);
}

class DataMaintenanceTest : public TradingTest {
 protected:
  int32_t maintain(const DataMaintenanceInput& input) {
    const Answer answer = data_maintenance(session, context, input);
    EXPECT_EQ(answer.status, 0);
    int32_t rows = 0;
    wire::Reader reader(answer.output);
    reader(rows);
    return rows;
  }
  static DataMaintenanceInput table(MaintainedTable which) {
    DataMaintenanceInput input;
    input.table = static_cast<uint8_t>(which);
    return input;
  }
  static constexpr int64_t kCustomer = kIdBase + 321;
  static constexpr int64_t kCompany = kIdBase + 123;
};

TEST_F(DataMaintenanceTest, AccountPermissionTogglesTheHighestRight) {
  DataMaintenanceInput input = table(MaintainedTable::kAccountPermission);
  input.account_id = sql.number("SELECT ap_ca_id FROM account_permission GROUP BY 1 HAVING count(*) = 3 LIMIT 1");
  const std::string rights =
      fmt::format("SELECT ap_acl FROM account_permission WHERE ap_ca_id = {} ORDER BY 1", input.account_id);
  EXPECT_EQ(lines(rights), (Lines{"0000", "0001", "0011"}));
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(lines(rights), (Lines{"0000", "0001", "1111"}));
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(lines(rights), (Lines{"0000", "0001", "0011"}));
}

TEST_F(DataMaintenanceTest, AddressTogglesTheSecondLine) {
  for (const bool of_customer : {true, false}) {
    DataMaintenanceInput input = table(MaintainedTable::kAddress);
    (of_customer ? input.customer_id : input.company_id) = of_customer ? kCustomer : kCompany;
    const std::string line = of_customer ? fmt::format(
                                               "SELECT ad_line2 FROM address JOIN customer ON c_ad_id = ad_id "
                                               "WHERE c_id = {}",
                                               kCustomer)
                                         : fmt::format(
                                               "SELECT ad_line2 FROM address JOIN company ON co_ad_id = ad_id "
                                               "WHERE co_id = {}",
                                               kCompany);
    EXPECT_EQ(maintain(input), 1);
    EXPECT_EQ(lines(line), Lines{"Apt. 10C"});
    EXPECT_EQ(maintain(input), 1);
    EXPECT_EQ(lines(line), Lines{"Apt. 22"});
    EXPECT_EQ(maintain(input), 1);
    EXPECT_EQ(lines(line), Lines{"Apt. 10C"});
  }
}

TEST_F(DataMaintenanceTest, CompanyTogglesTheRating) {
  DataMaintenanceInput input = table(MaintainedTable::kCompany);
  input.company_id = kCompany;
  const std::string rating = fmt::format("SELECT co_sp_rate FROM company WHERE co_id = {}", kCompany);
  sql.query(fmt::format("UPDATE company SET co_sp_rate = 'C' WHERE co_id = {}", kCompany));
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(sql.value(rating), "ABA");
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(sql.value(rating), "AAA");
}

TEST_F(DataMaintenanceTest, CustomerTogglesTheDomainOfTheSecondAddress) {
  DataMaintenanceInput input = table(MaintainedTable::kCustomer);
  input.customer_id = kCustomer;
  const std::string domain =
      fmt::format("SELECT split_part(c_email_2, '@', 2) FROM customer WHERE c_id = {}", kCustomer);
  const std::string user = fmt::format("SELECT split_part(c_email_2, '@', 1) FROM customer WHERE c_id = {}", kCustomer);
  const std::string name = sql.value(user);
  sql.query(fmt::format("UPDATE customer SET c_email_2 = '{}@elsewhere.example' WHERE c_id = {}", name, kCustomer));
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(sql.value(domain), "mindspring.com");
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(sql.value(domain), "earthlink.com");
  EXPECT_EQ(sql.value(user), name);
}

TEST_F(DataMaintenanceTest, CustomerTaxrateMovesTheCountryBracketInACircle) {
  for (const std::string country : {"US", "CN"}) {
    const int brackets = country == "US" ? 5 : 4;
    DataMaintenanceInput input = table(MaintainedTable::kCustomerTaxrate);
    input.customer_id = sql.number(
        fmt::format("SELECT cx_c_id FROM customer_taxrate WHERE cx_tx_id = '{}{}' LIMIT 1", country, brackets));
    const std::string rates =
        fmt::format("SELECT cx_tx_id FROM customer_taxrate WHERE cx_c_id = {} ORDER BY 1", input.customer_id);
    const Lines before = lines(rates);
    const auto bracket = [&] {
      return sql.value(fmt::format("SELECT cx_tx_id FROM customer_taxrate WHERE cx_c_id = {} AND cx_tx_id LIKE '{}%'",
                                   input.customer_id, country));
    };
    for (int expected = 1; expected <= brackets; ++expected) {
      EXPECT_EQ(maintain(input), 1);
      EXPECT_EQ(bracket(), country + std::to_string(expected));
    }
    EXPECT_EQ(lines(rates), before);
  }
}

TEST_F(DataMaintenanceTest, DailyMarketAddsVolumeOnOneDayOfEveryMonth) {
  DataMaintenanceInput input = table(MaintainedTable::kDailyMarket);
  input.symbol = model.symbol(77);
  input.day_of_month = 15;
  input.volume_increment = -3;
  const std::string sums = fmt::format(
      "SELECT sum(dm_vol) FILTER (WHERE extract(day FROM dm_date) = 15), "
      "sum(dm_vol) FILTER (WHERE extract(day FROM dm_date) <> 15) FROM daily_market WHERE dm_s_symb = '{}'",
      input.symbol);
  const Sql::Row before = sql.query(sums).at(0);
  const int32_t days = maintain(input);
  EXPECT_EQ(days, sql.number(fmt::format("SELECT count(*) FROM daily_market WHERE dm_s_symb = '{}' AND "
                                         "extract(day FROM dm_date) = 15",
                                         input.symbol)));
  EXPECT_GT(days, 24);
  const Sql::Row after = sql.query(sums).at(0);
  EXPECT_EQ(std::stoll(after[0]), std::stoll(before[0]) - 3 * days);
  EXPECT_EQ(after[1], before[1]);
}

TEST_F(DataMaintenanceTest, ExchangeCarriesOneTimestampHoweverOftenItIsTouched) {
  const DataMaintenanceInput input = table(MaintainedTable::kExchange);
  EXPECT_EQ(maintain(input), 4);
  EXPECT_EQ(maintain(input), 4);
  EXPECT_EQ(sql.number("SELECT count(*) FROM exchange WHERE ex_desc ~ "
                       "'^[^~]+ LAST UPDATED [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' AND "
                       "ex_desc !~ 'LAST.*LAST' AND length(ex_desc) <= 150"),
            4);
}

TEST_F(DataMaintenanceTest, FinancialMovesTheQuartersForthAndBack) {
  DataMaintenanceInput input = table(MaintainedTable::kFinancial);
  input.company_id = kCompany;
  const std::string days = fmt::format(
      "SELECT DISTINCT extract(day FROM fi_qtr_start_date)::int FROM financial WHERE fi_co_id = {}", kCompany);
  EXPECT_EQ(lines(days), Lines{"1"});
  EXPECT_EQ(maintain(input), 20);
  EXPECT_EQ(lines(days), Lines{"2"});
  EXPECT_EQ(maintain(input), 20);
  EXPECT_EQ(lines(days), Lines{"1"});
}

TEST_F(DataMaintenanceTest, NewsItemAndSecurityMoveByADay) {
  DataMaintenanceInput news = table(MaintainedTable::kNewsItem);
  news.company_id = kCompany;
  const std::string sum = fmt::format(
      "SELECT sum(extract(epoch FROM ni_dts))::bigint FROM news_item JOIN news_xref ON nx_ni_id = ni_id "
      "WHERE nx_co_id = {}",
      kCompany);
  const int64_t before = sql.number(sum);
  EXPECT_EQ(maintain(news), 2);
  EXPECT_EQ(sql.number(sum), before + 2 * 86'400);

  DataMaintenanceInput security = table(MaintainedTable::kSecurity);
  security.symbol = model.symbol(5);
  const std::string day =
      fmt::format("SELECT s_exch_date - date '2000-01-01' FROM security WHERE s_symb = '{}'", security.symbol);
  const int64_t old_day = sql.number(day);
  EXPECT_EQ(maintain(security), 1);
  EXPECT_EQ(sql.number(day), old_day + 1);
}

TEST_F(DataMaintenanceTest, TaxrateTogglesTheSpelling) {
  DataMaintenanceInput input = table(MaintainedTable::kTaxrate);
  input.tax_id = MarketModel::tax_rate_id(MarketModel::divisions().at(3), 1);
  const std::string name = fmt::format("SELECT tx_name FROM taxrate WHERE tx_id = '{}'", input.tax_id);
  const std::string before = sql.value(name);
  ASSERT_NE(before.find(" Tax "), std::string::npos);
  EXPECT_EQ(maintain(input), 1);
  EXPECT_NE(sql.value(name).find(" tax "), std::string::npos);
  EXPECT_EQ(maintain(input), 1);
  EXPECT_EQ(sql.value(name), before);
}

TEST_F(DataMaintenanceTest, WatchItemReplacesTheMiddleOfTheList) {
  DataMaintenanceInput input = table(MaintainedTable::kWatchItem);
  input.customer_id = kCustomer;
  const std::string list = fmt::format(
      "SELECT wi_s_symb FROM watch_item JOIN watch_list ON wl_id = wi_wl_id WHERE wl_c_id = {} ORDER BY 1", kCustomer);
  const Lines before = lines(list);
  const std::string middle = before.at((before.size() + 1) / 2 - 1);
  const std::string successor =
      sql.value(fmt::format("SELECT s_symb FROM security WHERE s_symb > '{}' AND s_symb NOT IN ({}) ORDER BY 1 LIMIT 1",
                            middle, list.substr(0, list.find(" ORDER"))));
  EXPECT_EQ(maintain(input), 1);
  const Lines after = lines(list);
  EXPECT_EQ(after.size(), before.size());
  EXPECT_EQ(std::count(after.begin(), after.end(), middle), 0);
  EXPECT_EQ(std::count(after.begin(), after.end(), successor), 1);
}

TEST_F(DataMaintenanceTest, KeepsTheInvariants) {
  InputGenerator generator(model, 5);
  for (int round = 0; round < 10; ++round) {
    for (int which = 1; which <= kMaintainedTables; ++which) {
      maintain(generator.data_maintenance(static_cast<MaintainedTable>(which)));
    }
  }
  EXPECT_EQ(failed_checks(sql), Lines{});
}

}  // namespace
}  // namespace quartet::test
