// One statement at a time: round trips, plain forms and failures of a PlainSession.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "db/plain_session.h"
#include "db/pq_session.h"
#include "db/row_set.h"
#include "postgres_fixture.h"

namespace quartet::db {
namespace {

using test::empty_conninfo;
using test::Sql;

const Statement kOne = {"one", "SELECT 1", {}};
const Statement kInsert = {"insert", "INSERT INTO one_by_one VALUES ($1)", {Type::kInt4}};
const Statement kDivide = {"divide", "SELECT 10 / $1", {Type::kInt4}};
const Statement kTwice = {"twice", "SELECT $1 * 2", {Type::kInt8}};

// Adds up what came before it and doubles its parameter by a statement of its own.
const Statement kSum = {"sum", "SELECT no_such_column", {Type::kInt8}, [](const PlainCall& call) {
                          Batch batch;
                          batch.add(kTwice, Parameters().int8(call.parameters.get_integer(0)));
                          int64_t sum = call.session.run(batch)[0].integer(0, 0);
                          for (const auto& result : call.earlier) sum += result->integer(0, 0);
                          auto rows = std::make_unique<RowSet>();
                          rows->add({sum});
                          return std::unique_ptr<Result>(std::move(rows));
                        }};

class PlainSessionTest : public testing::Test {
 protected:
  void SetUp() override { sql.query("DROP TABLE IF EXISTS one_by_one; CREATE TABLE one_by_one (id int PRIMARY KEY)"); }
  int64_t rows() { return sql.number("SELECT count(*) FROM one_by_one"); }

  Sql sql{empty_conninfo()};
  PlainSession session{std::make_unique<PqSession>(empty_conninfo())};
};

TEST_F(PlainSessionTest, EveryEntryIsARoundTrip) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kOne);
  batch.add(kInsert, Parameters().int4(7));
  batch.commit();
  const Results& results = session.run(batch);
  EXPECT_EQ(session.take_round_trips(), 4U);
  EXPECT_EQ(results[0].integer(0, 0), 1);
  EXPECT_EQ(results[1].affected(), 1);
  EXPECT_EQ(rows(), 1);
}

TEST_F(PlainSessionTest, APlainFormRunsInPlaceOfItsStatementAndSeesTheResultsBefore) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kOne);
  const size_t sum = batch.add(kSum, Parameters().int8(20));
  batch.add(kOne);
  batch.commit();
  const Results& results = session.run(batch);
  EXPECT_EQ(results[sum].integer(0, 0), 41);
  EXPECT_EQ(session.take_round_trips(), 5U);
}

TEST_F(PlainSessionTest, AResultThatWasTakenOutlivesTheNextRun) {
  Batch batch;
  batch.add(kOne);
  session.run(batch);
  const std::unique_ptr<Result> kept = session.take_result(0);
  session.run(batch);
  EXPECT_EQ(kept->integer(0, 0), 1);
}

TEST_F(PlainSessionTest, ABatchCanEndWithRollback) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(9));
  batch.rollback();
  EXPECT_EQ(session.run(batch)[0].affected(), 1);
  EXPECT_EQ(session.take_round_trips(), 3U);
  EXPECT_EQ(rows(), 0);
}

TEST_F(PlainSessionTest, AFailureKeepsTheCommitFromRunning) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(8));
  batch.add(kDivide, Parameters().int4(0));
  batch.commit();
  try {
    session.run(batch);
    FAIL() << "the division by zero was accepted";
  } catch (const DatabaseError& error) {
    EXPECT_EQ(error.kind, DatabaseError::Kind::kSql);
    EXPECT_EQ(error.sqlstate, "22012");
    EXPECT_EQ(error.statement, "divide");
  }
  session.rollback();
  EXPECT_EQ(rows(), 0);
}

}  // namespace
}  // namespace quartet::db
