#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "db/pq_session.h"
#include "postgres_fixture.h"

namespace quartet::db {
namespace {

using test::empty_conninfo;
using test::Sql;

const Statement kOne = {"one", "SELECT 1", {}};
const Statement kBackend = {"backend", "SELECT pg_backend_pid()", {}};
const Statement kDivide = {"divide", "SELECT 10 / $1", {Type::kInt4}};
const Statement kBroken = {"broken", "SELECT no_such_column FROM pg_class", {}};
const Statement kInsert = {"insert", "INSERT INTO ledger VALUES ($1, $2)", {Type::kInt4, Type::kMoney}};
const Statement kSetting = {"setting", "SELECT current_setting($1)", {Type::kText}};
const Statement kTerminate = {"terminate", "SELECT pg_terminate_backend(pg_backend_pid())", {}};

Batch single(const Statement& statement, Parameters parameters = {}) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(statement, std::move(parameters));
  batch.commit();
  return batch;
}

int64_t backend(PqSession& session) { return session.run(single(kBackend))[0].integer(0, 0); }

DatabaseError error_of(PqSession& session, const Batch& batch) {
  try {
    session.run(batch);
  } catch (const DatabaseError& error) {
    return error;
  }
  throw std::runtime_error("the batch was expected to fail");
}

class PqSessionTest : public testing::Test {
 protected:
  void SetUp() override {
    sql.query("DROP TABLE IF EXISTS ledger; CREATE TABLE ledger (id int PRIMARY KEY, amount numeric(12,2))");
  }
  int64_t rows() { return sql.number("SELECT count(*) FROM ledger"); }

  // Ends the backend of the session under test and waits until it is gone.
  void terminate(int64_t pid) {
    sql.query(fmt::format("SELECT pg_terminate_backend({}, 10000)", pid));
    ASSERT_EQ(sql.number(fmt::format("SELECT count(*) FROM pg_stat_activity WHERE pid = {}", pid)), 0);
  }

