// Storage of the rows of a table: settings of the profile, space on the pages, order.
#ifndef QUARTET_LOAD_TABLE_STORAGE_H
#define QUARTET_LOAD_TABLE_STORAGE_H

#include <string_view>

#include "load/connection.h"
#include "load/schema_files.h"

namespace quartet::load {

// Creates a table with the storage settings of the profile, in the caller's transaction.
void create_table(Connection& connection, const TableStatements& table, std::string_view doing);

// Records that rows which come into a table just created are stored as the profile wants. Does nothing for a table that
// the profile orders by an index, because its rows come first. To be called in the transaction of the table or its
// rows.
void record_storage(Connection& connection, const SchemaFiles& schema, Table table);

// True until the rows of a table are recorded to be stored as the profile wants.
[[nodiscard]] bool has_to_rewrite(Connection& connection, Table table);

// Writes the rows of a table into new files as the profile wants them, then records that. A CLUSTER of the profile
// needs its index. Not to be called in a transaction.
void rewrite_rows(Connection& connection, const SchemaFiles& schema, Table table);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_TABLE_STORAGE_H
