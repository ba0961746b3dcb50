// Requirements on every session, whatever its access path.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "session_fixture.h"

namespace quartet::db {
namespace {

using test::backend;
using test::empty_conninfo;
using test::error_of;
using test::kDivide;
using test::kInsert;
using test::kOne;
using test::kSetting;
using test::single;

const Statement kBroken = {"broken", "SELECT no_such_column FROM pg_class", {}};
const Statement kTerminate = {"terminate", "SELECT pg_terminate_backend(pg_backend_pid())", {}};

class SessionTest : public test::LedgerTest, public testing::WithParamInterface<Access> {
 protected:
  SessionTest() : LedgerTest(GetParam()) {}
};

INSTANTIATE_TEST_SUITE_P(Access, SessionTest, testing::Values(Access::kLibpq, Access::kOdbc),
                         [](const auto& test) { return test.param == Access::kOdbc ? "odbc" : "libpq"; });

TEST_P(SessionTest, ReturnsEveryTypeItIsGiven) {
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
  const Result& row = session->run(single(echo, Parameters()
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

TEST_P(SessionTest, AgreesWithTheServerOnNumerics) {
  const Statement numerics = {"numerics",
                              "SELECT n, n::text FROM unnest(ARRAY[0, 0.01, -0.01, 9999.99, 10000, 100000000.5"
                              ", 0.12345, 7E-7, 12345678901234.56]::numeric[]) AS n",
                              {}};
  const Statement expected = {
      "expected", "SELECT (round(n, 5) * 100000)::bigint FROM unnest($1) AS n", {Type::kMoneyArray}};
  const Result& rows = session->run(single(numerics))[0];
  std::vector<int64_t> scaled;
  std::vector<int64_t> cents;
  for (int row = 0; row < rows.rows(); ++row) {
    EXPECT_EQ(rows.scaled(row, 0, 5),
              sql.number(fmt::format("SELECT (round({}, 5) * 100000)::bigint", rows.text(row, 1))));
    cents.push_back(rows.cents(row, 0));
    scaled.push_back(cents.back() * 1000);
  }
  const Result& echoed = session->run(single(expected, Parameters().money_array(cents)))[0];
  for (int row = 0; row < echoed.rows(); ++row) EXPECT_EQ(echoed.integer(row, 0), scaled[static_cast<size_t>(row)]);
}

TEST_P(SessionTest, TextsArriveAsTheyWereSent) {
  const Statement elements = {"elements",
                              "SELECT value, $2 FROM unnest($1) WITH ORDINALITY AS t (value, place) ORDER BY place",
                              {Type::kTextArray, Type::kText}};
  const std::vector<std::string> texts = {"",      "NULL", "null", "a\"b", "a\\b",       "\\",     "{x,y}", " lead",
                                          "tab\t", "\r\n", "'",    "''",   "na\u00efve", "\u20ac", "?",     "$1"};
  for (const std::string& alone : texts) {
    const Result& rows = session->run(single(elements, Parameters().text_array(texts).text(alone)))[0];
    ASSERT_EQ(rows.rows(), static_cast<int>(texts.size()));
    for (int row = 0; row < rows.rows(); ++row) {
      EXPECT_EQ(rows.text(row, 0), texts[static_cast<size_t>(row)]);
      EXPECT_EQ(rows.text(row, 1), alone);
    }
  }
}

TEST_P(SessionTest, EmptyArraysAreArraysWithoutElements) {
  const Statement sizes = {
      "sizes",
      "SELECT cardinality($1), cardinality($2), cardinality($3), cardinality($4), cardinality($5)",
      {Type::kInt4Array, Type::kInt8Array, Type::kTextArray, Type::kMoneyArray, Type::kTimestampArray}};
  const Result& row = session->run(
      single(sizes, Parameters().int4_array({}).int8_array({}).text_array({}).money_array({}).timestamp_array({})))[0];
  for (int column = 0; column < 5; ++column) EXPECT_EQ(row.integer(0, column), 0);
}

TEST_P(SessionTest, TextWithANulByteIsRefusedAndTheSessionGoesOn) {
  const Statement text = {"text", "SELECT $1", {Type::kText}};
  const Statement texts = {"texts", "SELECT cardinality($1)", {Type::kTextArray}};
  const std::vector<std::string> with_nul = {"a", std::string("b\0c", 3)};
  for (const Batch& batch :
       {single(text, Parameters().text(with_nul[1])), single(texts, Parameters().text_array(with_nul))}) {
    const DatabaseError error = error_of(*session, batch);
    EXPECT_EQ(error.kind, DatabaseError::Kind::kSql);
    EXPECT_EQ(error.sqlstate, "22021");
    session->rollback();
  }
  EXPECT_EQ(session->run(single(text, Parameters().text("b")))[0].text(0, 0), "b");
}

TEST_P(SessionTest, TimesKeepTheirMicroseconds) {
  const Statement times = {"times", "SELECT $1, $2, $1::text, $2::text", {Type::kTimestamp, Type::kDate}};
  struct Case {
    int64_t micros;
    int32_t days;
    const char* time;
    const char* date;
  };
  for (const Case& expected : {Case{848'402'553'123'000, 9821, "2026-11-19 11:22:33.123", "2026-11-21"},
                               Case{-1, -1, "1999-12-31 23:59:59.999999", "1999-12-31"},
                               Case{-3'155'673'600'000'000, -36'524, "1900-01-01 00:00:00", "1900-01-01"},
                               Case{5'097'600'000'000, 59, "2000-02-29 00:00:00", "2000-02-29"}}) {
    const Result& row = session->run(single(times, Parameters().timestamp(expected.micros).date(expected.days)))[0];
    EXPECT_EQ(row.timestamp(0, 0), expected.micros);
    EXPECT_EQ(row.date(0, 1), expected.days);
    EXPECT_EQ(row.text(0, 2), expected.time);
    EXPECT_EQ(row.text(0, 3), expected.date);
  }
}

TEST_P(SessionTest, ReadsManyRowsWithLongTextsAndNulls) {
  const Statement rows = {"rows",
                          "SELECT n, CASE WHEN n % 3 <> 0 THEN repeat(chr(8364), n * 100) END"
                          ", CASE WHEN n % 2 = 0 THEN n::numeric / 100 END "
                          "FROM generate_series(0, $1) AS n ORDER BY n",
                          {Type::kInt4}};
  const Result& result = session->run(single(rows, Parameters().int4(100)))[0];
  ASSERT_EQ(result.rows(), 101);
  EXPECT_EQ(result.affected(), 101);
  for (int row = 0; row < result.rows(); ++row) {
    EXPECT_EQ(result.integer(row, 0), row);
    ASSERT_EQ(result.is_null(row, 1), row % 3 == 0);
    if (row % 3 != 0) {
      std::string expected;
      for (int i = 0; i < row * 100; ++i) expected += "\u20ac";
      EXPECT_EQ(result.text(row, 1), expected);
    }
    ASSERT_EQ(result.is_null(row, 2), row % 2 != 0);
    if (row % 2 == 0) {
      EXPECT_EQ(result.cents(row, 2), row);
    }
  }
}

TEST_P(SessionTest, CountsTheRowsItChanges) {
  const Statement update = {"update", "UPDATE ledger SET amount = $1 WHERE id <= $2", {Type::kMoney, Type::kInt4}};
  const Statement returning = {"returning", "DELETE FROM ledger WHERE id = $1 RETURNING amount", {Type::kInt4}};
  const Statement moved = {
      "moved", "WITH gone AS (DELETE FROM ledger RETURNING id) INSERT INTO ledger SELECT id + 10, 0 FROM gone", {}};
  Batch batch;
  batch.begin(Isolation::kRepeatableRead);
  for (int32_t id = 1; id <= 4; ++id) batch.add(kInsert, Parameters().int4(id).money(id));
  const size_t updated = batch.add(update, Parameters().money(7).int4(3));
  const size_t none = batch.add(update, Parameters().money(7).int4(0));
  const size_t nobody = batch.add(returning, Parameters().int4(9));
  const size_t returned = batch.add(returning, Parameters().int4(2));
  const size_t again = batch.add(returning, Parameters().int4(2));
  const size_t inserted = batch.add(moved);
  batch.commit();
  const Results& results = session->run(batch);
  EXPECT_EQ(results[0].affected(), 1);
  EXPECT_EQ(results[updated].affected(), 3);
  EXPECT_EQ(results[none].affected(), 0);
  for (const size_t empty : {nobody, again}) {
    EXPECT_EQ(results[empty].affected(), 0);
    EXPECT_EQ(results[empty].rows(), 0);
  }
  EXPECT_EQ(results[returned].affected(), 1);
  EXPECT_EQ(results[returned].cents(0, 0), 7);
  EXPECT_EQ(results[inserted].affected(), 3);
}

TEST_P(SessionTest, RefusesAPasswordThatIsNotThere) {
  const auto locked = open_session(access, Statements::kBatched, empty_conninfo() + " passfile=/nowhere");
  const DatabaseError error = error_of(*locked, single(kOne));
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_NE(std::string(error.what()).find("PGPASSFILE"), std::string::npos) << error.what();
}

TEST_P(SessionTest, RunsAtTheIsolationLevelOfTheBatch) {
  const std::vector<std::pair<Isolation, std::string>> levels = {{Isolation::kReadCommitted, "read committed"},
                                                                 {Isolation::kRepeatableRead, "repeatable read"},
                                                                 {Isolation::kSerializable, "serializable"}};
  for (const auto& [level, name] : levels) {
    Batch batch;
    batch.begin(level);
    batch.add(kSetting, Parameters().text("transaction_isolation"));
    batch.commit();
    EXPECT_EQ(session->run(batch)[0].text(0, 0), name);
  }
}

TEST_P(SessionTest, SetsUpItsConnection) {
  const auto setting = [&](std::string_view name) {
    return std::string(session->run(single(kSetting, Parameters().text(name)))[0].text(0, 0));
  };
  EXPECT_EQ(setting("application_name"), "quartet");
  EXPECT_EQ(setting("jit"), "off");
  EXPECT_EQ(setting("enable_seqscan"), "off");
  EXPECT_EQ(setting("plan_cache_mode"), "force_generic_plan");
}

TEST_P(SessionTest, DoesNotFollowDefaultsOfItsRole) {
  const std::map<std::string, std::string> wanted = {{"search_path", "\"$user\",public"},
                                                     {"default_transaction_isolation", "read committed"},
                                                     {"default_transaction_read_only", "off"},
                                                     {"statement_timeout", "0"},
                                                     {"idle_session_timeout", "0"},
                                                     {"IntervalStyle", "postgres"},
                                                     {"work_mem", "7MB"}};  // memory is the user's
  test::Sql administrator(empty_conninfo());
  for (const char* changed :
       {"search_path = app", "default_transaction_isolation = serializable", "default_transaction_read_only = on",
        "statement_timeout = 1", "idle_session_timeout = 1", "intervalstyle = sql_standard", "work_mem = '7MB'"}) {
    administrator.query(std::string("ALTER ROLE CURRENT_USER SET ") + changed);
  }
  std::map<std::string, std::string> found;
  const auto fresh = open_session(access, Statements::kBatched, empty_conninfo());
  for (const auto& [name, value] : wanted) {
    found[name] = fresh->run(single(kSetting, Parameters().text(name)))[0].text(0, 0);
  }
  administrator.query("ALTER ROLE CURRENT_USER RESET ALL");
  EXPECT_EQ(found, wanted);
}

TEST_P(SessionTest, KeepsTheOptionsOfItsConnectionString) {
  const auto limited =
      open_session(access, Statements::kBatched, empty_conninfo() + " options='-c statement_timeout=1234ms'");
  EXPECT_EQ(limited->run(single(kSetting, Parameters().text("statement_timeout")))[0].text(0, 0), "1234ms");
  EXPECT_EQ(limited->run(single(kSetting, Parameters().text("jit")))[0].text(0, 0), "off");
}

TEST_P(SessionTest, OptionsOfItsConnectionStringDoNotChangeTransactions) {
  const auto other = open_session(access, Statements::kBatched,
                                  empty_conninfo() +
                                      " options='-c default_transaction_isolation=serializable"
                                      " -c default_transaction_read_only=on -c default_transaction_deferrable=on'");
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  for (const char* name : {"transaction_isolation", "transaction_read_only", "transaction_deferrable"}) {
    batch.add(kSetting, Parameters().text(name));
  }
  batch.commit();
  const auto& results = other->run(batch);
  EXPECT_EQ(results[0].text(0, 0), "read committed");
  EXPECT_EQ(results[1].text(0, 0), "off");
  EXPECT_EQ(results[2].text(0, 0), "off");
}

TEST_P(SessionTest, ErrorInTheMiddleSkipsTheRestAndTheCommit) {
  Batch batch;
  batch.begin(Isolation::kRepeatableRead);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kDivide, Parameters().int4(0));
  batch.add(kInsert, Parameters().int4(2).money(200));
  batch.commit();
  const DatabaseError error = error_of(*session, batch);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kSql);
  EXPECT_EQ(error.sqlstate, "22012");
  EXPECT_EQ(error.statement, "divide");
  EXPECT_NE(std::string(error.what()).find("division by zero"), std::string::npos);

  // Still open, and failed, until it is rolled back.
  Batch next;
  next.add(kOne);
  EXPECT_EQ(error_of(*session, next).sqlstate, "25P02");
  session->rollback();
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
}

TEST_P(SessionTest, StatementThatCannotBePreparedFailsByName) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kBroken);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.commit();
  for (int run = 0; run < 2; ++run) {
    const DatabaseError error = error_of(*session, batch);
    EXPECT_EQ(error.sqlstate, "42703");
    EXPECT_EQ(error.statement, "broken");
    session->rollback();
  }
  // The insert behind it was skipped before it was prepared, and is prepared now.
  session->run(single(kInsert, Parameters().int4(1).money(100)));
  EXPECT_EQ(sql.value("SELECT amount FROM ledger"), "1.00");
}

TEST_P(SessionTest, CommitAfterAFailureIsAnError) {
  Batch failing;
  failing.begin(Isolation::kReadCommitted);
  failing.add(kDivide, Parameters().int4(0));
  EXPECT_EQ(error_of(*session, failing).sqlstate, "22012");
  Batch commit;
  commit.commit();
  EXPECT_EQ(error_of(*session, commit).sqlstate, "25P02");
  session->rollback();
}

// With COMMIT and without: a transaction of one batch may leave it to the server.
TEST_P(SessionTest, CommitThatFailsIsAnSqlErrorWithoutEffect) {
  sql.query(
      "CREATE OR REPLACE FUNCTION divide() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM 1 / 0; RETURN NULL; END';"
      "CREATE CONSTRAINT TRIGGER divides AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED "
      "FOR EACH ROW EXECUTE FUNCTION divide()");
  for (const Isolation isolation : {Isolation::kReadCommitted, Isolation::kRepeatableRead}) {
    Batch batch;
    batch.begin(isolation);
    batch.add(kInsert, Parameters().int4(1).money(100));
    batch.commit();
    const DatabaseError error = error_of(*session, batch);
    EXPECT_EQ(error.kind, DatabaseError::Kind::kSql);
    EXPECT_EQ(error.sqlstate, "22012");
    EXPECT_EQ(error.statement, "COMMIT");
    session->rollback();
    EXPECT_EQ(rows(), 0);
    EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
  }
}

TEST_P(SessionTest, BatchThatEndsWithRollbackLeavesNothingBehind) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  const size_t one = batch.add(kOne);
  batch.rollback();
  EXPECT_THROW(batch.add(kOne), std::logic_error);
  EXPECT_EQ(session->run(batch)[one].integer(0, 0), 1);
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(session->run(single(kInsert, Parameters().int4(1).money(100)))[0].affected(), 1);
  EXPECT_EQ(rows(), 1) << "the session goes on";
}

