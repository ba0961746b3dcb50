// Addresses of ODBC sessions: connection strings of the driver manager, and the driver to load.
#ifndef QUARTET_DB_ODBC_ADDRESS_H
#define QUARTET_DB_ODBC_ADDRESS_H

#include <span>
#include <string>
#include <string_view>

namespace quartet::db {

struct OdbcAddress {
  std::string connect_string;  // for SQLDriverConnect; holds no password
  std::string name;            // for messages: "127.0.0.1:5432/tpc", or "DSN=NAME"
};

// True for `DSN=NAME...`, a string of the driver manager; false for a connection string of libpq.
[[nodiscard]] bool is_data_source(std::string_view connection);

// Throws std::invalid_argument, naming `database`, when a `DSN=` string holds a password or sets one of the options
// that the engine depends on, or is malformed.
void check_data_source(std::string_view database, std::string_view connection);

// A `DSN=` string goes to the driver manager as it is, with the options that the engine depends on behind it. A
// connection string of libpq becomes one without a data source. It travels in `pqopt`, which psqlODBC hands to libpq,
// so libpq fills in missing parts as usual. Throws std::invalid_argument when there is no driver.
[[nodiscard]] OdbcAddress odbc_address(const std::string& connection);

// The PostgreSQL driver of this machine: its name in odbcinst.ini, or else the path of its library. Throws
// std::invalid_argument when there is none.
[[nodiscard]] std::string installed_driver();

// The one to take: of the `registered` names the first of "PostgreSQL Unicode", "PostgreSQL" and "PostgreSQL ANSI",
// compared without case; otherwise the first of the `libraries` that exists; otherwise "".
[[nodiscard]] std::string choose_driver(std::span<const std::string> registered,
                                        std::span<const std::string> libraries);

}  // namespace quartet::db

#endif  // QUARTET_DB_ODBC_ADDRESS_H
