// docs/spec/transactions.md, "Security-Detail": everything about one security.
#include <algorithm>
#include <memory>

#include "txn/plain/rows.h"
#include "txn/rows.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kSecurity = {"SD1",
                                 "SELECT s_name, s_num_out, s_start_date, s_exch_date, s_pe"
                                 ", s_52wk_high, s_52wk_high_date, s_52wk_low, s_52wk_low_date, s_dividend, s_yield"
                                 ", co_id, co_name, co_st_id, co_sp_rate, co_ceo, co_desc, co_open_date"
                                 ", ca.ad_line1, ca.ad_line2, cz.zc_town, cz.zc_div, cz.zc_code, ca.ad_ctry"
                                 ", ex_name, ex_num_symb, ex_open, ex_close, ex_desc"
                                 ", ea.ad_line1, ea.ad_line2, ez.zc_town, ez.zc_div, ez.zc_code, ea.ad_ctry "
                                 "FROM security "
                                 "JOIN company ON co_id = s_co_id "
                                 "JOIN address AS ca ON ca.ad_id = co_ad_id "
                                 "JOIN zip_code AS cz ON cz.zc_code = ca.ad_zc_code "
                                 "JOIN exchange ON ex_id = s_ex_id "
                                 "JOIN address AS ea ON ea.ad_id = ex_ad_id "
                                 "JOIN zip_code AS ez ON ez.zc_code = ea.ad_zc_code "
                                 "WHERE s_symb = $1",
                                 {Type::kText}};

// The statements that need the company find it by the symbol themselves: none waits for the answer of SD1. Their plain
// forms take it from there.
#define QUARTET_COMPANY "(SELECT s_co_id FROM security WHERE s_symb = $1)"

std::unique_ptr<db::Result> of_company(const db::PlainCall& call, const db::Statement& statement) {
  constexpr int kCompanyColumn = 11;
  const db::Result& security = *call.earlier.front();
  if (security.rows() == 0) return std::make_unique<db::RowSet>();
  return plain::take(call, statement, db::Parameters().int8(security.integer(0, kCompanyColumn)));
}

#define QUARTET_COMPETITORS(company)       \
  "SELECT co_name"                         \
  ", in_name "                             \
  "FROM company_competitor "               \
  "JOIN company ON co_id = cp_comp_co_id " \
  "JOIN industry ON in_id = cp_in_id "     \
  "WHERE cp_co_id = " company " LIMIT 3"

const db::Statement kCompetitorsOfCompany = {"SD2", QUARTET_COMPETITORS("$1"), {Type::kInt8}};
const db::Statement kCompetitors = {
    "SD2", QUARTET_COMPETITORS(QUARTET_COMPANY), {Type::kText}, [](const db::PlainCall& call) {
      return of_company(call, kCompetitorsOfCompany);
    }};

#define QUARTET_FINANCIAL(company)                                                 \
  "SELECT fi_year, fi_qtr, fi_qtr_start_date, fi_revenue, fi_net_earn"             \
  ", fi_basic_eps, fi_dilut_eps, fi_margin, fi_inventory, fi_assets, fi_liability" \
  ", fi_out_basic, fi_out_dilut "                                                  \
  "FROM financial "                                                                \
  "WHERE fi_co_id = " company                                                      \
  " ORDER BY fi_year, fi_qtr "                                                     \
  "LIMIT 20"

const db::Statement kFinancialOfCompany = {"SD3", QUARTET_FINANCIAL("$1"), {Type::kInt8}};
const db::Statement kFinancial = {
    "SD3", QUARTET_FINANCIAL(QUARTET_COMPANY), {Type::kText}, [](const db::PlainCall& call) {
      return of_company(call, kFinancialOfCompany);
    }};

const db::Statement kDays = {"SD4",
                             "SELECT dm_date, dm_close, dm_high, dm_low, dm_vol "
                             "FROM daily_market "
                             "WHERE dm_s_symb = $1 "
                             "AND dm_date >= $2 "
                             "ORDER BY dm_date "
                             "LIMIT $3",
                             {Type::kText, Type::kDate, Type::kInt8}};

const db::Statement kLastTrade = {"SD5",
                                  "SELECT lt_price, lt_open_price, lt_vol "
                                  "FROM last_trade "
                                  "WHERE lt_s_symb = $1",
                                  {Type::kText}};

#define QUARTET_NEWS(text, company)            \
  "SELECT ni_dts, ni_source, ni_author, " text \
  " FROM news_xref "                           \
  "JOIN news_item ON ni_id = nx_ni_id "        \
  "WHERE nx_co_id = " company " LIMIT 2"
#define QUARTET_HEADLINES(company) QUARTET_NEWS("ni_headline, ni_summary", company)
#define QUARTET_NEWS_TEXTS(company) QUARTET_NEWS("ni_item", company)

const db::Statement kHeadlinesOfCompany = {"SD6", QUARTET_HEADLINES("$1"), {Type::kInt8}};
const db::Statement kHeadlines = {
    "SD6", QUARTET_HEADLINES(QUARTET_COMPANY), {Type::kText}, [](const db::PlainCall& call) {
      return of_company(call, kHeadlinesOfCompany);
    }};
const db::Statement kNewsTextsOfCompany = {"SD6", QUARTET_NEWS_TEXTS("$1"), {Type::kInt8}};
const db::Statement kNewsTexts = {
    "SD6", QUARTET_NEWS_TEXTS(QUARTET_COMPANY), {Type::kText}, [](const db::PlainCall& call) {
      return of_company(call, kNewsTextsOfCompany);
    }};

