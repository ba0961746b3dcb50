#include "load/verify.h"

#include <fmt/format.h>

#include "load/copy_format.h"
#include "load/journal.h"
#include "load/load_state.h"

namespace quartet::load {

RowChecksum checksum_of_table(Connection& connection, Table table) {
  const std::string doing = fmt::format("reading table {}", table_name(table));
  RowChecksum checksum;
  connection.copy_out(
      fmt::format("COPY {} TO STDOUT (FORMAT binary)", table_name(table)),
      [&checksum](std::string_view message) {
        // The header comes with the first row, the trailer alone.
        if (message.starts_with(kCopyHeader)) message.remove_prefix(kCopyHeader.size());
        if (message.ends_with(kCopyTrailer) && message.size() == kCopyTrailer.size()) return;
        checksum.add(message);
      },
      doing);
  return checksum;
}

std::vector<TableVerdict> verify_database() {
  Connection connection(1);
  const auto state = read_state(connection);
  if (!state || !state->is_complete) {
    throw Error(kExitLoadFailed, "the database is not loaded, so there is nothing to compare. Load it first.");
  }
  constexpr std::string_view kDoing = "reading all tables at one moment";
  // One snapshot for the manifest and 33 tables.
  connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", kDoing);
  const Journal journal = Journal::read(connection);
  std::vector<TableVerdict> verdicts;
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    verdicts.push_back({table, checksum_of_table(connection, table), journal.rows(table)});
  }
  connection.execute("COMMIT", kDoing);
  return verdicts;
}

}  // namespace quartet::load
