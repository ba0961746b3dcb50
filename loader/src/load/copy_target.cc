#include "load/copy_target.h"

#include <fmt/format.h>

#include "load/copy_format.h"
#include "load/table_storage.h"

namespace quartet::load {

CopyTarget::CopyTarget(Work work, const LoadContext& context, std::function<void()> on_committed)
    : work_(work),
      context_(context),
      on_committed_(std::move(on_committed)),
      copying_(fmt::format("copying rows into table {}", table_name(work.table))) {}

void CopyTarget::begin() {
  session_.emplace(context_.sessions.acquire(context_.failure.stop_token()));
  Connection& connection = **session_;
  connection.execute("BEGIN", copying_);
  if (work_.creates_table) {
    const std::string creating = fmt::format("creating table {}", table_name(work_.table));
    use_tablespace(connection, context_.options.data_tablespace, creating);
    create_table(connection, context_.schema.of(work_.table), creating);
  }
  // FREEZE: the table was created in this transaction, so nobody can miss the old row versions; pages are born
  // all-visible and need no second pass, and with wal_level=minimal nothing is logged.
  connection.begin_copy(
      fmt::format("COPY {} FROM STDIN (FORMAT binary, FREEZE {})", table_name(work_.table), work_.creates_table),
      copying_);
  connection.put_copy(kCopyHeader, copying_);
}

void CopyTarget::add(const RowChunk& chunk) {
  // The checksum is that of the bytes as they are sent, so that --verify compares with what the server was given.
  checksum_.add(chunk.bytes);
  (*session_)->put_copy(chunk.bytes, copying_);
}

void CopyTarget::commit() {
  Connection& connection = **session_;
  connection.put_copy(kCopyTrailer, copying_);
  connection.end_copy(copying_);
  // In the transaction of the rows: the manifest never says more or less than what is in place.
  record_rows(connection, work_.table, work_.units, checksum_);
  if (work_.creates_table) record_storage(connection, context_.schema, work_.table);
  connection.execute("COMMIT", copying_);
  session_->give_back();
  // After the session is back: what follows, such as the indexes of the table, may need it.
  on_committed_();
}

}  // namespace quartet::load
