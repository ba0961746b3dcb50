// Rows of one batch and one table on their way into the database.
#ifndef QUARTET_LOAD_COPY_TARGET_H
#define QUARTET_LOAD_COPY_TARGET_H

#include <functional>
#include <optional>

#include "load/background_sink.h"
#include "load/load_context.h"
#include "load/row_checksum.h"

namespace quartet::load {

// One transaction: creates the table if asked to, copies the rows, writes the manifest.
class CopyTarget : public RowTarget {
 public:
  struct Work {
    Table table;
    UnitRange units;
    bool creates_table;  // and so may load frozen rows
  };

  // `on_committed` is called from the thread of the sink.
  CopyTarget(Work work, const LoadContext& context, std::function<void()> on_committed);

  void begin() override;
  void add(const RowChunk& chunk) override;
  void commit() override;

 private:
  const Work work_;
  const LoadContext& context_;
  const std::function<void()> on_committed_;
  const std::string copying_;
  std::optional<SessionPool::Lease> session_;
  RowChecksum checksum_;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_COPY_TARGET_H
