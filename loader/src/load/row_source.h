// Runs the generators and hands their rows to sinks.
#ifndef QUARTET_LOAD_ROW_SOURCE_H
#define QUARTET_LOAD_ROW_SOURCE_H

#include <functional>

#include "load/failure.h"
#include "load/progress.h"
#include "load/sink.h"
#include "quartet/market_model.h"
#include "quartet/tables.h"

namespace quartet::load {

class RowSource {
 public:
  // `open` is called once per table, from any thread, just before its first row.
  RowSource(const MarketModel& model, Progress& progress, std::function<Sink&(Table)> open)
      : model_(model), progress_(progress), open_(std::move(open)) {}

  // Generates all tables on `threads` threads. Rows of one table come in a fixed order, whatever the number of threads.
  // Returns when all rows were handed over or a failure was recorded.
  void generate_all(int threads, FirstFailure& failure) const;

 private:
  void generate_table(Table table) const;
  void simulate() const;
  void send(Table table, RowWriter& writer, Sink& sink, uint64_t& rows_before) const;

  const MarketModel model_;
  Progress& progress_;
  const std::function<Sink&(Table)> open_;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_ROW_SOURCE_H
