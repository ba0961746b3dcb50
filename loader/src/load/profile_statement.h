// The statements that an index profile may hold, which are also those that an index trial takes. schema/README.md
// describes them.
#ifndef QUARTET_LOAD_PROFILE_STATEMENT_H
#define QUARTET_LOAD_PROFILE_STATEMENT_H

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "quartet/tables.h"

namespace quartet::load {

// A statement of an index profile and where it stands. It names its table without a schema.
struct ProfileStatement {
  std::string name;  // of the table for a storage setting, otherwise of the index
  std::string sql;
  std::filesystem::path file;
  int line = 1;  // on which the statement begins
};

// The statement that makes an index, and its table.
struct ProfileIndex {
  ProfileStatement statement;
  Table table;
};

// Reads the statement of an index from SQL text. `place` is its file, or what errors name in place of one.
// Empty if the text has no statement.
// Throws Error with kExitBadInput, with place and line, for another statement, a second one, or a name that does
// not begin with the table.
[[nodiscard]] std::optional<ProfileIndex> read_index(std::string_view sql, const std::filesystem::path& place);

// Reads the statements of storage settings from SQL text. Throws as read_index.
[[nodiscard]] std::vector<ProfileStatement> read_storage(std::string_view sql, const std::filesystem::path& place);

// Error at the place of a statement; `problem` says what is wrong and what to do.
[[nodiscard]] Error refused(const ProfileStatement& statement, const std::string& problem);

// True for a statement that sets how a column is stored: its statistics target, STORAGE or COMPRESSION.
[[nodiscard]] bool is_column_storage(const std::string& sql);

// Name of the index that a CLUSTER statement orders by; empty for another statement.
[[nodiscard]] std::string index_of_cluster(const ProfileStatement& statement);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_STATEMENT_H
