#include "load/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace quartet::load {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto kTick = milliseconds(250);
constexpr auto kPlainLineInterval = seconds(5);
constexpr auto kRateWindow = seconds(3);
// Before that much is done, the time left would be a guess.
constexpr double kShareForEstimate = 0.03;
// Share of each stage in the time of a load, as measured for 1 Load Unit x 10 days.
constexpr std::array<double, kStageCount> kStageWeights = {0.60, 0.22, 0.06, 0.12};
constexpr std::array<std::string_view, kStageCount> kStageNames = {"copy", "keys", "vacuum", "keys"};

}  // namespace

Progress::Progress(ProgressFormat format, const MarketParameters& parameters, Part part)
    : format_(format), is_terminal_(isatty(STDERR_FILENO) != 0) {
  const double slice =
      static_cast<double>(units_of(parameters.load_units, part).count) / static_cast<double>(parameters.load_units);
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    TableProgress& progress = tables_.at(static_cast<size_t>(i));
    // At least one, because shares are divided by it; an empty table has stages too.
    progress.expected_rows = std::max(1.0, slice * estimated_rows(parameters, table));
    expected_rows_ += progress.expected_rows;
  }
  ticker_ = std::jthread([this](const std::stop_token& stop) { tick(stop); });
}

Progress::~Progress() {
  ticker_.request_stop();
  ticker_.join();
  if (format_ == ProgressFormat::kText && is_terminal_) fmt::print(stderr, "\r\033[K");
}

void Progress::rows_in_place(Table table, int64_t rows) {
  const std::lock_guard lock(mutex_);
  TableProgress& progress = tables_.at(static_cast<size_t>(table));
  progress.rows_in_place = static_cast<double>(rows);
  progress.rows = 0;
  progress.bytes = 0;
}

void Progress::rows_sent(Table table, uint64_t rows, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  TableProgress& progress = tables_.at(static_cast<size_t>(table));
  progress.rows += rows;
  progress.bytes += bytes;
  // One short of everything: the rest comes with the commit.
  const double copied = (progress.rows_in_place + static_cast<double>(progress.rows)) / progress.expected_rows;
  progress.done.front() = std::min(copied, 0.99);
  rows_ += rows;
  bytes_ += bytes;
  update(kStageNames.front(), table);
}

void Progress::reached(Table table, Stage stage, double done) {
  const std::lock_guard lock(mutex_);
  tables_.at(static_cast<size_t>(table)).done.at(static_cast<size_t>(stage)) = done;
  update(kStageNames.at(static_cast<size_t>(stage)), table);
}

void Progress::changed_index(IndexChange change, Table table, std::string_view index, int64_t bytes, double seconds) {
  const std::lock_guard lock(mutex_);
  const std::string_view stage = change == IndexChange::kDropped ? "dropped" : "built";
  if (format_ == ProgressFormat::kJson) {
    const nlohmann::ordered_json json = {
        {"stage", stage}, {"table", table_name(table)}, {"index", index}, {"bytes", bytes}, {"seconds", seconds}};
    fmt::print(stderr, "{}\n", json.dump());
  } else {
    fmt::print(stderr, "{}{:7} {:30} {:8.1f} MB  {:.2f} s\n", is_terminal_ ? "\r\033[K" : "", stage, index,
               static_cast<double>(bytes) / 1e6, seconds);
  }
}

void Progress::waiting() {
  const std::lock_guard lock(mutex_);
  stage_ = "wait";
  table_.reset();
  print(Clock::now());
}

void Progress::done() {
  const std::lock_guard lock(mutex_);
  is_done_ = true;
  stage_ = "done";
  table_.reset();
  if (format_ == ProgressFormat::kJson) print(Clock::now());
}

uint64_t Progress::rows() const {
  const std::lock_guard lock(mutex_);
  return rows_;
}

uint64_t Progress::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

