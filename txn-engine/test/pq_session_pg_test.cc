// Behaviour of the libpq session alone (session_pg_test.cc has the rest): one round trip for a batch of any size.
#include <gtest/gtest.h>

#include <string>

#include "db/pq_session.h"
#include "session_fixture.h"

namespace quartet::db {
namespace {

using test::empty_conninfo;
using test::error_of;
using test::kBackend;
using test::kDivide;
using test::kInsert;
using test::kOne;
using test::single;

class PqSessionTest : public test::LedgerTest {
 protected:
  PqSessionTest() : LedgerTest(Access::kLibpq) {}
};

TEST_F(PqSessionTest, TakesOneRoundTripForABatchAndPreparesOnce) {
  PqSession pipelined(empty_conninfo());
  Batch batch;
  batch.begin(Isolation::kSerializable);
  for (int i = 1; i <= 5; ++i) batch.add(kDivide, Parameters().int4(i));
  batch.commit();
  for (int run = 0; run < 3; ++run) {
    const Results& results = pipelined.run(batch);
    EXPECT_EQ(results[0].integer(0, 0), 10);
    EXPECT_EQ(results[4].integer(0, 0), 2);
  }
  EXPECT_EQ(pipelined.take_round_trips(), 3U);
  EXPECT_EQ(pipelined.take_round_trips(), 0U);
  EXPECT_EQ(pipelined.prepared_statements(), 3U);  // BEGIN, divide, COMMIT
}

TEST_F(PqSessionTest, RollbackAtTheEndOfABatchCostsNoRoundTrip) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.rollback();
  session->run(batch);
  session->rollback();
  EXPECT_EQ(session->take_round_trips(), 1U);
}

TEST_F(PqSessionTest, FailedTransactionOfOneBatchLeavesNothingOpen) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kDivide, Parameters().int4(0));
  batch.commit();
  EXPECT_EQ(error_of(*session, batch).statement, "divide");
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1) << "without a rollback in between";
}

TEST_F(PqSessionTest, MovesBatchesThatAreLargerThanTheSocketBuffers) {
  const Statement copy = {"copy", "SELECT $1", {Type::kText}};
  const std::string text(1'000'000, 'x');
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  constexpr size_t kStatements = 40;
  for (size_t i = 0; i < kStatements; ++i) batch.add(copy, Parameters().text(text));
  batch.commit();
  const Results& results = session->run(batch);
  for (size_t i = 0; i < kStatements; ++i) EXPECT_EQ(results[i].text(0, 0).size(), text.size());
  EXPECT_EQ(session->take_round_trips(), 1U);
}

TEST_F(PqSessionTest, LosesTheConnectionInsideATransactionAndConnectsAgain) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kBackend);
  terminate(session->run(batch)[1].integer(0, 0));

  Batch commit;
  commit.commit();
  const DatabaseError error = error_of(*session, commit);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_EQ(rows(), 0);
  session->rollback();
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
}

}  // namespace
}  // namespace quartet::db