TEST_P(SessionTest, RollbackWithoutATransactionCostsNothing) {
  session->rollback();
  EXPECT_EQ(session->take_round_trips(), 0U);
  session->run(single(kOne));
  session->take_round_trips();
  session->rollback();
  EXPECT_EQ(session->take_round_trips(), 0U);
}

TEST_P(SessionTest, RefusesAWrongNumberOfParametersBeforeSendingAnything) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1));
  EXPECT_THROW(session->run(batch), std::logic_error);
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
}

TEST_P(SessionTest, ReplacesAConnectionThatTheServerClosedBetweenTransactions) {
  const int64_t first = backend(*session);
  terminate(first);
  EXPECT_NE(backend(*session), first);
}

TEST_P(SessionTest, BackendThatEndsBeforeTheCommitIsALostConnection) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kTerminate);
  batch.commit();
  const DatabaseError error = error_of(*session, batch);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_EQ(error.sqlstate, access == Access::kLibpq ? "57P01" : "") << "psqlODBC passes on the words, not the state";
  EXPECT_FALSE(error.statement.empty());
  EXPECT_EQ(rows(), 0);
}

// The deferred trigger ends the backend while the COMMIT runs: the client cannot know what became of it.
TEST_P(SessionTest, ConnectionLostDuringTheCommitIsInDoubt) {
  sql.query(
      "CREATE OR REPLACE FUNCTION end_backend() RETURNS trigger LANGUAGE plpgsql AS "
      "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';"
      "CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED "
      "FOR EACH ROW EXECUTE FUNCTION end_backend()");
  const DatabaseError error = error_of(*session, single(kInsert, Parameters().int4(1).money(100)));
  EXPECT_EQ(error.kind, DatabaseError::Kind::kInDoubt);
  EXPECT_EQ(error.statement, "COMMIT");
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
}

