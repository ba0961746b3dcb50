// Rows of an executed ODBC statement, read by type into memory.
#ifndef QUARTET_DB_ODBC_ROWS_H
#define QUARTET_DB_ODBC_ROWS_H

#include <cstdint>
#include <vector>

#include "db/odbc_connection.h"
#include "db/row_set.h"

namespace quartet::db {

// Buffers for the columns of one statement. They are bound when it has been executed for the first time, because only
// then the columns are known, and stay bound. Not movable: the driver holds their addresses.
class OdbcRows {
 public:
  // `statement` has been executed and lives as long as this object is read from.
  OdbcRows(OdbcConnection& connection, SQLHSTMT statement);
  OdbcRows(const OdbcRows&) = delete;
  OdbcRows& operator=(const OdbcRows&) = delete;

  // Rows and rows affected of the execution just done. Throws OdbcFailure.
  [[nodiscard]] RowSet take();

 private:
  struct Column {
    enum class Kind : uint8_t { kInteger, kBoolean, kText, kLongText, kDecimal, kTimestamp, kDate } kind;
    size_t width;                 // bytes of one row
    std::vector<char> bytes;      // of a block of rows
    std::vector<SQLLEN> lengths;  // likewise
  };

  void describe();
  void bind(size_t index);
  [[nodiscard]] Cell cell(size_t index, size_t row);
  [[nodiscard]] Cell long_text(size_t index);

  OdbcConnection& connection_;
  SQLHSTMT statement_;
  std::vector<Column> columns_;
  SQLULEN block_ = 0;    // rows of one fetch
  SQLULEN fetched_ = 0;  // rows of the last fetch
};

}  // namespace quartet::db

#endif  // QUARTET_DB_ODBC_ROWS_H
