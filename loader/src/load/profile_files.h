// The statements of an index profile. Which a file may hold is described in schema/README.md.
#ifndef QUARTET_LOAD_PROFILE_FILES_H
#define QUARTET_LOAD_PROFILE_FILES_H

#include <string>

#include "load/schema_files.h"

namespace quartet::load {

// Reads the files of the stack of schema.profile into schema.tables and schema.index_files.
// Throws LoadError with kExitBadInput, with file and line, for a file that belongs to no table, names another index
// than its own, or holds a statement it may not hold.
void read_profile_files(SchemaFiles& schema);

// True for a statement that sets how a column is stored: its statistics target, STORAGE or COMPRESSION.
[[nodiscard]] bool is_column_storage(const std::string& sql);

// Name of the index that a CLUSTER statement orders by.
[[nodiscard]] std::string index_of_cluster(const ProfileStatement& cluster);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_FILES_H
