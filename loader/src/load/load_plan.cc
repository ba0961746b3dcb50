#include "load/load_plan.h"

#include <algorithm>
#include <cmath>

namespace quartet::load {
namespace {

// Its rows are few and long.
constexpr double kNewsItemWeight = 500;

double rows_of(const MarketParameters& parameters, const std::vector<Table>& tables) {
  double rows = 0;
  for (const Table table : tables) rows += estimated_rows(parameters, table);
  return rows;
}

Stream plan_stream(const MarketParameters& parameters, const std::vector<Table>& tables, UnitRange slice,
                   double batch_rows, const Coverage& done) {
  const int64_t units = unit_count(tables.front(), parameters.load_units);
  const double rows_per_unit = rows_of(parameters, tables) / static_cast<double>(units);
  const auto most = static_cast<int64_t>(std::max(1.0, batch_rows / std::max(rows_per_unit, 1.0)));
  Stream stream;
  const int64_t end = std::min(slice.first + slice.count, units);
  for (int64_t unit = slice.first; unit < end; ++unit) {
    std::vector<Table> wanted;
    std::ranges::copy_if(tables, std::back_inserter(wanted), [&](Table table) { return !done.has(table, unit); });
    // Committed by an earlier try: left out, unit by unit and table by table.
    if (wanted.empty()) continue;
    Batch* last = stream.empty() ? nullptr : &stream.back();
    if (last != nullptr && last->units.first + last->units.count == unit && last->units.count < most &&
        last->tables == wanted) {
      ++last->units.count;
    } else {
      stream.push_back({{unit, 1}, std::move(wanted)});
    }
  }
  return stream;
}

// How long a stream takes, in rows of an ordinary table.
double weight(const MarketParameters& parameters, const Stream& stream) {
  double weight = 0;
  for (const Batch& batch : stream) {
    for (const Table table : batch.tables) {
      const double share =
          static_cast<double>(batch.units.count) / static_cast<double>(unit_count(table, parameters.load_units));
      weight += share * estimated_rows(parameters, table) * (table == Table::kNewsItem ? kNewsItemWeight : 1);
    }
  }
  return weight;
}

}  // namespace

UnitRange units_of(int64_t load_units, Part part) {
  // Each slice ends where the next begins, also when the Load Units cannot be divided evenly.
  const int64_t first = load_units * (part.index - 1) / part.count;
  return {first, load_units * part.index / part.count - first};
}

int64_t unit_count(Table table, int64_t load_units) {
  const TableKind kind = table_kind(table);
  return kind == TableKind::kFixed || kind == TableKind::kEmpty ? 1 : load_units;
}

double estimated_rows(const MarketParameters& parameters, Table table) {
  const int64_t exact = exact_rows(parameters, table);
  if (exact >= 0) return static_cast<double>(exact);
  const auto units = static_cast<double>(parameters.load_units);
  const auto days = static_cast<double>(parameters.trade_days);
  const double trades = units * days * static_cast<double>(kTradesPerUnitDay);
  // Measured ratios. They decide batches, order and progress only, so an error costs time and no rows.
  switch (table) {
    case Table::kTradeHistory:
      return 2.4 * trades;
    case Table::kCashTransaction:
      return 0.92 * trades;
    case Table::kHoldingHistory:
      return (1.34 - 0.24 / days) * trades;
    case Table::kHolding:
      return std::min(51'000 * std::sqrt(days), 40'000 * days) * units;
    case Table::kHoldingSummary:
      return (49'900 - 20'500 / days) * units;
    case Table::kAccountPermission:
      return 7'100 * units;
    case Table::kWatchItem:
      return 100'000 * units;
    default:
      return 0;
  }
}

void Coverage::add(Table table, UnitRange units) {
  auto& covered = units_.at(static_cast<size_t>(table));
  const auto end = static_cast<size_t>(units.first + units.count);
  if (covered.size() < end) covered.resize(end);
  for (auto unit = static_cast<size_t>(units.first); unit < end; ++unit) covered[unit] = true;
}

bool Coverage::has(Table table, int64_t unit) const {
  const auto& covered = units_.at(static_cast<size_t>(table));
  return static_cast<size_t>(unit) < covered.size() && covered[static_cast<size_t>(unit)];
}

bool Coverage::is_complete(Table table, int64_t load_units) const {
  for (int64_t unit = 0; unit < unit_count(table, load_units); ++unit) {
    if (!has(table, unit)) return false;
  }
  return true;
}

std::vector<Stream> plan_streams(const MarketParameters& parameters, Part part, double batch_rows,
                                 const Coverage& done) {
  std::vector<Table> simulated;
  std::vector<std::vector<Table>> others;
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    if (table_kind(table) == TableKind::kSimulated) {
      simulated.push_back(table);
    } else {
      others.push_back({table});
    }
  }

  const UnitRange slice = units_of(parameters.load_units, part);
  std::vector<Stream> streams;
  for (const auto& tables : others) {
    Stream stream = plan_stream(parameters, tables, slice, batch_rows, done);
    if (!stream.empty()) streams.push_back(std::move(stream));
  }
  std::ranges::stable_sort(streams, std::greater{}, [&](const Stream& stream) { return weight(parameters, stream); });
  Stream simulation = plan_stream(parameters, simulated, slice, batch_rows, done);
  // First, because it is the longest: one thread generates eight tables, the others share the rest meanwhile.
  if (!simulation.empty()) streams.insert(streams.begin(), std::move(simulation));
  return streams;
}

}  // namespace quartet::load
