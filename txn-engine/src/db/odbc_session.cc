#include "db/odbc_session.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "db/control_statements.h"
#include "db/odbc_address.h"

namespace quartet::db {
namespace {

constexpr const char* kFailedTransaction = "25P02";

// States of classes 08, HY and IM are the driver's own, not the server's.
bool is_of_server(std::string_view state) {
  return !state.starts_with("08") && !state.starts_with("HY") && !state.starts_with("IM") && state != "01000";
}

const char* advice(std::string_view state) {
  if (state == "IM002") return "Define the data source in odbc.ini, or give host, port and dbname instead of DSN";
  if (state == "01000") return "Install odbc-postgresql, or correct the driver's path in odbcinst.ini";
  return "Is PostgreSQL listening there, and does PGPASSFILE hold its password?";
}

}  // namespace

OdbcSession::OdbcSession(std::string connection) : connection_string_(std::move(connection)) {}

const Results& OdbcSession::run(const Batch& batch) {
  batch.check();
  results_.clear();
  for (const auto& entry : batch.entries()) {
    switch (entry.kind) {
      case Batch::Entry::Kind::kBegin:
        begin(entry.isolation);
        break;
      case Batch::Entry::Kind::kStatement:
        execute(*entry.statement, entry.parameters);
        break;
      case Batch::Entry::Kind::kCommit:
        commit();
        break;
      case Batch::Entry::Kind::kRollback:
        undo();
        break;
    }
  }
  return results_;
}

void OdbcSession::rollback() {
  if (!connection_ || !is_in_transaction_) return;
  results_.clear();
  undo();
}

void OdbcSession::undo() {
  try {
    control(kRollback.sql);
  } catch (const OdbcFailure& failure) {
    // A transaction that cannot be rolled back ends with its connection.
    lose_connection(DatabaseError::Kind::kConnection, "ROLLBACK", failure);
  }
  is_in_transaction_ = false;
  has_failed_ = false;
}

uint32_t OdbcSession::take_round_trips() { return std::exchange(round_trips_, 0); }

void OdbcSession::connect() {
  close();
  try {
    OdbcAddress address = odbc_address(connection_string_);
    name_ = std::move(address.name);
    connection_ = std::make_unique<OdbcConnection>(address.connect_string);
  } catch (const OdbcFailure& failure) {
    throw DatabaseError(DatabaseError::Kind::kConnection, "", "",
                        fmt::format("{}: {}. {}", name_, failure.what(), advice(failure.state)));
  } catch (const std::invalid_argument& problem) {
    throw DatabaseError(DatabaseError::Kind::kConnection, "", "", problem.what());
  }
}

void OdbcSession::close() {
  // The statements' handles go with the connection.
  connection_.reset();
  prepared_.clear();
  is_in_transaction_ = false;
  has_failed_ = false;
}

void OdbcSession::begin(Isolation isolation) {
  const char* const sql = begin_statement(isolation).sql;
  const bool is_fresh = !connection_;
  if (is_fresh) connect();
  try {
    control(sql);
  } catch (const OdbcFailure& failure) {
    // The server may have closed an idle connection. Nothing of the new transaction was sent on it, so another one will
    // do.
    if (is_fresh || !failure.is_lost || is_in_transaction_) fail("BEGIN", failure);
    connect();
    try {
      control(sql);
    } catch (const OdbcFailure& second) {
      fail("BEGIN", second);
    }
  }
  is_in_transaction_ = true;
}

void OdbcSession::execute(const Statement& statement, const Parameters& parameters) {
  if (!connection_) connect();
  // As in a pipeline: nothing behind a failed statement is executed.
  if (has_failed_) {
    throw DatabaseError(
        DatabaseError::Kind::kSql, kFailedTransaction, statement.name,
        fmt::format("{}: statement {}: an earlier statement of the transaction has failed.", name_, statement.name));
  }
  try {
    auto& prepared = prepared_[&statement];
    if (!prepared) prepared = std::make_unique<OdbcStatement>(*connection_, statement);
    // Counted, not measured: the driver does not tell how often it asks the server.
    round_trips_ += prepared->is_prepared() ? 1 : OdbcStatement::kFirstRoundTrips;
    results_.add(std::make_unique<RowSet>(prepared->execute(parameters)));
  } catch (const OdbcFailure& failure) {
    fail(statement.name, failure);
  }
}

void OdbcSession::commit() {
  if (has_failed_) {
    rollback();
    throw DatabaseError(DatabaseError::Kind::kSql, kFailedTransaction, "COMMIT",
                        fmt::format("{}: COMMIT became ROLLBACK, an earlier statement had failed.", name_));
  }
  if (!connection_) connect();
  try {
    control(kCommit.sql);
  } catch (const OdbcFailure& failure) {
    // The connection broke between the COMMIT and its answer: the server may have committed.
    if (failure.is_lost) lose_connection(DatabaseError::Kind::kInDoubt, "COMMIT", failure);
    is_in_transaction_ = false;
    fail("COMMIT", failure);
  }
  is_in_transaction_ = false;
}

void OdbcSession::control(const char* sql) {
  ++round_trips_;
  connection_->execute(sql);
}

void OdbcSession::fail(const char* statement, const OdbcFailure& failure) {
  if (failure.is_lost) lose_connection(DatabaseError::Kind::kConnection, statement, failure);
  // Outside a transaction the server has undone the statement already.
  has_failed_ = is_in_transaction_;
  throw DatabaseError(DatabaseError::Kind::kSql, failure.state, statement,
                      fmt::format("{}: statement {}: {}", name_, statement, failure.what()));
}

void OdbcSession::lose_connection(DatabaseError::Kind kind, const char* statement, const OdbcFailure& failure) {
  close();
  // A state of the driver in this place would look like an error of PostgreSQL in the retry counts.
  throw DatabaseError(kind, is_of_server(failure.state) ? failure.state : "", statement,
                      fmt::format("{}: the connection was lost: {}", name_, failure.what()));
}

}  // namespace quartet::db