  Sql sql{empty_conninfo()};
  PqSession session{empty_conninfo()};
};

TEST_F(PqSessionTest, ReturnsEveryTypeItIsGiven) {
  const Statement echo = {
      "echo",
      "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::text, $10::text, $11::text, $12::text, $13::text"
      ", $14",
      {Type::kInt2, Type::kInt4, Type::kInt8, Type::kBool, Type::kText, Type::kMoney, Type::kTimestamp, Type::kDate,
       Type::kInt4Array, Type::kInt8Array, Type::kTextArray, Type::kMoneyArray, Type::kTimestampArray, Type::kText}};
  const std::vector<int32_t> numbers = {1, -2};
  const std::vector<int64_t> ids = {200'000'000'000'001, -3};
  const std::vector<std::string> texts = {"a", "b,c", ""};
  const std::vector<int64_t> cents = {-5, 123456789};
  const std::vector<int64_t> times = {0, 1'500'000};
  const Result& row = session.run(single(echo, Parameters()
                                                   .int2(-1)
                                                   .int4(2)
                                                   .int8(std::numeric_limits<int64_t>::max())
                                                   .boolean(true)
                                                   .text("naïve")
                                                   .money(-123456)
                                                   .timestamp(86'400'000'000)
                                                   .date(1829)
                                                   .int4_array(numbers)
                                                   .int8_array(ids)
                                                   .text_array(texts)
                                                   .money_array(cents)
                                                   .timestamp_array(times)
                                                   .null()))[0];
  EXPECT_EQ(row.integer(0, 0), -1);
  EXPECT_EQ(row.integer(0, 1), 2);
  EXPECT_EQ(row.integer(0, 2), std::numeric_limits<int64_t>::max());
  EXPECT_TRUE(row.boolean(0, 3));
  EXPECT_EQ(row.text(0, 4), "naïve");
  EXPECT_EQ(row.cents(0, 5), -123456);
  EXPECT_EQ(row.timestamp(0, 6), 86'400'000'000);
  EXPECT_EQ(row.date(0, 7), 1829);
  EXPECT_EQ(row.text(0, 8), "{1,-2}");
  EXPECT_EQ(row.text(0, 9), "{200000000000001,-3}");
  EXPECT_EQ(row.text(0, 10), "{a,\"b,c\",\"\"}");
  EXPECT_EQ(row.text(0, 11), "{-0.05,1234567.89}");
  EXPECT_EQ(row.text(0, 12), "{\"2000-01-01 00:00:00\",\"2000-01-01 00:00:01.5\"}");
  EXPECT_TRUE(row.is_null(0, 13));
  EXPECT_THROW(static_cast<void>(row.text(0, 13)), std::logic_error);
  EXPECT_THROW(static_cast<void>(row.integer(0, 4)), std::logic_error);
  EXPECT_THROW(static_cast<void>(row.integer(1, 0)), std::logic_error);
}

TEST_F(PqSessionTest, AgreesWithTheServerOnNumerics) {
  const Statement numerics = {"numerics",
                              "SELECT n, n::text FROM unnest(ARRAY[0, 0.01, -0.01, 9999.99, 10000, 100000000.5"
                              ", 0.12345, 7E-7, 12345678901234.56]::numeric[]) AS n",
                              {}};
  const Statement expected = {
      "expected", "SELECT (round(n, 5) * 100000)::bigint FROM unnest($1) AS n", {Type::kMoneyArray}};
  const Result& rows = session.run(single(numerics))[0];
  std::vector<int64_t> scaled;
  std::vector<int64_t> cents;
  for (int row = 0; row < rows.rows(); ++row) {
    EXPECT_EQ(rows.scaled(row, 0, 5),
              sql.number(fmt::format("SELECT (round({}, 5) * 100000)::bigint", rows.text(row, 1))));
    cents.push_back(rows.cents(row, 0));
    scaled.push_back(cents.back() * 1000);
  }
  const Result& echoed = session.run(single(expected, Parameters().money_array(cents)))[0];
  for (int row = 0; row < echoed.rows(); ++row) EXPECT_EQ(echoed.integer(row, 0), scaled[static_cast<size_t>(row)]);
}

TEST_F(PqSessionTest, TakesOneRoundTripForABatchAndPreparesOnce) {
  Batch batch;
  batch.begin(Isolation::kSerializable);
  for (int i = 1; i <= 5; ++i) batch.add(kDivide, Parameters().int4(i));
  batch.commit();
  for (int run = 0; run < 3; ++run) {
    const Results& results = session.run(batch);
    EXPECT_EQ(results[0].integer(0, 0), 10);
    EXPECT_EQ(results[4].integer(0, 0), 2);
  }
  EXPECT_EQ(session.take_round_trips(), 3U);
  EXPECT_EQ(session.take_round_trips(), 0U);
  EXPECT_EQ(session.prepared_statements(), 3U);  // BEGIN, divide, COMMIT
}

TEST_F(PqSessionTest, RunsAtTheIsolationLevelOfTheBatch) {
  const std::vector<std::pair<Isolation, std::string>> levels = {{Isolation::kReadCommitted, "read committed"},
                                                                 {Isolation::kRepeatableRead, "repeatable read"},
                                                                 {Isolation::kSerializable, "serializable"}};
  for (const auto& [level, name] : levels) {
    Batch batch;
    batch.begin(level);
    batch.add(kSetting, Parameters().text("transaction_isolation"));
    batch.commit();
    EXPECT_EQ(session.run(batch)[0].text(0, 0), name);
  }
}

TEST_F(PqSessionTest, SetsUpItsConnection) {
  const auto setting = [&](std::string_view name) {
    return std::string(session.run(single(kSetting, Parameters().text(name)))[0].text(0, 0));
  };
  EXPECT_EQ(setting("application_name"), "quartet");
  EXPECT_EQ(setting("jit"), "off");
  EXPECT_EQ(setting("enable_seqscan"), "off");
  EXPECT_EQ(setting("plan_cache_mode"), "force_generic_plan");
}

TEST_F(PqSessionTest, KeepsTheOptionsOfItsConnectionString) {
  PqSession limited(empty_conninfo() + " options='-c statement_timeout=1234ms'");
  EXPECT_EQ(limited.run(single(kSetting, Parameters().text("statement_timeout")))[0].text(0, 0), "1234ms");
  EXPECT_EQ(limited.run(single(kSetting, Parameters().text("jit")))[0].text(0, 0), "off");
}

TEST_F(PqSessionTest, ErrorInTheMiddleSkipsTheRestAndTheCommit) {
  Batch batch;
  batch.begin(Isolation::kRepeatableRead);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kDivide, Parameters().int4(0));
  batch.add(kInsert, Parameters().int4(2).money(200));
  batch.commit();
  const DatabaseError error = error_of(session, batch);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kSql);
  EXPECT_EQ(error.sqlstate, "22012");
  EXPECT_EQ(error.statement, "divide");
  EXPECT_NE(std::string(error.what()).find("division by zero"), std::string::npos);

  // Still open, and failed, until it is rolled back.
  Batch next;
  next.add(kOne);
  EXPECT_EQ(error_of(session, next).sqlstate, "25P02");
  session.rollback();
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(session.run(single(kOne))[0].integer(0, 0), 1);
}

TEST_F(PqSessionTest, FailedTransactionOfOneBatchLeavesNothingOpen) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kDivide, Parameters().int4(0));
  batch.commit();
  EXPECT_EQ(error_of(session, batch).statement, "divide");
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(session.run(single(kOne))[0].integer(0, 0), 1) << "without a rollback in between";
}

