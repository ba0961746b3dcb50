// Destination of the rows of one table from a generator.
#ifndef QUARTET_GENERATE_ROW_SINK_H
#define QUARTET_GENERATE_ROW_SINK_H

#include <cstddef>
#include <cstdint>

#include "quartet/tables.h"

namespace quartet {

inline constexpr size_t kDrainBytes = size_t{64} * 1024;

// Starts rows and hands the buffer over when it is full. Cheap to copy; refers to what it is made of.
class RowSink {
 public:
  RowSink(Table table, RowWriter& writer, const Drain& drain) : table_(table), writer_(&writer), drain_(&drain) {}

  // Starts a row; the caller then writes exactly `columns` fields.
  RowWriter& row(int16_t columns) {
    if (writer_->buffer().size() >= kDrainBytes) {
      (*drain_)(table_, *writer_);
    }
    writer_->row(columns);
    return *writer_;
  }
  void finish() const { (*drain_)(table_, *writer_); }

 private:
  Table table_;
  RowWriter* writer_;
  const Drain* drain_;
};

}  // namespace quartet

#endif  // QUARTET_GENERATE_ROW_SINK_H
