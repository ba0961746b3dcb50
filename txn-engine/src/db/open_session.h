// Sessions by the access path and the manner of statements that a run asks for.
#ifndef QUARTET_DB_OPEN_SESSION_H
#define QUARTET_DB_OPEN_SESSION_H

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "db/session.h"
#include "db/waiter.h"

namespace quartet::db {

enum class Access : uint8_t { kLibpq, kOdbc };
enum class Statements : uint8_t {
  kBatched,  // independent statements travel together, arrays in place of loops
  kPlain     // one statement at a time, as in the reference
};

// Throws std::invalid_argument, with a three-part message that names `database`, unless `connection` is one that a
// session of this access path can open and holds no password. With ODBC that needs a driver on this machine.
void check_connection(Access access, std::string_view database, const std::string& connection);

// A session on `connection`: keyword=value pairs of libpq, or with ODBC also `DSN=NAME`, with further `;key=value` of
// the driver manager behind it. With libpq, a server that has not answered a batch after `longest_wait` counts as a
// lost connection. ODBC has no such limit, and waits inside its driver, not in the waiter. Connects nothing.
[[nodiscard]] std::unique_ptr<Session> open_session(Access access, Statements statements, const std::string& connection,
                                                    std::chrono::milliseconds longest_wait = kLongestWait,
                                                    Waiter& waiter = thread_waiter());

}  // namespace quartet::db

#endif  // QUARTET_DB_OPEN_SESSION_H
