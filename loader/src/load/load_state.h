// Table quartet_load: what a database holds or shall hold.
#ifndef QUARTET_LOAD_LOAD_STATE_H
#define QUARTET_LOAD_LOAD_STATE_H

#include <optional>
#include <set>
#include <string>

#include "load/connection.h"
#include "load/load_options.h"
#include "load/schema_files.h"

namespace quartet::load {

// All zero when the tables are ours, but nothing says what they hold.
struct LoadState {
  int64_t load_units = 0;
  int64_t trade_days = 0;
  int64_t news_length = 0;
  int64_t seed = 0;  // two's complement of the unsigned seed
  std::string indexes;
  std::string role;
  int64_t generator = 0;      // version of the rows, see SchemaFiles
  std::string schema_sha256;  // see sha256_of; "unknown" of an earlier quartet-load, which equals none
  bool is_complete = false;

  [[nodiscard]] bool is_unknown() const { return load_units == 0; }
};

[[nodiscard]] LoadState wanted_state(const LoadOptions& options, const SchemaFiles& schema);

// How `found` differs from `wanted`, as "load_units is 2, not 1, ..."; empty when it does not. Ignores is_complete.
[[nodiscard]] std::string difference(const LoadState& found, const LoadState& wanted);

// What the database holds, or nothing when it holds no table of ours.
// Throws LoadError when it has a table of one of our names without a quartet_load beside it, or with one that is not
// ours, or when the role may not create tables or does not own them.
[[nodiscard]] std::optional<LoadState> read_state(Connection& connection);

// Drops what an earlier load left and records that a load begins, in one transaction.
void begin_state(Connection& connection, const SchemaFiles& schema, const LoadState& wanted);

// Waits until no transaction of the load is about to commit: the server may still be at work for a process that died.
void await_late_commits(Connection& connection);

// Which of the 33 tables exist.
[[nodiscard]] std::set<Table> existing_tables(Connection& connection);

// Which of them have pages that the last VACUUM did not mark all-visible.
[[nodiscard]] std::set<Table> tables_not_all_visible(Connection& connection);

// Writes the state anew: its row is younger than all rows of the load.
void renew_state(Connection& connection);

// Vacuums the state; true if its row is visible to every session, and with it all rows that are older.
[[nodiscard]] bool is_state_all_visible(Connection& connection);

// Creates the sequence and marks the load complete, in one transaction.
void complete_state(Connection& connection, const SchemaFiles& schema);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_STATE_H
