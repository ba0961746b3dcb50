#include "load/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "quartet/session_options.h"

namespace quartet::load {
namespace {

// One line that a full stop can follow; libpq writes several.
std::string one_line(std::string_view text) {
  std::string line;
  bool is_new_line = false;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == '\t') {
      is_new_line = !line.empty();
      continue;
    }
    if (is_new_line) line += "; ";
    is_new_line = false;
    line += c;
  }
  while (!line.empty() && std::string_view(" .?").find(line.back()) != std::string_view::npos) line.pop_back();
  return line;
}

std::string_view advice_for(std::string_view sqlstate) {
  if (sqlstate == "53100") {
    return "Free space on the server's disk, then run quartet-load again: it continues where it stopped.";
  }
  if (sqlstate == "22023" || sqlstate == "42704") {
    return "Create the tablespace first, or name another one with --data-tablespace and --index-tablespace.";
  }
  if (sqlstate == "42501") {
    return "Grant the role CREATE on the schema and on the tablespaces, or make it the owner of these tables.";
  }
  if (sqlstate == "55P03") return "Another session uses the tables (see pg_stat_activity). End it and try again.";
  if (sqlstate == "2BP01") return "Drop objects that depend on these tables, such as views, and try again.";
  if (sqlstate == "42P07") {
    return "Another object has this name. Drop or rename it, then run quartet-load again: it"
           " continues where it stopped.";
  }
  if (sqlstate == "23505")
    return "The tables were changed since quartet-load wrote them. Load again with --from-scratch.";
  if (sqlstate == "53200" || sqlstate == "53300") {
    return "Give the server more memory or connections, or load with fewer --threads, then run quartet-load again.";
  }
  if (sqlstate.starts_with("08") || sqlstate.starts_with("57P")) {
    return "PostgreSQL may have stopped. Read its log, start it, and run quartet-load again: it"
           " continues where it stopped.";
  }
  return "The log of the server has the details. Fix the cause and run quartet-load again.";
}

}  // namespace

int64_t Rows::number(int row, int column) const {
  const std::string_view value = text(row, column);
  int64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

Connection::Connection(int threads) : connection_(nullptr, &PQfinish) {
  // Without a limit of the user's own an address that drops packets would hang for minutes.
  const char* own_timeout = std::getenv("PGCONNECT_TIMEOUT");
  // A host that vanishes without a word would be waited for even longer.
  const std::array<const char*, 9> keywords = {"fallback_application_name",
                                               "client_encoding",
                                               "options",
                                               "keepalives_idle",
                                               "keepalives_interval",
                                               "keepalives_count",
                                               "tcp_user_timeout",
                                               own_timeout == nullptr ? "connect_timeout" : nullptr,
                                               nullptr};
  const std::array<const char*, 9> values = {"quartet-load", "UTF8", kSessionOptions, "30", "10", "3",
                                             "60000",        "10",   nullptr};
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 0));
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    const std::string said = one_line(PQerrorMessage(connection_.get()));
    // A setting of every session that came with version 14.
    if (said.find("idle_session_timeout") != std::string::npos) {
      throw Error(kExitEnvironment,
                  fmt::format("cannot connect to {}: {}. Use PostgreSQL 14 or later.", where(), said));
    }
    throw SqlError(kExitEnvironment, "08001",
                   fmt::format("cannot connect to {}: {}. Check PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSFILE, and "
                               "that PostgreSQL listens there.",
                               where(), said));
  }
  // Made now, because another thread may cancel while this one is inside libpq.
  cancel_.reset(PQgetCancel(connection_.get()));
  // Notices would be printed between the progress lines.
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  // Sorting needs room; parallelism inside a statement only helps where sessions alone cannot fill the cores. A
  // session whose client died should end soon, not after hours of index building.
  const int workers = std::max(0, threads - 2);
  execute(fmt::format("SELECT set_config('maintenance_work_mem', greatest(setting::bigint, 131072)::text, false) "
                      "FROM pg_settings WHERE name = 'maintenance_work_mem';"
                      "SET max_parallel_maintenance_workers = {0}; SET max_parallel_workers_per_gather = {0};"
                      "SET client_connection_check_interval = '2s'; SET jit = off;"
                      "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3",
                      workers),
          "preparing a session");
  // Names mean what the first schema of the search path holds: a table of the same name in another one is not ours.
  execute("SELECT set_config('search_path', quote_ident(current_schema()), false) WHERE current_schema() IS NOT NULL",
          "preparing a session");
}

