// Table quartet_load: what a database holds or shall hold.
#ifndef QUARTET_LOAD_LOAD_STATE_H
#define QUARTET_LOAD_LOAD_STATE_H

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "load/connection.h"
#include "load/load_options.h"
#include "load/schema_files.h"

namespace quartet::load {

// All zero when the tables are ours, but nothing says what they hold.
struct LoadState {
  // A SHA-256 that an earlier quartet-load did not record. It equals none.
  static constexpr std::string_view kUnknown = "unknown";

  int64_t load_units = 0;
  int64_t trade_days = 0;
  int64_t news_length = 0;
  int64_t seed = 0;  // two's complement of the unsigned seed
  std::string indexes;
  std::string role;
  int64_t generator = 0;      // version of the rows, see SchemaFiles
  std::string schema_sha256;  // see sha256_of
  std::string tables_sha256;  // see sha256_without_profile
  bool is_complete = false;

  [[nodiscard]] bool is_unknown() const { return load_units == 0; }
};

[[nodiscard]] LoadState wanted_state(const LoadOptions& options, const SchemaFiles& schema);

// How `found` differs from `wanted`, as "load_units is 2, not 1, ..."; empty when it does not. Ignores is_complete, and
// the name of a profile that has the same statements.
[[nodiscard]] std::string difference(const LoadState& found, const LoadState& wanted);

// The same, leaving out what belongs to the profile.
[[nodiscard]] std::string difference_besides_profile(const LoadState& found, const LoadState& wanted);

// Content of the database, or nothing when it is empty. Throws Error when it has tables without a valid
// quartet_load. Also throws it when the role may not create tables or does not own them.
[[nodiscard]] std::optional<LoadState> read_state(Connection& connection);

// Drops what an earlier load left and records that a load begins, in one transaction.
void begin_state(Connection& connection, const SchemaFiles& schema, const LoadState& wanted);

// Records that the database is to get another profile: it is not complete until it has it. In the caller's transaction.
void change_state(Connection& connection, const LoadState& wanted);

// Waits until no transaction of the load is about to commit: the server may still be at work for a process that died.
void await_late_commits(Connection& connection);

// Which of the 33 tables exist.
[[nodiscard]] std::set<Table> existing_tables(Connection& connection);

// Which of them have pages that the last VACUUM did not mark all-visible.
[[nodiscard]] std::set<Table> tables_not_all_visible(Connection& connection);

// Writes the state again, so that its row is younger than all rows of the load.
void renew_state(Connection& connection);

// Vacuums the state; true if its row is visible to every session, and with it all rows that are older.
[[nodiscard]] bool is_state_all_visible(Connection& connection);

// Creates the sequence, unless it is there, and marks the load complete, in one transaction.
void complete_state(Connection& connection, const SchemaFiles& schema);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_STATE_H
