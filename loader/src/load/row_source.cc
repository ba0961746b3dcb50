#include "load/row_source.h"

#include <array>
#include <memory>

namespace quartet::load {

void RowSource::generate(const std::vector<Stream>& streams, int threads, FirstFailure& failure) const {
  run_parallel(streams.size(), threads, failure, [&](size_t index) {
    for (const Batch& batch : streams[index]) {
      failure.check();
      // A batch has either one table or simulated tables only.
      if (table_kind(batch.tables.front()) == TableKind::kSimulated) {
        simulate(batch);
      } else {
        generate_table(batch);
      }
    }
  });
}

void RowSource::generate_table(const Batch& batch) const {
  const Table table = batch.tables.front();
  Sink& sink = open_(batch, table);
  RowWriter writer(format_);
  uint64_t sent = 0;
  const Drain drain = [&](Table, RowWriter& full) { send(table, full, sink, sent); };
  if (table_kind(table) == TableKind::kFixed) {
    generate_fixed(model_, table, writer, drain);
  } else if (table_kind(table) == TableKind::kPerUnit) {
    for (int64_t unit = batch.units.first; unit < batch.units.first + batch.units.count; ++unit) {
      generate_unit(model_, table, unit, writer, drain);
    }
  }
  sink.close();
}

void RowSource::simulate(const Batch& batch) const {
  std::array<Sink*, kTableCount> sinks{};
  std::array<uint64_t, kTableCount> sent{};
  // All at once: the simulation writes its tables together.
  for (const Table table : batch.tables) sinks.at(static_cast<size_t>(table)) = &open_(batch, table);
  const auto writers = std::make_unique<std::array<RowWriter, kTableCount>>();
  writers->fill(RowWriter(format_));
  const Drain drain = [&](Table table, RowWriter& full) {
    const auto index = static_cast<size_t>(table);
    if (sinks.at(index) == nullptr) {
      // In place already: the simulation cannot leave a table out, but its rows need not go anywhere.
      full.clear();
    } else {
      send(table, full, *sinks.at(index), sent.at(index));
    }
  };
  for (int64_t unit = batch.units.first; unit < batch.units.first + batch.units.count; ++unit) {
    simulate_unit(model_, unit, *writers, drain);
  }
  for (const Table table : batch.tables) sinks.at(static_cast<size_t>(table))->close();
}

void RowSource::send(Table table, RowWriter& writer, Sink& sink, uint64_t& rows_before) const {
  if (!writer.buffer().empty()) {
    const uint64_t rows = writer.rows() - rows_before;
    progress_.rows_sent(table, rows, writer.buffer().size());
    rows_before = writer.rows();
    // Copied, so that the writer keeps the memory it has grown to.
    sink.write({writer.buffer(), rows});
  }
  writer.clear();
}

}  // namespace quartet::load