std::string Connection::where() const {
  const PGconn* connection = connection_.get();
  const auto or_default = [](const char* text) { return std::string_view(text == nullptr ? "" : text); };
  return fmt::format("database {} at {}:{}", or_default(PQdb(connection)), or_default(PQhost(connection)),
                     or_default(PQport(connection)));
}

void Connection::fail(const PGresult* result, std::string_view doing) const {
  const char* state = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* primary = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  // A broken connection has no state of the server: 08006 lets it count as one that is gone.
  const std::string sqlstate = state != nullptr ? state : "08006";
  std::string message = one_line(primary != nullptr ? primary : PQerrorMessage(connection_.get()));
  if (message.empty()) message = "the connection was lost";
  if (result != nullptr) {
    if (const char* detail = PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL)) message += ": " + one_line(detail);
  }
  const char* position = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_STATEMENT_POSITION);
  throw SqlError(
      kExitLoadFailed, sqlstate,
      fmt::format("{} in {} failed: {} (SQLSTATE {}). {}", doing, where(), message, sqlstate, advice_for(sqlstate)),
      {message, position == nullptr ? 0 : static_cast<int>(std::strtol(position, nullptr, 10))});
}

void Connection::execute(const std::string& sql, std::string_view doing) {
  const Rows done(PQexec(connection_.get(), sql.c_str()));
  const PGresult* result = done.get();
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY) fail(result, doing);
}

Rows Connection::query(const std::string& sql, std::initializer_list<std::string> parameters, std::string_view doing) {
  std::vector<const char*> values;
  values.reserve(parameters.size());
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  Rows rows(PQexecParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr, values.data(),
                         nullptr, nullptr, 0));
  const ExecStatusType status = PQresultStatus(rows.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(rows.get(), doing);
  return rows;
}

void Connection::begin_copy(const std::string& sql, std::string_view doing) {
  const Rows started(PQexec(connection_.get(), sql.c_str()));
  if (PQresultStatus(started.get()) != PGRES_COPY_IN) fail(started.get(), doing);
}

void Connection::put_copy(std::string_view bytes, std::string_view doing) {
  if (PQputCopyData(connection_.get(), bytes.data(), static_cast<int>(bytes.size())) == 1) return;
  // The connection broke. (A server that refuses rows, for instance for a full disk, says so when the copy ends.)
  const Rows reason(PQgetResult(connection_.get()));
  fail(reason.get(), doing);
}

int64_t Connection::end_copy(std::string_view doing) {
  PQputCopyEnd(connection_.get(), nullptr);
  const Rows ended(PQgetResult(connection_.get()));
  if (PQresultStatus(ended.get()) != PGRES_COMMAND_OK) fail(ended.get(), doing);
  // libpq takes the next command only after the null that ends the results of this one.
  while (PGresult* rest = PQgetResult(connection_.get())) PQclear(rest);
  return std::strtoll(PQcmdTuples(ended.get()), nullptr, 10);
}

void Connection::copy_out(const std::string& sql, const std::function<void(std::string_view)>& take,
                          std::string_view doing) {
  const Rows started(PQexec(connection_.get(), sql.c_str()));
  if (PQresultStatus(started.get()) != PGRES_COPY_OUT) fail(started.get(), doing);
  char* bytes = nullptr;
  int size = 0;
  while ((size = PQgetCopyData(connection_.get(), &bytes, 0)) > 0) {
    const std::unique_ptr<char, decltype(&PQfreemem)> owned(bytes, &PQfreemem);
    take({bytes, static_cast<size_t>(size)});
  }
  const Rows ended(PQgetResult(connection_.get()));
  if (PQresultStatus(ended.get()) != PGRES_COMMAND_OK) fail(ended.get(), doing);
  while (PGresult* rest = PQgetResult(connection_.get())) PQclear(rest);
}

void Connection::cancel() const {
  std::array<char, 256> error{};
  PQcancel(cancel_.get(), error.data(), static_cast<int>(error.size()));
}

}  // namespace quartet::load
