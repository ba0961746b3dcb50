// The schema folder as statements, ready to run. Its layout is described in schema/README.md.
#ifndef QUARTET_LOAD_SCHEMA_FILES_H
#define QUARTET_LOAD_SCHEMA_FILES_H

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "load/profile.h"
#include "load/profile_statement.h"
#include "load/sql_text.h"
#include "quartet/tables.h"

namespace quartet::load {

// Statements of one table, in the order of use.
struct TableStatements {
  Statements create;                      // the table and its CHECK constraints
  std::vector<ProfileStatement> storage;  // ALTER TABLE: how its rows are stored
  std::vector<ProfileStatement> indexes;  // the primary key first
  std::vector<ProfileStatement> cluster;  // none or one CLUSTER, for after the indexes
  Statements add_foreign_keys;            // that leave from this table, not yet validated
  Statements validate;
};

struct SchemaFiles {
  Profile profile;
  std::array<TableStatements, kTableCount> tables;  // indexed by Table
  // Files of the indexes of the profile by name, also of those that leave an index out.
  std::map<std::string, std::filesystem::path> index_files;
  Statements load_state;  // tables quartet_load and quartet_load_step
  Statements sequence;    // trade_id_seq
  int generator = 0;      // version of the rows that the generators make of one seed

  [[nodiscard]] const TableStatements& of(Table table) const { return tables.at(static_cast<size_t>(table)); }
};

// Reads the folder for an index profile (see read_profile) and a role ("dss", "oltp").
// Throws Error with kExitBadInput, with file and line where there is one, when
// - a file or folder is missing, cannot be read or belongs to no table;
// - the profile does not exist, or one of its files holds another statement than it may.
[[nodiscard]] SchemaFiles read_schema(const std::filesystem::path& folder, const std::string& profile,
                                      const std::string& role);

// SHA-256 of every statement that makes the tables, indexes, constraints and sequence, in the order of use, each ended
// by a zero byte. Comments do not count; quartet_load and quartet_load_step do not either.
[[nodiscard]] std::string sha256_of(const SchemaFiles& schema);

// The same of the statements that are in no profile.
[[nodiscard]] std::string sha256_without_profile(SchemaFiles schema);

[[nodiscard]] std::string sha256_of(const ProfileStatement& statement);

// SHA-256 of what decides how the rows of a table are stored: its storage settings, its CLUSTER and the index it names.
[[nodiscard]] std::string sha256_of_storage(const TableStatements& table);

// The .sql files of a folder by stem, in order. A folder that does not exist is empty.
[[nodiscard]] std::map<std::string, std::filesystem::path> sql_files(const std::filesystem::path& folder);

// Table whose name is the longest that begins `stem` and is followed by an underscore or the end, if any.
[[nodiscard]] std::optional<Table> find_table_of_file(std::string_view stem);

// The same. Throws Error with kExitBadInput when there is none.
[[nodiscard]] Table table_of_file(std::string_view stem);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_SCHEMA_FILES_H
