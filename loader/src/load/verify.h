// Compares what tables hold with what they were filled with.
#ifndef QUARTET_LOAD_VERIFY_H
#define QUARTET_LOAD_VERIFY_H

#include <vector>

#include "load/connection.h"
#include "load/row_checksum.h"
#include "quartet/tables.h"

namespace quartet::load {

struct TableVerdict {
  Table table;
  RowChecksum found;  // of the rows of the table
  RowChecksum sent;   // of the manifest

  [[nodiscard]] bool is_equal() const { return found == sent; }
};

// Reads all rows of one table. Throws SqlError.
[[nodiscard]] RowChecksum checksum_of_table(Connection& connection, Table table);

// Reads all rows of the 33 tables at one moment. Throws Error when the database is not loaded or cannot be read.
[[nodiscard]] std::vector<TableVerdict> verify_database();

}  // namespace quartet::load

#endif  // QUARTET_LOAD_VERIFY_H
