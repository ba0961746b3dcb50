// A connection of the ODBC driver manager, and what went wrong on it.
#ifndef QUARTET_DB_ODBC_CONNECTION_H
#define QUARTET_DB_ODBC_CONNECTION_H

#include <sql.h>
#include <sqlext.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace quartet::db {

// A failed call. what() is one line.
class OdbcFailure : public std::runtime_error {
 public:
  OdbcFailure(std::string sqlstate, const std::string& message, bool connection_is_lost)
      : std::runtime_error(message), state(std::move(sqlstate)), is_lost(connection_is_lost) {}
  std::string state;  // of the server, or of driver and driver manager (classes 08, HY and IM)
  bool is_lost;       // the connection is of no more use
};

// A number as an attribute's value: ODBC passes it in place of a pointer.
inline SQLPOINTER attribute(SQLULEN value) {
  return reinterpret_cast<SQLPOINTER>(value);  // NOLINT(performance-no-int-to-ptr): ODBC defines it so
}

// Names of the drivers in odbcinst.ini.
[[nodiscard]] std::vector<std::string> registered_drivers();

// An open connection in autocommit mode: transactions begin and end by statements of the caller, so that nothing is
// sent that it did not ask for. Statement handles allocated on it end with it. Not thread-safe.
class OdbcConnection {
 public:
  // Connects. Throws OdbcFailure.
  explicit OdbcConnection(const std::string& connect_string);
  ~OdbcConnection();
  OdbcConnection(const OdbcConnection&) = delete;
  OdbcConnection& operator=(const OdbcConnection&) = delete;

  // Executes a statement without rows at once, in one round trip. Throws OdbcFailure.
  void execute(const char* sql);

  [[nodiscard]] SQLHSTMT allocate_statement();

  // Throws OdbcFailure unless `code`, which a call on `statement` returned, says success.
  void check(SQLRETURN code, SQLHSTMT statement);

 private:
  [[nodiscard]] bool is_dead(const std::string& state) const;

  SQLHDBC handle_ = SQL_NULL_HDBC;
  SQLHSTMT direct_ = SQL_NULL_HSTMT;
};

}  // namespace quartet::db

#endif  // QUARTET_DB_ODBC_CONNECTION_H
