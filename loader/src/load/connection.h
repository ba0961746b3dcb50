// One libpq connection. Settings come from the environment (PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSFILE).
#ifndef QUARTET_LOAD_CONNECTION_H
#define QUARTET_LOAD_CONNECTION_H

#include <libpq-fe.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace quartet::load {

// The server's answer to a statement.
struct ServerAnswer {
  std::string message;  // one line without a full stop
  int position = 0;     // of the character of the statement that it is about, from 1; 0 when it gives none
};

// A statement the server refused, a server that went away (sqlstate 08006), or one that cannot be reached (08001).
class SqlError : public Error {
 public:
  SqlError(int exit_code, std::string sqlstate, const std::string& message, ServerAnswer answer = {})
      : Error(exit_code, message), sqlstate_(std::move(sqlstate)), answer_(std::move(answer)) {}

  [[nodiscard]] const std::string& sqlstate() const { return sqlstate_; }
  [[nodiscard]] const std::string& server_message() const { return answer_.message; }
  [[nodiscard]] int position() const { return answer_.position; }
  // True when the same may succeed once the server is back.
  [[nodiscard]] bool is_server_gone() const { return sqlstate_.starts_with("08") || sqlstate_.starts_with("57P"); }

 private:
  std::string sqlstate_;
  ServerAnswer answer_;
};

// Rows of a query, as text. Rows and columns count from 0.
class Rows {
 public:
  explicit Rows(PGresult* result) : result_(result, &PQclear) {}

  [[nodiscard]] PGresult* get() const { return result_.get(); }
  [[nodiscard]] int size() const { return PQntuples(result_.get()); }
  [[nodiscard]] bool is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
  [[nodiscard]] std::string_view text(int row, int column) const {
    return {PQgetvalue(result_.get(), row, column), static_cast<size_t>(PQgetlength(result_.get(), row, column))};
  }
  [[nodiscard]] int64_t number(int row, int column) const;
  [[nodiscard]] bool boolean(int row, int column) const { return text(row, column) == "t"; }

 private:
  std::unique_ptr<PGresult, decltype(&PQclear)> result_;
};

// Not thread-safe, except cancel().
class Connection {
 public:
  // Connects and prepares the session for `threads` sessions working at once. Throws SqlError with kExitEnvironment
  // when the server cannot be reached or refuses the login, Error when it is older than PostgreSQL 14.
  explicit Connection(int threads);

  // Runs one or more statements. `doing` names the step in an error, for instance "creating table trade".
  void execute(const std::string& sql, std::string_view doing);
  // Runs one statement with text parameters and returns its rows.
  Rows query(const std::string& sql, std::initializer_list<std::string> parameters, std::string_view doing);

  // COPY ... FROM STDIN: begin, put any number of times, end. Returns the rows the server counted.
  void begin_copy(const std::string& sql, std::string_view doing);
  void put_copy(std::string_view bytes, std::string_view doing);
  int64_t end_copy(std::string_view doing);

  // COPY ... TO STDOUT: calls `take` with the bytes of each message.
  void copy_out(const std::string& sql, const std::function<void(std::string_view)>& take, std::string_view doing);

  // Asks the server to give up the running statement. Safe from another thread while this one waits for an answer.
  void cancel() const;

  // Database and address, for messages.
  [[nodiscard]] std::string where() const;

 private:
  [[noreturn]] void fail(const PGresult* result, std::string_view doing) const;

  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
  std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> cancel_{nullptr, &PQfreeCancel};
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_CONNECTION_H
