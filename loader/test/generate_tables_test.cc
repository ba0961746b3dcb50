#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "binary_rows.h"
#include "quartet/tables.h"

namespace quartet {
namespace {

constexpr int64_t kNewsLength = 1'000;

MarketModel model_of(int64_t units, uint64_t seed = 42) {
  return MarketModel({.load_units = units, .active_load_units = 1, .news_length = kNewsLength, .seed = seed});
}

// One Load Unit generated once for all tests that only look.
const TableBytes& first_unit() {
  static const TableBytes kTables = unit_tables(model_of(1), 0);
  return kTables;
}

TEST(GenerateTables, KnowsNameAndKindOfEveryTable) {
  std::set<std::string_view> names;
  std::map<TableKind, int> kinds;
  for (int i = 0; i < kTableCount; ++i) {
    names.insert(table_name(static_cast<Table>(i)));
    ++kinds[table_kind(static_cast<Table>(i))];
  }
  EXPECT_EQ(names.size(), 33U);
  EXPECT_EQ(table_name(Table::kTradeRequest), "trade_request");
  EXPECT_EQ(kinds[TableKind::kFixed], 9);
  EXPECT_EQ(kinds[TableKind::kPerUnit], 15);
  EXPECT_EQ(kinds[TableKind::kSimulated], 8);
  EXPECT_EQ(kinds[TableKind::kEmpty], 1);
}

TEST(GenerateTables, RefusesTheWrongEntryPoint) {
  RowWriter writer;
  TableBytes tables;
  EXPECT_THROW(generate_fixed(model_of(1), Table::kCompany, writer, collect_into(tables)), std::invalid_argument);
  EXPECT_THROW(generate_unit(model_of(1), Table::kTrade, 0, writer, collect_into(tables)), std::invalid_argument);
}

TEST(GenerateTables, AnotherSeedGivesOtherRows) {
  const TableBytes other = unit_tables(model_of(1, 43), 0);
  for (const Table table : {Table::kCustomer, Table::kTrade, Table::kDailyMarket, Table::kWatchItem, Table::kNewsItem,
                            Table::kFinancial, Table::kSecurity, Table::kAddress}) {
    EXPECT_FALSE(bytes_of(first_unit(), table) == bytes_of(other, table)) << table_name(table);
  }
}

TEST(GenerateTables, BuffersAreDrainedWhenTheyAreWorthIt) {
  size_t largest = 0;
  int drains = 0;
  RowWriter writer;
  generate_unit(model_of(1), Table::kDailyMarket, 0, writer, [&](Table table, RowWriter& full) {
    EXPECT_EQ(table, Table::kDailyMarket);
    largest = std::max(largest, full.buffer().size());
    ++drains;
    full.clear();
  });
  EXPECT_LT(largest, 65U * 1024);
  EXPECT_GT(drains, 500);
  EXPECT_EQ(writer.rows(), 893'925U);
}

TEST(GenerateTables, NewsItemsHaveTheLengthAskedFor) {
  for (const Row& row : read_rows(bytes_of(first_unit(), Table::kNewsItem))) {
    const std::string_view item = row[3].text();
    EXPECT_EQ(item.size(), static_cast<size_t>(kNewsLength));
    EXPECT_EQ(row[1].text(), item.substr(0, 80));
    EXPECT_EQ(row[2].text(), item.substr(0, 255));
    EXPECT_LE(row[5].text().size(), 30U);
  }
}

TEST(GenerateTables, ExchangesCountTheirSecurities) {
  const MarketModel model = model_of(2);
  std::map<std::string, int64_t> counted;
  for (int64_t unit = 0; unit < 2; ++unit) {
    TableBytes tables;
    RowWriter writer;
    generate_unit(model, Table::kSecurity, unit, writer, collect_into(tables));
    for (const Row& row : read_rows(bytes_of(tables, Table::kSecurity))) {
      ++counted[std::string(row[4].text())];
    }
  }
  const std::string bytes = fixed_table(model, Table::kExchange);
  for (const Row& row : read_rows(bytes)) {
    EXPECT_EQ(row[2].integer(), counted[std::string(row[0].text())]);
    EXPECT_NEAR(static_cast<double>(row[2].integer()), 1370.0 / 4, 80);
    EXPECT_LE(row[5].text().size(), 100U);
  }
}

TEST(GenerateTables, DailyMarketHasAllWeekdaysOfFiveYears) {
  std::map<std::string_view, int64_t> last_date;
  for (const Row& row : read_rows(bytes_of(first_unit(), Table::kDailyMarket))) {
    const int64_t date = row[0].integer();  // 2000-01-03, day 2, is a Monday
    EXPECT_LT((date - 2) % 7, 5);
    auto [last, is_first] = last_date.try_emplace(row[1].text(), 2);
    EXPECT_TRUE(is_first ? date == 2 : date > last->second);
    last->second = date;
    const int64_t close = row[2].numeric(2);
    EXPECT_EQ(row[3].numeric(2), (close * 105 + 50) / 100);
    EXPECT_EQ(row[4].numeric(2), (close * 92 + 50) / 100);
  }
  EXPECT_EQ(last_date.size(), 685U);
  for (const auto& [symbol, date] : last_date) {
    EXPECT_EQ(date, 1826) << "2004-12-31";
  }
}

TEST(GenerateTables, CompetitorsAreOfTheUnitAndMostlyOfTheIndustry) {
  const auto rows = read_rows(bytes_of(first_unit(), Table::kCompanyCompetitor));
  const MarketModel model = model_of(1);
  std::set<std::pair<int64_t, int64_t>> pairs;
  int same = 0;
  for (const Row& row : rows) {
    const int64_t company = row[0].integer() - kIdBase - 1;
    const int64_t rival = row[1].integer() - kIdBase - 1;
    EXPECT_NE(company, rival);
    EXPECT_LT(rival, kCompaniesPerUnit);
    pairs.emplace(company, rival);
    same += model.industry_of(company) == model.industry_of(rival) ? 1 : 0;
  }
  EXPECT_EQ(pairs.size(), 1'500U);
  EXPECT_NEAR(same, 1'350, 75);
}

TEST(GenerateTables, TaxNamesCarryTheWordThatMaintenanceChanges) {
  const std::string bytes = fixed_table(model_of(1), Table::kTaxrate);
  for (const Row& row : read_rows(bytes)) {
    EXPECT_NE(row[1].text().find(" Tax "), std::string_view::npos);
    EXPECT_LE(row[1].text().size(), 50U);
    EXPECT_LT(row[2].numeric(5), 50'000);
  }
}

}  // namespace
}  // namespace quartet
