#include "db/open_session.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <stdexcept>
#include <utility>

#include "db/odbc_address.h"
#include "db/odbc_session.h"
#include "db/plain_session.h"
#include "db/pq_session.h"

namespace quartet::db {

namespace {

void check_conninfo(std::string_view database, const std::string& connection) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parsed(
      PQconninfoParse(connection.c_str(), nullptr), &PQconninfoFree);
  if (!parsed) {
    // libpq's reason may quote pieces of a password.
    throw std::invalid_argument(
        fmt::format("engine: the connection string of {} is malformed. Write keyword=value pairs.", database));
  }
  for (const PQconninfoOption* entry = parsed.get(); entry->keyword != nullptr; ++entry) {
    // Errors may quote the connection string, but never the password file. "sslpassword" counts as well.
    if (std::string_view(entry->keyword).ends_with("password") && entry->val != nullptr) {
      throw std::invalid_argument(
          fmt::format("engine: the connection string of {} holds a password. Put it into PGPASSFILE.", database));
    }
  }
}

}  // namespace

void check_connection(Access access, std::string_view database, const std::string& connection) {
  if (access == Access::kOdbc && is_data_source(connection)) {
    check_data_source(database, connection);
    return;
  }
  check_conninfo(database, connection);
  // A missing driver is found when the engine opens, not in the first transaction of a run.
  if (access == Access::kOdbc) static_cast<void>(installed_driver());
}

std::unique_ptr<Session> open_session(Access access, Statements statements, const std::string& connection,
                                      std::chrono::milliseconds longest_wait, Waiter& waiter) {
  std::unique_ptr<Session> session;
  if (access == Access::kOdbc) {
    session = std::make_unique<OdbcSession>(connection);
  } else {
    session = std::make_unique<PqSession>(connection, longest_wait, waiter);
  }
  if (statements == Statements::kPlain) return std::make_unique<PlainSession>(std::move(session));
  return session;
}

}  // namespace quartet::db