TEST_F(PqSessionTest, StatementThatCannotBePreparedFailsByName) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kBroken);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.commit();
  for (int run = 0; run < 2; ++run) {
    const DatabaseError error = error_of(session, batch);
    EXPECT_EQ(error.sqlstate, "42703");
    EXPECT_EQ(error.statement, "broken");
    session.rollback();
  }
  // The insert behind it was skipped before it was prepared, and is prepared now.
  session.run(single(kInsert, Parameters().int4(1).money(100)));
  EXPECT_EQ(sql.value("SELECT amount FROM ledger"), "1.00");
}

TEST_F(PqSessionTest, CommitAfterAFailureIsAnError) {
  Batch failing;
  failing.begin(Isolation::kReadCommitted);
  failing.add(kDivide, Parameters().int4(0));
  EXPECT_EQ(error_of(session, failing).sqlstate, "22012");
  Batch commit;
  commit.commit();
  EXPECT_EQ(error_of(session, commit).sqlstate, "25P02");
  session.rollback();
}

TEST_F(PqSessionTest, RollbackWithoutATransactionCostsNothing) {
  session.rollback();
  session.run(single(kOne));
  session.rollback();
  EXPECT_EQ(session.take_round_trips(), 1U);
}

TEST_F(PqSessionTest, RefusesAWrongNumberOfParametersBeforeSendingAnything) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1));
  EXPECT_THROW(session.run(batch), std::logic_error);
  EXPECT_EQ(session.run(single(kOne))[0].integer(0, 0), 1);
}

TEST_F(PqSessionTest, MovesBatchesThatAreLargerThanTheSocketBuffers) {
  const Statement copy = {"copy", "SELECT $1", {Type::kText}};
  const std::string text(1'000'000, 'x');
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  constexpr size_t kStatements = 40;
  for (size_t i = 0; i < kStatements; ++i) batch.add(copy, Parameters().text(text));
  batch.commit();
  const Results& results = session.run(batch);
  for (size_t i = 0; i < kStatements; ++i) EXPECT_EQ(results[i].text(0, 0).size(), text.size());
  EXPECT_EQ(session.take_round_trips(), 1U);
}

TEST_F(PqSessionTest, ReplacesAConnectionThatTheServerClosedBetweenTransactions) {
  const int64_t first = backend(session);
  terminate(first);
  EXPECT_NE(backend(session), first);
}

TEST_F(PqSessionTest, LosesTheConnectionInsideATransactionAndConnectsAgain) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kBackend);
  terminate(session.run(batch)[1].integer(0, 0));

  Batch commit;
  commit.commit();
  const DatabaseError error = error_of(session, commit);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_EQ(rows(), 0);
  session.rollback();
  EXPECT_EQ(session.run(single(kOne))[0].integer(0, 0), 1);
}

TEST_F(PqSessionTest, BackendThatEndsBeforeTheCommitIsALostConnection) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kTerminate);
  batch.commit();
  const DatabaseError error = error_of(session, batch);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_EQ(error.sqlstate, "57P01");
  EXPECT_EQ(rows(), 0);
}

// The deferred trigger ends the backend while the COMMIT runs: the client cannot know what became of it.
TEST_F(PqSessionTest, ConnectionLostDuringTheCommitIsInDoubt) {
  sql.query(
      "CREATE OR REPLACE FUNCTION end_backend() RETURNS trigger LANGUAGE plpgsql AS "
      "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';"
      "CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED "
      "FOR EACH ROW EXECUTE FUNCTION end_backend()");
  const DatabaseError error = error_of(session, single(kInsert, Parameters().int4(1).money(100)));
  EXPECT_EQ(error.kind, DatabaseError::Kind::kInDoubt);
  EXPECT_EQ(error.statement, "COMMIT");
  EXPECT_EQ(session.run(single(kOne))[0].integer(0, 0), 1);
}

TEST_F(PqSessionTest, ReportsAServerThatIsNotThere) {
  PqSession nowhere("host=127.0.0.1 port=1 dbname=x");
  const DatabaseError error = error_of(nowhere, single(kOne));
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  EXPECT_NE(std::string(error.what()).find("Is PostgreSQL listening there"), std::string::npos);
}

TEST_F(PqSessionTest, SerializationFailureNamesItsStatement) {
  sql.query("INSERT INTO ledger VALUES (1, 0)");
  const Statement update = {"update", "UPDATE ledger SET amount = amount + $1 WHERE id = 1", {Type::kMoney}};
  const Statement read = {"read", "SELECT amount FROM ledger WHERE id = 1", {}};
  Batch first;
  first.begin(Isolation::kRepeatableRead);
  first.add(read);
  session.run(first);
  sql.query("UPDATE ledger SET amount = 5 WHERE id = 1");
  Batch second;
  second.add(update, Parameters().money(1));
  second.commit();
  const DatabaseError error = error_of(session, second);
  EXPECT_EQ(error.sqlstate, "40001");
  EXPECT_EQ(error.statement, "update");
  session.rollback();
  EXPECT_EQ(sql.value("SELECT amount FROM ledger"), "5.00");
}

}  // namespace
}  // namespace quartet::db
