#include "quartet/tables.h"

#include <fmt/format.h>

#include <stdexcept>

#include "generate/generators.h"

namespace quartet {
namespace {

using FixedGenerator = void (*)(const MarketModel&, RowSink);
using UnitGenerator = void (*)(const MarketModel&, int64_t, RowSink);

// Facts about a table. Exact rows are fixed + per_unit x Load Units + per_unit_day x Load Units x days.
struct TableFacts {
  std::string_view name;
  TableKind kind;
  FixedGenerator fixed_generator;
  UnitGenerator unit_generator;
  bool is_exact;
  int64_t fixed;
  int64_t per_unit;
  int64_t per_unit_day;
};

constexpr TableFacts fixed(std::string_view name, FixedGenerator generator, int64_t rows) {
  return {name, TableKind::kFixed, generator, nullptr, true, rows, 0, 0};
}
constexpr TableFacts per_unit(std::string_view name, UnitGenerator generator, int64_t rows) {
  return {name, TableKind::kPerUnit, nullptr, generator, rows >= 0, 0, rows, 0};
}
constexpr TableFacts simulated(std::string_view name, bool is_exact, int64_t per_unit, int64_t per_unit_day) {
  return {name, TableKind::kSimulated, nullptr, nullptr, is_exact, 0, per_unit, per_unit_day};
}

// In the order of Table.
constexpr std::array<TableFacts, kTableCount> kTables = {
    fixed("status_type", generate_status_type, 5),
    fixed("trade_type", generate_trade_type, 5),
    fixed("sector", generate_sector, 12),
    fixed("industry", generate_industry, 102),
    fixed("zip_code", generate_zip_code, 14'741),
    fixed("taxrate", generate_taxrate, 320),
    TableFacts{"address", TableKind::kPerUnit, nullptr, generate_address, true, 4, 1'500, 0},
    fixed("exchange", generate_exchange, 4),
    fixed("charge", generate_charge, 15),
    fixed("commission_rate", generate_commission_rate, 240),
    per_unit("company", generate_company, 500),
    per_unit("company_competitor", generate_company_competitor, 1'500),
    per_unit("security", generate_security, 685),
    per_unit("daily_market", generate_daily_market, int64_t{685} * 1'305),
    per_unit("financial", generate_financial, 10'000),
    per_unit("last_trade", generate_last_trade, 685),
    per_unit("news_item", generate_news_item, 1'000),
    per_unit("news_xref", generate_news_xref, 1'000),
    per_unit("customer", generate_customer, 1'000),
    per_unit("customer_taxrate", generate_customer_taxrate, 2'000),
    simulated("broker", true, 10, 0),
    per_unit("customer_account", generate_customer_account, 5'000),
    per_unit("account_permission", generate_account_permission, -1),
    per_unit("watch_list", generate_watch_list, 1'000),
    per_unit("watch_item", generate_watch_item, -1),
    simulated("trade", true, 0, kTradesPerUnitDay),
    simulated("trade_history", false, 0, 0),
    simulated("settlement", true, 0, kTradesPerUnitDay),
    simulated("cash_transaction", false, 0, 0),
    simulated("holding_summary", false, 0, 0),
    simulated("holding", false, 0, 0),
    simulated("holding_history", false, 0, 0),
    TableFacts{"trade_request", TableKind::kEmpty, nullptr, nullptr, true, 0, 0, 0},
};

const TableFacts& facts(Table table) { return kTables.at(static_cast<size_t>(table)); }

}  // namespace

std::string_view table_name(Table table) { return facts(table).name; }

TableKind table_kind(Table table) { return facts(table).kind; }

void generate_fixed(const MarketModel& model, Table table, RowWriter& writer, const Drain& drain) {
  if (facts(table).fixed_generator == nullptr) {
    throw std::invalid_argument(
        fmt::format("table {} is not of a fixed size. Generate it per Load Unit.", table_name(table)));
  }
  const RowSink sink(table, writer, drain);
  facts(table).fixed_generator(model, sink);
  sink.finish();
}

void generate_unit(const MarketModel& model, Table table, int64_t unit, RowWriter& writer, const Drain& drain) {
  if (facts(table).unit_generator == nullptr) {
    throw std::invalid_argument(fmt::format(
        "table {} is not generated row by row per Load Unit. Use generate_fixed or simulate_unit.", table_name(table)));
  }
  const RowSink sink(table, writer, drain);
  facts(table).unit_generator(model, unit, sink);
  sink.finish();
}

int64_t exact_rows(const MarketParameters& parameters, Table table) {
  const TableFacts& rows = facts(table);
  return rows.is_exact
             ? rows.fixed + parameters.load_units * (rows.per_unit + parameters.trade_days * rows.per_unit_day)
             : -1;
}

}  // namespace quartet
