#include <algorithm>

#include "transaction_fixture.h"

namespace quartet {
namespace {

using test::cents;
using test::days;
using test::micros;
using test::Output;
using test::Sql;

class SecurityDetailTest : public test::TransactionTest {
 protected:
  SecurityDetailTest() : TransactionTest(test::oltp_conninfo()) {}

  SecurityDetailInput input_of(int64_t security) const {
    SecurityDetailInput input;
    input.symbol = model.symbol(security);
    input.max_rows = 12;
    input.start_date = 700;
    return input;
  }
  std::string company(const SecurityDetailInput& input) {
    return sql.value(fmt::format("SELECT s_co_id FROM security WHERE s_symb = '{}'", input.symbol));
  }
};

constexpr std::string_view kSecurityForm = "tqllqqlqlqqqtttttltttttttlhhttttttt";
constexpr std::string_view kFinancialForm = "hhlqqqqqqqqqq";

std::string address_columns(std::string_view address, std::string_view zip) {
  return fmt::format(", {0}.ad_line1, {0}.ad_line2, {1}.zc_town, {1}.zc_div, {1}.zc_code, {0}.ad_ctry", address, zip);
}

TEST_F(SecurityDetailTest, TellsEverythingAboutASecurity) {
  for (const int64_t security : {0, 311, 684}) {
    const SecurityDetailInput input = input_of(security);
    const Answer answer = security_detail(session, context, input);
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(session.take_round_trips(), 1U);
    const std::string company_id = company(input);

    Output output(answer.output);
    EXPECT_EQ(
        output.row(kSecurityForm),
        sql.query(fmt::format("SELECT s_name, s_num_out, {}, {}, {}, {}, {}, {}, {}, {}, {}, co_id, co_name, co_st_id"
                              ", co_sp_rate, co_ceo, co_desc, {}{}, ex_name, ex_num_symb, ex_open, ex_close, ex_desc{} "
                              "FROM security, company, exchange, address a, address b, zip_code y, zip_code z "
                              "WHERE co_id = s_co_id AND ex_id = s_ex_id AND a.ad_id = co_ad_id AND b.ad_id = ex_ad_id "
                              "AND y.zc_code = a.ad_zc_code AND z.zc_code = b.ad_zc_code AND s_symb = '{}'",
                              days("s_start_date"), days("s_exch_date"), cents("s_pe"), cents("s_52wk_high"),
                              days("s_52wk_high_date"), cents("s_52wk_low"), days("s_52wk_low_date"),
                              cents("s_dividend"), cents("s_yield"), days("co_open_date"), address_columns("a", "y"),
                              address_columns("b", "z"), input.symbol))
            .at(0));
    auto competitors = output.rows("tt");
    auto expected_competitors = sql.query(
        fmt::format("SELECT co_name, in_name FROM company_competitor, company, industry WHERE co_id = cp_comp_co_id "
                    "AND in_id = cp_in_id AND cp_co_id = {}",
                    company_id));
    std::sort(competitors.begin(), competitors.end());
    std::sort(expected_competitors.begin(), expected_competitors.end());
    EXPECT_EQ(competitors, expected_competitors);
    EXPECT_EQ(output.rows(kFinancialForm),
              sql.query(fmt::format("SELECT fi_year, fi_qtr, {}, {}, {}, {}, {}, {}, {}, {}, {}, fi_out_basic"
                                    ", fi_out_dilut FROM financial WHERE fi_co_id = {} ORDER BY fi_year, fi_qtr",
                                    days("fi_qtr_start_date"), cents("fi_revenue"), cents("fi_net_earn"),
                                    cents("fi_basic_eps"), cents("fi_dilut_eps"), cents("fi_margin"),
                                    cents("fi_inventory"), cents("fi_assets"), cents("fi_liability"), company_id)));
    const auto market_days = output.rows("lqqqq");
    EXPECT_EQ(market_days.size(), 12U);
    EXPECT_EQ(market_days, sql.query(fmt::format(
                               "SELECT {}, {}, {}, {}, dm_vol FROM daily_market WHERE dm_s_symb = '{}' "
                               "AND dm_date >= date '2000-01-01' + 700 ORDER BY dm_date LIMIT 12",
                               days("dm_date"), cents("dm_close"), cents("dm_high"), cents("dm_low"), input.symbol)));
    EXPECT_EQ(output.row("qqq"), sql.query(fmt::format("SELECT {}, {}, lt_vol FROM last_trade WHERE lt_s_symb = '{}'",
                                                       cents("lt_price"), cents("lt_open_price"), input.symbol))
                                     .at(0));
  }
}

// News of a security's company in the form of the output, without what follows the body's number of parts.
TEST_F(SecurityDetailTest, ReadsHeadlinesOrWholeTexts) {
  for (const bool has_texts : {false, true}) {
    SecurityDetailInput input = input_of(42);
    input.access_lob = has_texts;
    const Answer answer = security_detail(session, context, input);
    EXPECT_EQ(answer.status, 0);
    Output output(answer.output);
    output.row(kSecurityForm);
    output.rows("tt");
    output.rows(kFinancialForm);
    output.rows("lqqqq");
    output.row("qqq");
    std::vector<Sql::Row> news(output.count());
    for (auto& item : news) {
      item = output.row("qtttt");
      std::string body;
      for (const auto& part : output.rows("t")) body += part[0];
      item.push_back(body);
    }
    output.end();
    auto expected = sql.query(
        fmt::format("SELECT {}, ni_source, ni_author, {} FROM news_item WHERE ni_id IN (SELECT nx_ni_id FROM news_xref "
                    "WHERE nx_co_id = {})",
                    micros("ni_dts"), has_texts ? "'', '', ni_item" : "ni_headline, ni_summary, ''", company(input)));
    std::sort(news.begin(), news.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(news, expected);
    EXPECT_EQ(news.size(), 2U);
  }
}

TEST_F(SecurityDetailTest, CarriesATextThatIsLongerThanAWireText) {
  SecurityDetailInput input = input_of(42);
  input.access_lob = true;
  sql.query(
      "CREATE SCHEMA broken; CREATE VIEW broken.news_item AS SELECT ni_id, ni_dts, ni_source, ni_author"
      ", repeat('x', 100000) AS ni_item FROM public.news_item");
  db::PqSession long_news(test::oltp_conninfo() + " options='-c search_path=broken,public'");
  const Answer answer = security_detail(long_news, context, input);
  EXPECT_EQ(answer.status, 0);
  EXPECT_GT(answer.output.size(), 200'000U);
}

TEST_F(SecurityDetailTest, ChecksTheLengthsOfItsLists) {
  const SecurityDetailInput input = input_of(5);
  EXPECT_EQ(security_detail(session, context, input).status, 0);
  {
    auto few_days = broken("daily_market", "dm_date < date '2000-01-01' + 704");
    EXPECT_EQ(security_detail(few_days, context, input).status, -511);
  }
  sql.query("DROP SCHEMA broken CASCADE");
  {
    auto few_quarters = broken("financial", "fi_qtr <> 1");
    EXPECT_EQ(security_detail(few_quarters, context, input).status, -512);
  }
  sql.query("DROP SCHEMA broken CASCADE");
  {
    auto no_news = broken("news_xref", "false");
    EXPECT_EQ(security_detail(no_news, context, input).status, -513);
  }
  SecurityDetailInput unknown = input;
  unknown.symbol = "NOSUCH";
  EXPECT_EQ(security_detail(session, context, unknown).status, -511);
}

}  // namespace
}  // namespace quartet
