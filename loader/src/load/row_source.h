// Runs the generators and hands their rows to sinks.
#ifndef QUARTET_LOAD_ROW_SOURCE_H
#define QUARTET_LOAD_ROW_SOURCE_H

#include <functional>
#include <vector>

#include "load/failure.h"
#include "load/load_plan.h"
#include "load/progress.h"
#include "load/sink.h"
#include "quartet/market_model.h"
#include "quartet/tables.h"

namespace quartet::load {

class RowSource {
 public:
  // `open` gives the sink of a batch and a table, just before its first row, from any thread. Batches of one stream
  // come in order. Each comes after the sinks of the previous batch were closed.
  RowSource(const MarketModel& model, Progress& progress, std::function<Sink&(const Batch&, Table)> open,
            RowFormat format = RowFormat::kBinary)
      : model_(model), progress_(progress), open_(std::move(open)), format_(format) {}

  // Generates the rows of all streams on `threads` threads. Rows of one table and Load Unit come in a fixed order,
  // for any number of threads and batches. Returns when all rows were handed over or a failure was recorded.
  void generate(const std::vector<Stream>& streams, int threads, FirstFailure& failure) const;

 private:
  void generate_table(const Batch& batch) const;
  void simulate(const Batch& batch) const;
  void send(Table table, RowWriter& writer, Sink& sink, uint64_t& rows_before) const;

  const MarketModel model_;
  Progress& progress_;
  const std::function<Sink&(const Batch&, Table)> open_;
  const RowFormat format_;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_ROW_SOURCE_H
