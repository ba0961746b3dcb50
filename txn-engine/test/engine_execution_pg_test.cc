// The retry loop against real failures of a real server.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>

#include "db/pq_session.h"
#include "engine_execution.h"
#include "postgres_fixture.h"

namespace quartet {
namespace {

using db::Batch;
using db::Isolation;
using db::Parameters;
using db::Type;
using test::empty_conninfo;
using test::Sql;

const db::Statement kRead = {"read", "SELECT value FROM tally WHERE id = $1", {Type::kInt4}};
const db::Statement kAdd = {"add", "UPDATE tally SET value = value + 1 WHERE id = $1", {Type::kInt4}};
const db::Statement kInsert = {"insert", "INSERT INTO tally VALUES ($1, 0)", {Type::kInt4}};
const db::Statement kSleep = {"sleep", "SELECT pg_sleep(30)::text", {}};
const db::Statement kDivide = {"divide", "SELECT 1 / $1", {Type::kInt4}};
const db::Statement kEndBackend = {"end", "SELECT pg_terminate_backend(pg_backend_pid())", {}};

class ExecutionTest : public testing::Test {
 protected:
  void SetUp() override {
    sql.query(
        "DROP TABLE IF EXISTS tally; CREATE TABLE tally (id int PRIMARY KEY, value int);"
        "INSERT INTO tally VALUES (1, 0), (2, 0)");
  }
  int64_t value(int id) { return sql.number(fmt::format("SELECT value FROM tally WHERE id = {}", id)); }

  // Reads row 1 under REPEATABLE READ; `between` runs before the row is updated and committed.
  template <typename Between>
  Answer read_then_add(db::Session& connection, Between between) {
    Batch first;
    first.begin(Isolation::kRepeatableRead);
    first.add(kRead, Parameters().int4(1));
    connection.run(first);
    between();
    Batch second;
    second.add(kAdd, Parameters().int4(1));
    second.commit();
    connection.run(second);
    return {};
  }
  static Answer run_one(db::Session& connection, const db::Statement& statement, Parameters parameters) {
    Batch batch;
    batch.begin(Isolation::kReadCommitted);
    batch.add(statement, std::move(parameters));
    batch.commit();
    connection.run(batch);
    return {};
  }
  void expect_usable() {
    EXPECT_EQ(execute(session, QUARTET_TRADE_ORDER,
                      [](db::Session& connection) { return run_one(connection, kRead, Parameters().int4(1)); })
                  .outcome,
              QUARTET_COMMITTED);
  }

