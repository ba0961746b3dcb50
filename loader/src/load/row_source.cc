#include "load/row_source.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace quartet::load {

void RowSource::generate_all(int threads, FirstFailure& failure) const {
  // The simulation feeds most tables and takes longest, so it starts first; then the largest tables.
  std::vector<Table> tables;
  for (int i = 0; i < kTableCount; ++i) {
    if (table_kind(static_cast<Table>(i)) != TableKind::kSimulated) tables.push_back(static_cast<Table>(i));
  }
  std::ranges::stable_sort(tables, std::greater{}, [this](Table table) {
    return table == Table::kNewsItem ? static_cast<double>(model_.parameters().load_units) * 1e6
                                     : estimated_rows(model_.parameters(), table);
  });
  run_parallel(tables.size() + 1, threads, failure, [&](size_t index) {
    if (index == 0) {
      simulate();
    } else {
      generate_table(tables.at(index - 1));
    }
  });
}

void RowSource::generate_table(Table table) const {
  Sink& sink = open_(table);
  RowWriter writer;
  uint64_t sent = 0;
  const Drain drain = [&](Table, RowWriter& full) { send(table, full, sink, sent); };
  if (table_kind(table) == TableKind::kFixed) {
    generate_fixed(model_, table, writer, drain);
  } else if (table_kind(table) == TableKind::kPerUnit) {
    for (int64_t unit = 0; unit < model_.parameters().load_units; ++unit) {
      generate_unit(model_, table, unit, writer, drain);
    }
  }
  sink.close();
}

void RowSource::simulate() const {
  std::array<Sink*, kTableCount> sinks{};
  std::array<uint64_t, kTableCount> sent{};
  for (size_t i = 0; i < sinks.size(); ++i) {
    if (table_kind(static_cast<Table>(i)) == TableKind::kSimulated) sinks.at(i) = &open_(static_cast<Table>(i));
  }
  const auto writers = std::make_unique<std::array<RowWriter, kTableCount>>();
  const Drain drain = [&](Table table, RowWriter& full) {
    const auto index = static_cast<size_t>(table);
    send(table, full, *sinks.at(index), sent.at(index));
  };
  for (int64_t unit = 0; unit < model_.parameters().load_units; ++unit) simulate_unit(model_, unit, *writers, drain);
  for (Sink* sink : sinks) {
    if (sink != nullptr) sink->close();
  }
}

void RowSource::send(Table table, RowWriter& writer, Sink& sink, uint64_t& rows_before) const {
  if (!writer.buffer().empty()) {
    progress_.rows_sent(table, writer.rows() - rows_before, writer.buffer().size());
    rows_before = writer.rows();
    sink.write(writer.buffer());
  }
  writer.clear();
}

}  // namespace quartet::load
