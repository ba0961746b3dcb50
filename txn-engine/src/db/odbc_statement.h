// A statement of the engine, prepared on one ODBC connection.
#ifndef QUARTET_DB_ODBC_STATEMENT_H
#define QUARTET_DB_ODBC_STATEMENT_H

#include <memory>
#include <string>
#include <vector>

#include "db/odbc_connection.h"
#include "db/odbc_rows.h"
#include "db/odbc_text.h"
#include "db/row_set.h"
#include "db/session.h"

namespace quartet::db {

// Not movable: the driver holds addresses of its buffers. Not thread-safe.
class OdbcStatement {
 public:
  // Round trips of the first execution: psqlODBC parses, asks for the description, and executes.
  static constexpr uint32_t kFirstRoundTrips = 3;

  // Prepares nothing on the server yet. `connection` and `statement` outlive this object.
  OdbcStatement(OdbcConnection& connection, const Statement& statement);
  OdbcStatement(const OdbcStatement&) = delete;
  OdbcStatement& operator=(const OdbcStatement&) = delete;

  // Throws OdbcFailure. For a text with a NUL byte (SQLSTATE 22021) or a time outside of years 1 to 9999 (22008), which
  // ODBC cannot express, it throws before anything is sent.
  [[nodiscard]] RowSet execute(const Parameters& parameters);

  // True when the server has prepared it.
  [[nodiscard]] bool is_prepared() const { return is_prepared_; }

 private:
  // A parameter in the form that is bound. One of the members holds it, by the type.
  struct Input {
    SQLBIGINT int8 = 0;
    SQLINTEGER int4 = 0;
    SQLSMALLINT int2 = 0;
    SQLCHAR bit = 0;
    SQL_TIMESTAMP_STRUCT timestamp = {};
    SQL_DATE_STRUCT date = {};
    std::string text = {};  // everything else
    SQLLEN length = 0;      // or SQL_NULL_DATA
  };
  struct Place {
    SQLSMALLINT c_type;
    SQLSMALLINT sql_type;
    SQLPOINTER value;
    size_t size;
  };

  void fill(size_t index, const Parameters& parameters);
  void bind(size_t place);
  [[nodiscard]] Place place_of(size_t index);

  OdbcConnection& connection_;
  const Statement& statement_;
  OdbcSql sql_;
  SQLHSTMT handle_;
  std::vector<Input> inputs_;       // one per parameter
  std::vector<const void*> bound_;  // per question mark: the address that the driver knows
  bool is_prepared_ = false;
  std::unique_ptr<OdbcRows> rows_;  // from the first execution on that was not for nothing
};

}  // namespace quartet::db

#endif  // QUARTET_DB_ODBC_STATEMENT_H