#undef QUARTET_COMPETITORS
#undef QUARTET_FINANCIAL
#undef QUARTET_NEWS
#undef QUARTET_HEADLINES
#undef QUARTET_NEWS_TEXTS
#undef QUARTET_COMPANY

constexpr int kFewestDays = 5;
constexpr int kMostDays = 20;
constexpr int kQuarters = 20;
constexpr int kNews = 2;
constexpr int32_t kWrongDays = -511;
constexpr int32_t kWrongQuarters = -512;
constexpr int32_t kWrongNews = -513;

// Five columns: two lines (may be NULL), town, division, code, country (may be NULL).
void write_address(wire::Writer& output, const db::Result& rows, int column) {
  output(text_or_empty(rows, 0, column))(text_or_empty(rows, 0, column + 1));
  output(rows.text(0, column + 2))(rows.text(0, column + 3))(rows.text(0, column + 4));
  output(text_or_empty(rows, 0, column + 5));
}

void write_security(wire::Writer& output, const db::Result& rows) {
  output(rows.text(0, 0))(rows.integer(0, 1))(rows.date(0, 2))(rows.date(0, 3))(rows.cents(0, 4));
  output(rows.cents(0, 5))(rows.date(0, 6))(rows.cents(0, 7))(rows.date(0, 8))(rows.cents(0, 9))(rows.cents(0, 10));
  output(rows.integer(0, 11));
  for (int column = 12; column <= 16; ++column) output(rows.text(0, column));
  output(rows.date(0, 17));
  write_address(output, rows, 18);
  output(rows.text(0, 24))(static_cast<int32_t>(rows.integer(0, 25)));
  output(static_cast<int16_t>(rows.integer(0, 26)))(static_cast<int16_t>(rows.integer(0, 27)));
  output(text_or_empty(rows, 0, 28));
  write_address(output, rows, 29);
}

void write_competitors(wire::Writer& output, const db::Result& rows) {
  output.count(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) output(rows.text(row, 0))(rows.text(row, 1));
}

void write_financial(wire::Writer& output, const db::Result& rows) {
  output.count(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) {
    output(static_cast<int16_t>(rows.integer(row, 0)))(static_cast<int16_t>(rows.integer(row, 1)))(rows.date(row, 2));
    for (int column = 3; column <= 10; ++column) output(rows.cents(row, column));
    output(rows.integer(row, 11))(rows.integer(row, 12));
  }
}

void write_days(wire::Writer& output, const db::Result& rows) {
  output.count(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) {
    output(rows.date(row, 0))(rows.cents(row, 1))(rows.cents(row, 2))(rows.cents(row, 3))(rows.integer(row, 4));
  }
}

// A text of the wire holds 65,535 bytes and a news text may be longer: it travels as a list of parts.
void write_parts(wire::Writer& output, std::string_view text) {
  constexpr size_t kPart = 65'535;
  output.count((text.size() + kPart - 1) / kPart);
  for (size_t offset = 0; offset < text.size(); offset += kPart) output(text.substr(offset, kPart));
}

void write_news(wire::Writer& output, const db::Result& rows, bool has_text) {
  output.count(static_cast<size_t>(rows.rows()));
  for (int row = 0; row < rows.rows(); ++row) {
    output(rows.timestamp(row, 0))(rows.text(row, 1))(text_or_empty(rows, row, 2));
    output(has_text ? std::string_view() : rows.text(row, 3))(has_text ? std::string_view() : rows.text(row, 4));
    write_parts(output, has_text ? rows.text(row, 3) : std::string_view());
  }
}

}  // namespace

StatementList security_detail_statements() {
  return {&kSecurity, &kCompetitors, &kFinancial, &kDays, &kLastTrade, &kHeadlines, &kNewsTexts};
}

Answer security_detail(db::Session& session, const Context& /*context*/, const SecurityDetailInput& input) {
  db::Batch batch;
  const auto symbol = db::Parameters().text(input.symbol);
  // BEGIN, six reads and COMMIT in one batch: on libpq the server needs neither of the two statements.
  batch.begin(db::Isolation::kReadCommitted);
  const size_t security = batch.add(kSecurity, symbol);
  const size_t competitors = batch.add(kCompetitors, symbol);
  const size_t financial = batch.add(kFinancial, symbol);
  const size_t days = batch.add(kDays, db::Parameters().text(input.symbol).date(input.start_date).int8(input.max_rows));
  const size_t last_trade = batch.add(kLastTrade, symbol);
  const size_t news = batch.add(input.access_lob ? kNewsTexts : kHeadlines, symbol);
  batch.commit();
  const db::Results& results = session.run(batch);

  Answer answer;
  if (results[days].rows() < kFewestDays || results[days].rows() > kMostDays) {
    answer.status = kWrongDays;
  } else if (results[financial].rows() != kQuarters) {
    answer.status = kWrongQuarters;
  } else if (results[news].rows() != kNews) {
    answer.status = kWrongNews;
  }
  if (results[security].rows() != 1 || results[last_trade].rows() != 1) {
    // A symbol without its rows: the other lists hang on it.
    answer.status = std::min(answer.status, kWrongDays);
    return answer;
  }
  wire::Writer output;
  write_security(output, results[security]);
  write_competitors(output, results[competitors]);
  write_financial(output, results[financial]);
  write_days(output, results[days]);
  const db::Result& price = results[last_trade];
  output(price.cents(0, 0))(price.cents(0, 1))(price.integer(0, 2));
  write_news(output, results[news], input.access_lob);
  answer.output = output.take();
  return answer;
}

}  // namespace quartet
