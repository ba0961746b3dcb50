// The schema folder as statements, ready to run. Its layout is described in schema/README.md.
#ifndef QUARTET_LOAD_SCHEMA_FILES_H
#define QUARTET_LOAD_SCHEMA_FILES_H

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "quartet/tables.h"

namespace quartet::load {

using Statements = std::vector<std::string>;

// Splits SQL text at the semicolons outside quotes and comments; drops comments and empty statements.
[[nodiscard]] Statements split_statements(std::string_view sql);

struct IndexStatements {
  std::string name;  // of the file, without .sql
  Statements create;
};

// Statements of one table, in the order of use.
struct TableStatements {
  Statements create;                     // the table, its CHECK constraints and storage settings
  std::vector<IndexStatements> indexes;  // the primary key first
  Statements add_foreign_keys;           // that leave from this table, not yet validated
  Statements validate;
};

struct SchemaFiles {
  std::array<TableStatements, kTableCount> tables;  // indexed by Table
  Statements load_state;                            // tables quartet_load and quartet_load_step
  Statements sequence;                              // trade_id_seq
  int generator = 0;                                // version of the rows that the generators make of one seed

  [[nodiscard]] const TableStatements& of(Table table) const { return tables.at(static_cast<size_t>(table)); }
};

// Reads the folder for an index profile ("plain", "covering" or another folder of indexes/) and a role ("dss", "oltp").
// Throws LoadError with kExitBadInput when a file is missing, belongs to no table, or the profile does not exist.
[[nodiscard]] SchemaFiles read_schema(const std::filesystem::path& folder, const std::string& profile,
                                      const std::string& role);

// SHA-256 of every statement that makes the tables, indexes, constraints and sequence, in the order of use, each ended
// by a zero byte. Comments do not count; quartet_load and quartet_load_step do not either.
[[nodiscard]] std::string sha256_of(const SchemaFiles& schema);

// Table whose name is the longest that begins `stem` and is followed by an underscore or the end.
// Throws LoadError with kExitBadInput when there is none.
[[nodiscard]] Table table_of_file(std::string_view stem);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_SCHEMA_FILES_H
