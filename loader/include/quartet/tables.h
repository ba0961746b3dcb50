// The 33 tables and their generators. A generator knows nothing of sinks: it writes rows and the caller drains the
// buffer.
#ifndef QUARTET_TABLES_H
#define QUARTET_TABLES_H

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "quartet/market_model.h"
#include "quartet/row_writer.h"

namespace quartet {

// In an order that never violates a foreign key (docs/spec/schema.md, "Load order").
enum class Table : uint8_t {
  kStatusType,
  kTradeType,
  kSector,
  kIndustry,
  kZipCode,
  kTaxrate,
  kAddress,
  kExchange,
  kCharge,
  kCommissionRate,
  kCompany,
  kCompanyCompetitor,
  kSecurity,
  kDailyMarket,
  kFinancial,
  kLastTrade,
  kNewsItem,
  kNewsXref,
  kCustomer,
  kCustomerTaxrate,
  kBroker,
  kCustomerAccount,
  kAccountPermission,
  kWatchList,
  kWatchItem,
  kTrade,
  kTradeHistory,
  kSettlement,
  kCashTransaction,
  kHoldingSummary,
  kHolding,
  kHoldingHistory,
  kTradeRequest,
};
inline constexpr int kTableCount = 33;

// Lower-case name in the database.
[[nodiscard]] std::string_view table_name(Table table);

// Kind of generation of a table: once per database, row by row per Load Unit, or as part of the trade simulation of a
// Load Unit.
enum class TableKind : uint8_t { kFixed, kPerUnit, kSimulated, kEmpty };
[[nodiscard]] TableKind table_kind(Table table);

// Called when a writer's buffer is worth draining (about 64 KiB) and once more at the end; it clears the writer.
using Drain = std::function<void(Table, RowWriter&)>;

// Writes all rows of a kFixed table.
void generate_fixed(const MarketModel& model, Table table, RowWriter& writer, const Drain& drain);

// Writes the rows of one Load Unit (0-based) of a kPerUnit table. ADDRESS of unit 0 includes the four exchange
// addresses.
void generate_unit(const MarketModel& model, Table table, int64_t unit, RowWriter& writer, const Drain& drain);

// Runs the trade simulation of one Load Unit and writes its kSimulated tables: TRADE, TRADE_HISTORY, SETTLEMENT,
// CASH_TRANSACTION, HOLDING_SUMMARY, HOLDING, HOLDING_HISTORY and BROKER. `writers` is indexed by Table.
void simulate_unit(const MarketModel& model, int64_t unit, std::array<RowWriter, kTableCount>& writers,
                   const Drain& drain);

// Expected rows of a table with an exact formula (docs/spec/schema.md, "Row counts"), or -1 for the approximate
// ones.
[[nodiscard]] int64_t exact_rows(const MarketParameters& parameters, Table table);

}  // namespace quartet

#endif  // QUARTET_TABLES_H
