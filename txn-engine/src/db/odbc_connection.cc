#include "db/odbc_connection.h"

#include <array>
#include <new>
#include <string_view>

#include "db/one_line.h"

namespace quartet::db {
namespace {

constexpr size_t kStateSize = 6;
constexpr size_t kMessageSize = 1024;

// The driver manager asks for unsigned text everywhere and changes none of it.
SQLCHAR* sql_text(const char* text) { return reinterpret_cast<SQLCHAR*>(const_cast<char*>(text)); }

// One for the process; the driver manager guards it.
SQLHENV environment() {
  static const SQLHENV kEnvironment = [] {
    SQLHENV handle = SQL_NULL_HENV;
    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &handle))) throw std::bad_alloc();
    SQLSetEnvAttr(handle, SQL_ATTR_ODBC_VERSION, attribute(SQL_OV_ODBC3), 0);
    return handle;
  }();
  return kEnvironment;
}

// psqlODBC's "ERROR: division by zero;\nError while executing the query" without its frame.
std::string plain_message(std::string_view text) {
  std::string line = one_line(text);
  constexpr std::string_view kPrefix = "ERROR: ";
  constexpr std::string_view kSuffix = "; Error while executing the query";
  if (line.starts_with(kPrefix)) line.erase(0, kPrefix.size());
  if (line.ends_with(kSuffix)) line.erase(line.size() - kSuffix.size());
  return line;
}

struct Diagnosis {
  std::string state;
  std::string message;
};

Diagnosis diagnosis(SQLSMALLINT type, SQLHANDLE handle) {
  std::array<SQLCHAR, kStateSize> state = {};
  std::array<SQLCHAR, kMessageSize> message = {};
  SQLINTEGER native = 0;
  SQLSMALLINT length = 0;
  if (!SQL_SUCCEEDED(SQLGetDiagRec(type, handle, 1, state.data(), &native, message.data(), kMessageSize, &length))) {
    return {"HY000", "the driver gives no reason"};
  }
  return {reinterpret_cast<const char*>(state.data()), plain_message(reinterpret_cast<const char*>(message.data()))};
}

}  // namespace

std::vector<std::string> registered_drivers() {
  std::vector<std::string> names;
  std::array<SQLCHAR, kMessageSize> name = {};
  std::array<SQLCHAR, kMessageSize> attributes = {};
  SQLSMALLINT length = 0;
  SQLUSMALLINT direction = SQL_FETCH_FIRST;
  while (SQL_SUCCEEDED(SQLDrivers(environment(), direction, name.data(), kMessageSize, &length, attributes.data(),
                                  kMessageSize, &length))) {
    names.emplace_back(reinterpret_cast<const char*>(name.data()));
    direction = SQL_FETCH_NEXT;
  }
  return names;
}

OdbcConnection::OdbcConnection(const std::string& connect_string) {
  if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_DBC, environment(), &handle_))) throw std::bad_alloc();
  const SQLRETURN code = SQLDriverConnect(handle_, nullptr, sql_text(connect_string.c_str()), SQL_NTS, nullptr, 0,
                                          nullptr, SQL_DRIVER_NOPROMPT);
  if (!SQL_SUCCEEDED(code)) {
    const Diagnosis found = diagnosis(SQL_HANDLE_DBC, handle_);
    // A constructor that throws runs no destructor.
    SQLFreeHandle(SQL_HANDLE_DBC, handle_);
    throw OdbcFailure(found.state, found.message, true);
  }
}

OdbcConnection::~OdbcConnection() {
  SQLDisconnect(handle_);
  SQLFreeHandle(SQL_HANDLE_DBC, handle_);
}

void OdbcConnection::execute(const char* sql) {
  if (direct_ == SQL_NULL_HSTMT) direct_ = allocate_statement();
  check(SQLExecDirect(direct_, sql_text(sql), SQL_NTS), direct_);
}

SQLHSTMT OdbcConnection::allocate_statement() {
  SQLHSTMT statement = SQL_NULL_HSTMT;
  if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, handle_, &statement))) {
    const Diagnosis found = diagnosis(SQL_HANDLE_DBC, handle_);
    throw OdbcFailure(found.state, found.message, is_dead(found.state));
  }
  return statement;
}

void OdbcConnection::check(SQLRETURN code, SQLHSTMT statement) {
  if (SQL_SUCCEEDED(code) || code == SQL_NO_DATA) return;
  const Diagnosis found = diagnosis(SQL_HANDLE_STMT, statement);
  throw OdbcFailure(found.state, found.message, is_dead(found.state));
}

bool OdbcConnection::is_dead(const std::string& state) const {
  SQLUINTEGER dead = SQL_CD_FALSE;
  const SQLRETURN code = SQLGetConnectAttr(handle_, SQL_ATTR_CONNECTION_DEAD, &dead, SQL_IS_UINTEGER, nullptr);
  // By three signs: the driver may not have noticed yet. With 57P01 to 57P05 the server itself ends the session.
  return (SQL_SUCCEEDED(code) && dead == SQL_CD_TRUE) || state.starts_with("08") || state.starts_with("57P0");
}

}  // namespace quartet::db