  Sql sql{empty_conninfo()};
  db::PqSession session{empty_conninfo()};
};

TEST_F(ExecutionTest, RetriesASerializationFailureAndNamesItsStatement) {
  int attempts = 0;
  const Execution execution = execute(session, QUARTET_TRADE_ORDER, [&](db::Session& connection) {
    ++attempts;
    return read_then_add(connection, [&] {
      if (attempts <= 2) sql.query("UPDATE tally SET value = value + 10 WHERE id = 1");
    });
  });
  EXPECT_EQ(execution.outcome, QUARTET_COMMITTED);
  EXPECT_EQ(attempts, 3);
  ASSERT_EQ(execution.retries.size(), 2U);
  EXPECT_EQ(execution.retries[0].sqlstate, "40001");
  EXPECT_EQ(execution.retries[0].statement, "add");
  EXPECT_EQ(execution.round_trips, 8U);  // two per attempt and a rollback after each lost one
  EXPECT_EQ(execution.sqlstate, "");
  EXPECT_EQ(value(1), 21);
}

TEST_F(ExecutionTest, GivesUpAfterTenAttempts) {
  int attempts = 0;
  const Execution execution = execute(session, QUARTET_TRADE_ORDER, [&](db::Session& connection) {
    ++attempts;
    return read_then_add(connection, [&] { sql.query("UPDATE tally SET value = 0 WHERE id = 1"); });
  });
  EXPECT_EQ(execution.outcome, QUARTET_SERIALIZATION);
  EXPECT_EQ(attempts, 10);
  EXPECT_EQ(execution.retries.size(), 9U);
  EXPECT_EQ(execution.sqlstate, "40001");
  EXPECT_EQ(execution.statement, "add");
  EXPECT_EQ(value(1), 0);
  expect_usable();
}

TEST_F(ExecutionTest, RetriesADeadlock) {
  // Ours is the backend that looks for deadlocks first, so ours is the victim.
  db::PqSession victim(empty_conninfo() + " options='-c deadlock_timeout=50ms'");
  Sql rival(empty_conninfo());
  std::thread blocked;
  int attempts = 0;
  const Execution execution = execute(victim, QUARTET_TRADE_ORDER, [&](db::Session& connection) -> Answer {
    ++attempts;
    Batch first;
    first.begin(Isolation::kReadCommitted);
    first.add(kAdd, Parameters().int4(1));
    connection.run(first);
    if (attempts == 1) {
      rival.query("BEGIN; UPDATE tally SET value = value + 100 WHERE id = 2");
      blocked = std::thread([&] { rival.query("UPDATE tally SET value = value + 100 WHERE id = 1; COMMIT"); });
      // Waits until the rival waits for us.
      while (sql.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 0) {
        std::this_thread::yield();
      }
    }
    Batch second;
    second.add(kAdd, Parameters().int4(2));
    second.commit();
    connection.run(second);
    return {};
  });
  blocked.join();
  EXPECT_EQ(execution.outcome, QUARTET_COMMITTED);
  // More than one where the next attempt gets the row before the rival, who has waited for it, wakes up.
  ASSERT_FALSE(execution.retries.empty());
  for (const auto& retry : execution.retries) {
    EXPECT_EQ(retry.sqlstate, "40P01");
    EXPECT_EQ(retry.statement, "add");
  }
  EXPECT_EQ(value(1), 101);
  EXPECT_EQ(value(2), 101);
}

TEST_F(ExecutionTest, CancelledStatementIsATimeout) {
  db::PqSession limited(empty_conninfo() + " options='-c statement_timeout=50ms'");
  const Execution execution =
      execute(limited, QUARTET_TRADE_STATUS, [](db::Session& connection) { return run_one(connection, kSleep, {}); });
  EXPECT_EQ(execution.outcome, QUARTET_TIMEOUT);
  EXPECT_EQ(execution.sqlstate, "57014");
  EXPECT_EQ(execution.statement, "sleep");
}

TEST_F(ExecutionTest, OtherSqlErrorIsNotRetried) {
  int attempts = 0;
  const Execution execution = execute(session, QUARTET_TRADE_ORDER, [&](db::Session& connection) {
    ++attempts;
    return run_one(connection, kDivide, Parameters().int4(0));
  });
  EXPECT_EQ(execution.outcome, QUARTET_SQL_ERROR);
  EXPECT_EQ(attempts, 1);
  EXPECT_EQ(execution.sqlstate, "22012");
  EXPECT_NE(execution.message.find("divide"), std::string::npos);
  expect_usable();
}

TEST_F(ExecutionTest, UniqueViolationOfATradeResultIsRetried) {
  int attempts = 0;
  const auto deliver = [&](db::Session& connection) -> Answer {
    ++attempts;
    if (attempts == 2) {
      Answer answer;
      answer.already_applied = true;
      return answer;
    }
    return run_one(connection, kInsert, Parameters().int4(1));
  };
  const Execution applied = execute(session, QUARTET_TRADE_RESULT, deliver);
  EXPECT_EQ(applied.outcome, QUARTET_COMMITTED);
  EXPECT_TRUE(applied.answer.already_applied);
  ASSERT_EQ(applied.retries.size(), 1U);
  EXPECT_EQ(applied.retries[0].sqlstate, "23505");

  attempts = 2;  // from here on every attempt collides
  const Execution contradictory = execute(session, QUARTET_TRADE_RESULT, deliver);
  EXPECT_EQ(contradictory.outcome, QUARTET_SQL_ERROR);
  EXPECT_EQ(contradictory.retries.size(), 9U);

  attempts = 2;
  EXPECT_TRUE(execute(session, QUARTET_TRADE_ORDER, deliver).retries.empty());
}

TEST_F(ExecutionTest, LostConnectionIsAnOutcomeAndTheNextRunConnectsAgain) {
  const Execution execution = execute(session, QUARTET_TRADE_ORDER,
                                      [](db::Session& connection) { return run_one(connection, kEndBackend, {}); });
  EXPECT_EQ(execution.outcome, QUARTET_CONNECTION);
  expect_usable();
}

TEST_F(ExecutionTest, OnlyAWritingTransactionIsInDoubt) {
  const auto lose = [](db::Session&) -> Answer {
    throw db::DatabaseError(db::DatabaseError::Kind::kInDoubt, "", "COMMIT", "gone");
  };
  EXPECT_EQ(execute(session, QUARTET_TRADE_RESULT, lose).outcome, QUARTET_IN_DOUBT);
  EXPECT_EQ(execute(session, QUARTET_TRADE_STATUS, lose).outcome, QUARTET_CONNECTION);
}

TEST_F(ExecutionTest, WrongAnswerLeavesNothingBehind) {
  const Execution execution = execute(session, QUARTET_TRADE_ORDER, [](db::Session& connection) {
    Batch batch;
    batch.begin(Isolation::kReadCommitted);
    batch.add(kAdd, Parameters().int4(1));
    connection.run(batch);
    Answer answer;
    answer.status = -711;
    return answer;
  });
  EXPECT_EQ(execution.outcome, QUARTET_WRONG_ANSWER);
  EXPECT_NE(execution.message.find("-711"), std::string::npos);
  EXPECT_EQ(value(1), 0);
  expect_usable();
}

TEST_F(ExecutionTest, IntendedRollbackAndWarningKeepTheirNames) {
  const Execution rolled_back = execute(session, QUARTET_TRADE_ORDER, [](db::Session&) {
    Answer answer;
    answer.status = 1;
    answer.rolled_back_on_purpose = true;
    return answer;
  });
  EXPECT_EQ(rolled_back.outcome, QUARTET_ROLLED_BACK_ON_PURPOSE);
  const Execution warned = execute(session, QUARTET_TRADE_LOOKUP, [](db::Session&) {
    Answer answer;
    answer.status = 621;
    return answer;
  });
  EXPECT_EQ(warned.outcome, QUARTET_COMMITTED);
  EXPECT_EQ(warned.answer.status, 621);
}

TEST_F(ExecutionTest, DefectIsAnEngineErrorAndRollsBack) {
  const Execution execution = execute(session, QUARTET_TRADE_ORDER, [](db::Session& connection) -> Answer {
    Batch batch;
    batch.begin(Isolation::kReadCommitted);
    batch.add(kAdd, Parameters().int4(1));
    connection.run(batch);
    throw std::logic_error("a column was NULL");
  });
  EXPECT_EQ(execution.outcome, QUARTET_ENGINE_ERROR);
  EXPECT_NE(execution.message.find("a column was NULL"), std::string::npos);
  EXPECT_EQ(value(1), 0);
  expect_usable();
}

}  // namespace
}  // namespace quartet
