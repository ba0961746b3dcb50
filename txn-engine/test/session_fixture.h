// Shared by the tests of the sessions: small statements, a table, and a way to end a backend.
#ifndef QUARTET_TEST_SESSION_FIXTURE_H
#define QUARTET_TEST_SESSION_FIXTURE_H

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "db/open_session.h"
#include "postgres_fixture.h"

namespace quartet::test {

inline const db::Statement kOne = {"one", "SELECT 1", {}};
inline const db::Statement kBackend = {"backend", "SELECT pg_backend_pid()", {}};
inline const db::Statement kDivide = {"divide", "SELECT 10 / $1", {db::Type::kInt4}};
inline const db::Statement kInsert = {
    "insert", "INSERT INTO ledger VALUES ($1, $2)", {db::Type::kInt4, db::Type::kMoney}};
inline const db::Statement kSetting = {"setting", "SELECT current_setting($1)", {db::Type::kText}};

// The statement in a transaction of its own.
inline db::Batch single(const db::Statement& statement, db::Parameters parameters = {}) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(statement, std::move(parameters));
  batch.commit();
  return batch;
}

inline int64_t backend(db::Session& session) { return session.run(single(kBackend))[0].integer(0, 0); }

inline db::DatabaseError error_of(db::Session& session, const db::Batch& batch) {
  try {
    session.run(batch);
  } catch (const db::DatabaseError& error) {
    return error;
  }
  throw std::runtime_error("the batch was expected to fail");
}

// An empty table LEDGER (id, amount) and a session of the access path.
class LedgerTest : public testing::Test {
 protected:
  explicit LedgerTest(db::Access access_path)
      : access(access_path), session(db::open_session(access, db::Statements::kBatched, empty_conninfo())) {}

  void SetUp() override {
    sql.query("DROP TABLE IF EXISTS ledger; CREATE TABLE ledger (id int PRIMARY KEY, amount numeric(12,2))");
  }
  int64_t rows() { return sql.number("SELECT count(*) FROM ledger"); }

  // Ends the backend of the session under test and waits until it is gone.
  void terminate(int64_t pid) {
    sql.query(fmt::format("SELECT pg_terminate_backend({}, 10000)", pid));
    ASSERT_EQ(sql.number(fmt::format("SELECT count(*) FROM pg_stat_activity WHERE pid = {}", pid)), 0);
  }

  const db::Access access;
  Sql sql{empty_conninfo()};
  std::unique_ptr<db::Session> session;
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_SESSION_FIXTURE_H
