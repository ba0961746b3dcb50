#include "load/progress.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace quartet::load {
namespace {

constexpr auto kLineInterval = std::chrono::milliseconds(250);
// Copying takes the larger part of a load; the rest are steps per table: keys, vacuum, foreign keys.
constexpr double kShareOfCopying = 0.6;
constexpr int kStepsPerTable = 3;

}  // namespace

double estimated_rows(const MarketParameters& parameters, Table table) {
  const int64_t exact = exact_rows(parameters, table);
  if (exact >= 0) return static_cast<double>(exact);
  const auto units = static_cast<double>(parameters.load_units);
  const auto days = static_cast<double>(parameters.trade_days);
  const double trades = units * days * static_cast<double>(kTradesPerUnitDay);
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

Progress::Progress(ProgressFormat format, const MarketParameters& parameters) : format_(format) {
  for (int i = 0; i < kTableCount; ++i) expected_rows_ += estimated_rows(parameters, static_cast<Table>(i));
}

void Progress::rows_sent(Table table, uint64_t rows, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  Count& count = counts_.at(static_cast<size_t>(table));
  count.rows += rows;
  count.bytes += bytes;
  total_.rows += rows;
  total_.bytes += bytes;
  if (Clock::now() - last_line_ >= kLineInterval) print("copy", table_name(table), count);
}

void Progress::copied(Table table) {
  const std::lock_guard lock(mutex_);
  print("copy", table_name(table), counts_.at(static_cast<size_t>(table)));
}

void Progress::keys_built(Table table) { step("keys", table); }
void Progress::vacuumed(Table table) { step("vacuum", table); }
void Progress::foreign_keys_validated(Table table) { step("keys", table); }

void Progress::step(const char* stage, Table table) {
  const std::lock_guard lock(mutex_);
  ++steps_;
  print(stage, table_name(table), counts_.at(static_cast<size_t>(table)));
}

void Progress::done() {
  const std::lock_guard lock(mutex_);
  steps_ = kStepsPerTable * kTableCount;
  print("done", "", total_);
}

uint64_t Progress::rows() const {
  const std::lock_guard lock(mutex_);
  return total_.rows;
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

double Progress::share() const {
  const double steps = static_cast<double>(steps_) / (kStepsPerTable * kTableCount);
  if (steps == 1) return 1;
  const double copied = std::min(static_cast<double>(total_.rows) / expected_rows_, 1.0);
  return kShareOfCopying * copied + (1 - kShareOfCopying) * steps;
}

void Progress::print(const char* stage, std::string_view table, const Count& count) {
  last_line_ = Clock::now();
  const double rate = static_cast<double>(total_.rows) / std::max(seconds(), 1e-3);
  if (format_ == ProgressFormat::kJson) {
    fmt::print(stderr,
               R"({{"stage":"{}","table":"{}","rows":{},"bytes":{},"share":{:.3f},"rowsPerSecond":{:.0f}}})"
               "\n",
               stage, table, count.rows, count.bytes, share(), rate);
    return;
  }
  spdlog::info("{:3.0f} % {:6} {:20} rows={} bytes={} rowsPerSecond={:.0f}", 100 * share(), stage, table, count.rows,
               count.bytes, rate);
}

}  // namespace quartet::load
