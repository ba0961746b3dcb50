// A session on unixODBC and psqlODBC.
//
// A batch is executed statement after statement, each in a separate round trip. BEGIN, COMMIT and ROLLBACK are
// statements too, sent in the driver's autocommit mode: the driver adds no statements to those of the engine. The first
// execution of a statement on a connection costs two round trips more, for its preparation.
//
// Connections are made at the first run() and again at the first run() after a loss. The driver does not say when the
// server has closed a connection; a BEGIN that finds it closed connects again, once, before anything else was sent.
#ifndef QUARTET_DB_ODBC_SESSION_H
#define QUARTET_DB_ODBC_SESSION_H

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "db/odbc_connection.h"
#include "db/odbc_statement.h"
#include "db/owned_results.h"
#include "db/session.h"

namespace quartet::db {

// Not thread-safe. The driver does not report whether a COMMIT left this machine. So, unlike with PqSession, a
// connection lost after a COMMIT was given to the driver and before its answer is always kInDoubt.
class OdbcSession final : public Session {
 public:
  // `connection` is a libpq connection string or `DSN=NAME...`, without a password. Connects nothing.
  explicit OdbcSession(std::string connection);

  const Results& run(const Batch& batch) override;
  [[nodiscard]] std::unique_ptr<Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override;
  uint32_t take_round_trips() override;

  // Statements this connection has prepared.
  [[nodiscard]] size_t prepared_statements() const { return prepared_.size(); }

 private:
  void connect();
  void close();
  void begin(Isolation isolation);
  void execute(const Statement& statement, const Parameters& parameters);
  void commit();
  void undo();
  void control(const char* sql);
  [[noreturn]] void fail(const char* statement, const OdbcFailure& failure);
  [[noreturn]] void lose_connection(DatabaseError::Kind kind, const char* statement, const OdbcFailure& failure);

  std::string connection_string_;
  std::string name_;  // of the server, for messages
  std::unique_ptr<OdbcConnection> connection_;
  std::unordered_map<const Statement*, std::unique_ptr<OdbcStatement>> prepared_;
  OwnedResults results_;
  bool is_in_transaction_ = false;
  bool has_failed_ = false;  // the open transaction: a statement of it
  uint32_t round_trips_ = 0;
};

}  // namespace quartet::db

#endif  // QUARTET_DB_ODBC_SESSION_H
