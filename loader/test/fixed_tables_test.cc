// The fixed tables value by value against docs/spec/population.md, "Fixed tables".
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "binary_rows.h"
#include "market/geography.h"

namespace quartet {
namespace {

using Texts = std::vector<std::vector<std::string>>;

const MarketModel& model() {
  static const MarketModel kModel({.news_length = 1'000});
  return kModel;
}

TEST(FixedTables, StatesAndTradeTypesAreThoseOfTheReference) {
  const std::string states = fixed_table(model(), Table::kStatusType);
  Texts names;
  for (const Row& row : read_rows(states)) names.push_back({std::string(row[0].text()), std::string(row[1].text())});
  EXPECT_EQ(names, (Texts{{"CMPT", "Completed"},
                          {"ACTV", "Active"},
                          {"SBMT", "Submitted"},
                          {"PNDG", "Pending"},
                          {"CNCL", "Canceled"}}));
  const std::string types = fixed_table(model(), Table::kTradeType);
  Texts rows;
  for (const Row& row : read_rows(types)) {
    rows.push_back({std::string(row[0].text()), std::string(row[1].text()), row[2].boolean() ? "sell" : "buy",
                    row[3].boolean() ? "market" : "limit"});
  }
  EXPECT_EQ(rows, (Texts{{"TMB", "Market-Buy", "buy", "market"},
                         {"TMS", "Market-Sell", "sell", "market"},
                         {"TSL", "Stop-Loss", "sell", "limit"},
                         {"TLS", "Limit-Sell", "sell", "limit"},
                         {"TLB", "Limit-Buy", "buy", "limit"}}));
}

TEST(FixedTables, ChargesAreThoseOfTheReference) {
  const std::map<std::string, std::array<int64_t, 3>> kCents = {{"TMB", {500, 450, 250}},
                                                                {"TMS", {500, 450, 250}},
                                                                {"TLB", {600, 500, 300}},
                                                                {"TLS", {600, 500, 300}},
                                                                {"TSL", {650, 550, 350}}};
  const std::string bytes = fixed_table(model(), Table::kCharge);
  std::map<std::pair<std::string, int64_t>, int> seen;
  for (const Row& row : read_rows(bytes)) {
    const std::string type(row[0].text());
    ++seen[{type, row[1].integer()}];
    EXPECT_EQ(row[2].numeric(2), kCents.at(type).at(static_cast<size_t>(row[1].integer() - 1))) << type;
  }
  EXPECT_EQ(seen.size(), 15U);
}

TEST(FixedTables, CommissionRatesAreThoseOfTheReference) {
  // Hundredths of a percent by tier and band on a normal exchange; PCX takes 8 more.
  constexpr std::array<std::array<int64_t, 4>, 3> kRates = {{{40, 36, 32, 20}, {36, 32, 28, 16}, {32, 28, 24, 12}}};
  constexpr std::array<std::array<int64_t, 2>, 4> kBands = {{{1, 200}, {201, 500}, {501, 2'000}, {2'001, 999'999}}};
  const std::string bytes = fixed_table(model(), Table::kCommissionRate);
  std::map<std::tuple<int64_t, std::string, std::string, size_t>, int> seen;
  for (const Row& row : read_rows(bytes)) {
    size_t band = 0;
    while (band < 3 && kBands.at(band)[0] != row[3].integer()) ++band;
    EXPECT_EQ(row[3].integer(), kBands.at(band)[0]);
    EXPECT_EQ(row[4].integer(), kBands.at(band)[1]);
    EXPECT_EQ(row[5].numeric(2),
              kRates.at(static_cast<size_t>(row[0].integer() - 1)).at(band) + (row[2].text() == "PCX" ? 8 : 0));
    ++seen[{row[0].integer(), std::string(row[1].text()), std::string(row[2].text()), band}];
  }
  EXPECT_EQ(seen.size(), 240U);
}

TEST(FixedTables, ExchangesAreOpenFromHalfPastNineToFour) {
  const std::string bytes = fixed_table(model(), Table::kExchange);
  std::vector<std::string> ids;
  int64_t securities = 0;
  for (const Row& row : read_rows(bytes)) {
    ids.emplace_back(row[0].text());
    EXPECT_EQ(row[3].integer(), 930);
    EXPECT_EQ(row[4].integer(), 1600);
    EXPECT_EQ(row[6].integer(), kIdBase + static_cast<int64_t>(ids.size()));
    securities += row[2].integer();
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"NYSE", "NASDAQ", "AMEX", "PCX"}));
  EXPECT_EQ(securities, kSecuritiesPerUnit);
}

TEST(FixedTables, CountriesTaxByTheirBrackets) {
  const std::map<std::string, int64_t> kRates = {{"US1", 15'000}, {"US2", 27'500}, {"US3", 30'500},
                                                 {"US4", 35'500}, {"US5", 39'100}, {"CN1", 16'000},
                                                 {"CN2", 22'000}, {"CN3", 26'000}, {"CN4", 29'000}};
  const std::string bytes = fixed_table(model(), Table::kTaxrate);
  size_t of_countries = 0;
  std::map<std::string, int> of_division;
  for (const Row& row : read_rows(bytes)) {
    const std::string id(row[0].text());
    if (const auto rate = kRates.find(id); rate != kRates.end()) {
      ++of_countries;
      EXPECT_EQ(row[2].numeric(5), rate->second) << id;
    } else {
      EXPECT_EQ(std::to_string(++of_division[id.substr(0, 2)]), id.substr(2)) << "brackets count from 1";
    }
  }
  EXPECT_EQ(of_countries, 9U);
  EXPECT_EQ(of_division.size(), 64U);
}

}  // namespace
}  // namespace quartet