double Progress::seconds() const { return duration<double>(Clock::now() - start_).count(); }

void Progress::update(std::string_view stage, Table table) {
  stage_ = stage;
  table_ = table;
  // The work of an earlier try takes no time now and must not enter the estimate.
  if (!share_at_start_) share_at_start_ = share();
  const auto now = Clock::now();
  if (now - last_line_ >= kTick) print(now);
}

// Building one index can take minutes without a word.
void Progress::tick(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, stop, kTick, [] { return false; }) && !stop.stop_requested()) {
    const auto now = Clock::now();
    if (!stage_.empty() && !is_done_ && now - last_line_ >= kTick) print(now);
  }
}

double Progress::share() const {
  if (is_done_) return 1;
  double share = 0;
  for (const TableProgress& table : tables_) {
    for (size_t stage = 0; stage < kStageCount; ++stage) {
      share += kStageWeights.at(stage) * table.done.at(stage) * table.expected_rows / expected_rows_;
    }
  }
  return share;
}

Progress::Line Progress::line(Clock::time_point now) {
  samples_.push_back({now, rows_, bytes_});
  // Two are kept, however old: a rate needs a beginning and an end.
  while (samples_.size() > 2 && now - samples_.front().time > kRateWindow) samples_.pop_front();
  // The last line tells of the whole.
  const Sample since = is_done_ || samples_.size() < 2 ? Sample{start_, 0, 0} : samples_.front();
  const double elapsed = std::max(duration<double>(now - since.time).count(), 1e-3);
  Line line{.stage = stage_,
            .table = table_ ? table_name(*table_) : std::string_view(),
            .rows = rows_,
            .bytes = bytes_,
            .share = share(),
            .rows_per_second = static_cast<double>(rows_ - since.rows) / elapsed,
            .bytes_per_second = static_cast<double>(bytes_ - since.bytes) / elapsed,
            .seconds_left = {}};
  if (table_) {
    line.rows = tables_.at(static_cast<size_t>(*table_)).rows;
    line.bytes = tables_.at(static_cast<size_t>(*table_)).bytes;
  }
  const double gained = line.share - share_at_start_.value_or(0);
  if (gained >= kShareForEstimate) {
    line.seconds_left = duration<double>(now - start_).count() * (1 - line.share) / gained;
  }
  return line;
}

void Progress::print(Clock::time_point now) {
  if (format_ == ProgressFormat::kText && !is_terminal_ && now - last_line_ < kPlainLineInterval) return;
  last_line_ = now;
  if (format_ == ProgressFormat::kJson) {
    print_json(line(now));
  } else {
    print_text(line(now));
  }
}

void Progress::print_text(const Line& line) {
  std::string left;
  if (line.seconds_left) {
    const auto whole = std::lround(*line.seconds_left);
    left = fmt::format("{}:{:02} left", whole / 60, whole % 60);
  }
  // No rows are sent while keys are built.
  const std::string rates = line.rows_per_second < 1 ? ""
                                                     : fmt::format("{:.0f} rows/s {:.1f} MB/s", line.rows_per_second,
                                                                   line.bytes_per_second / 1e6);
  fmt::print(stderr, "{}{:3.0f} %  {:6} {:18} {:>26}  {}{}", is_terminal_ ? "\r\033[K" : "", 100 * line.share,
             line.stage, line.table, rates, left, is_terminal_ ? "" : "\n");
}

void Progress::print_json(const Line& line) {
  nlohmann::ordered_json json = {{"stage", line.stage},
                                 {"table", line.table},
                                 {"rows", line.rows},
                                 {"bytes", line.bytes},
                                 {"share", line.share},
                                 {"rowsPerSecond", line.rows_per_second},
                                 {"bytesPerSecond", line.bytes_per_second}};
  if (line.seconds_left) json["etaSeconds"] = *line.seconds_left;
  fmt::print(stderr, "{}\n", json.dump());
}

}  // namespace quartet::load
