// Tells how far a load is, on stderr.
#ifndef QUARTET_LOAD_PROGRESS_H
#define QUARTET_LOAD_PROGRESS_H

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>

#include "quartet/tables.h"

namespace quartet::load {

// Rows a table will have: exact where a formula exists, else the usual figure (schema.md section 7), good to a few
// percent.
[[nodiscard]] double estimated_rows(const MarketParameters& parameters, Table table);

enum class ProgressFormat : uint8_t { kText, kJson };

// Lines as docs/contracts.md gives them. Thread-safe.
class Progress {
 public:
  Progress(ProgressFormat format, const MarketParameters& parameters);

  // Rows handed to the sink of a table; prints at most four lines per second.
  void rows_sent(Table table, uint64_t rows, uint64_t bytes);
  void copied(Table table);
  void keys_built(Table table);
  void vacuumed(Table table);
  void foreign_keys_validated(Table table);
  // The last line, with the sums.
  void done();

  [[nodiscard]] uint64_t rows() const;
  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Count {
    uint64_t rows = 0;
    uint64_t bytes = 0;
  };

  void step(const char* stage, Table table);
  void print(const char* stage, std::string_view table, const Count& count);
  [[nodiscard]] double share() const;

  const ProgressFormat format_;
  const Clock::time_point start_ = Clock::now();
  double expected_rows_ = 0;
  mutable std::mutex mutex_;
  std::array<Count, kTableCount> counts_{};
  Count total_;
  int steps_ = 0;
  Clock::time_point last_line_ = start_;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROGRESS_H