TEST_P(SessionTest, ReportsAServerThatIsNotThere) {
  const auto nowhere = open_session(access, Statements::kBatched, "host=127.0.0.1 port=1 dbname=x");
  const DatabaseError error = error_of(*nowhere, single(kOne));
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  EXPECT_NE(std::string(error.what()).find("Is PostgreSQL listening there"), std::string::npos);
}

TEST_P(SessionTest, SerializationFailureNamesItsStatement) {
  sql.query("INSERT INTO ledger VALUES (1, 0)");
  const Statement update = {"update", "UPDATE ledger SET amount = amount + $1 WHERE id = 1", {Type::kMoney}};
  const Statement read = {"read", "SELECT amount FROM ledger WHERE id = 1", {}};
  Batch first;
  first.begin(Isolation::kRepeatableRead);
  first.add(read);
  session->run(first);
  sql.query("UPDATE ledger SET amount = 5 WHERE id = 1");
  Batch second;
  second.add(update, Parameters().money(1));
  second.commit();
  const DatabaseError error = error_of(*session, second);
  EXPECT_EQ(error.sqlstate, "40001");
  EXPECT_EQ(error.statement, "update");
  session->rollback();
  EXPECT_EQ(sql.value("SELECT amount FROM ledger"), "5.00");
}

}  // namespace
}  // namespace quartet::db
