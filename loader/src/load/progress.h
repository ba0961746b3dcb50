// Tells how far a load is, on stderr.
#ifndef QUARTET_LOAD_PROGRESS_H
#define QUARTET_LOAD_PROGRESS_H

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "load/load_plan.h"
#include "quartet/tables.h"

namespace quartet::load {

enum class ProgressFormat : uint8_t { kText, kJson };

// Stages of a table, in this order.
enum class Stage : uint8_t { kCopy, kKeys, kVacuum, kForeignKeys };
inline constexpr size_t kStageCount = 4;

// Change of an index when the profile changes.
enum class IndexChange : uint8_t { kDropped, kBuilt };

// Lines as docs/contracts.md gives them; as text one line that is rewritten in place on a terminal, and a line now and
// then elsewhere. Thread-safe.
class Progress {
 public:
  Progress(ProgressFormat format, const MarketParameters& parameters, Part part = {});
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // Rows that were in place before this process began, or when it begins again.
  void rows_in_place(Table table, int64_t rows);
  // Rows handed to the sink of a table.
  void rows_sent(Table table, uint64_t rows, uint64_t bytes);
  // How much of a stage is done for a table, 0 to 1.
  void reached(Table table, Stage stage, double done);
  // An index was dropped or built for a change of the profile. Prints a line; `bytes` is its size.
  void changed_index(IndexChange change, Table table, std::string_view index, int64_t bytes, double seconds);
  // The server is gone.
  void waiting();
  // The last line, with the sums.
  void done();

  // Rows and bytes that this process generated.
  [[nodiscard]] uint64_t rows() const;
  [[nodiscard]] uint64_t bytes() const;
  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct TableProgress {
    double expected_rows = 0;
    double rows_in_place = 0;
    uint64_t rows = 0;
    uint64_t bytes = 0;
    std::array<double, kStageCount> done{};
  };
  struct Sample {
    Clock::time_point time;
    uint64_t rows;
    uint64_t bytes;
  };
  struct Line {
    std::string_view stage;
    std::string_view table;
    uint64_t rows;
    uint64_t bytes;
    double share;
    double rows_per_second;
    double bytes_per_second;
    std::optional<double> seconds_left;
  };

  void update(std::string_view stage, Table table);
  void tick(const std::stop_token& stop);
  void print(Clock::time_point now);
  void print_text(const Line& line);
  static void print_json(const Line& line);
  [[nodiscard]] double share() const;
  [[nodiscard]] Line line(Clock::time_point now);

  const ProgressFormat format_;
  const bool is_terminal_;
  const Clock::time_point start_ = Clock::now();
  double expected_rows_ = 0;
  mutable std::mutex mutex_;
  std::array<TableProgress, kTableCount> tables_{};
  uint64_t rows_ = 0;
  uint64_t bytes_ = 0;
  bool is_done_ = false;
  std::optional<double> share_at_start_;
  std::string_view stage_;
  std::optional<Table> table_;
  std::deque<Sample> samples_;  // of the last seconds
  Clock::time_point last_line_ = start_;
  std::condition_variable_any stopped_;
  std::jthread ticker_;  // last: it uses the members above
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROGRESS_H
