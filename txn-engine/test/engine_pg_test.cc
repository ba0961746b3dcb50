// The C interface on loaded databases.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "postgres_fixture.h"
#include "quartet/engine.h"
#include "txn/inputs.h"

namespace quartet {
namespace {

using test::Sql;

struct Close {
  void operator()(quartet_engine* engine) const { quartet_engine_close(engine); }
  void operator()(quartet_session* session) const { quartet_session_close(session); }
  void operator()(quartet_inputs* inputs) const { quartet_inputs_close(inputs); }
};

class EngineTest : public testing::Test {
 protected:
  void SetUp() override {
    const quartet_model model = test::loaded_model();
    std::array<char, 512> error = {};
    quartet_engine* opened = nullptr;
    ASSERT_EQ(quartet_engine_open(test::dss_conninfo().c_str(), test::oltp_conninfo().c_str(), &model, nullptr, &opened,
                                  error.data(), error.size()),
              0)
        << error.data();
    engine.reset(opened);
    quartet_session* first = nullptr;
    ASSERT_EQ(quartet_session_open(opened, &first, error.data(), error.size()), 0) << error.data();
    session.reset(first);
    quartet_inputs* generator = nullptr;
    ASSERT_EQ(quartet_inputs_open(&model, 7, &generator, error.data(), error.size()), 0) << error.data();
    inputs.reset(generator);
  }

  quartet_reply run(int type, const uint8_t* input, size_t length) {
    quartet_reply reply = {};
    quartet_execute(session.get(), type, QUARTET_BY_TYPE, input, length, &reply);
    return reply;
  }
  quartet_reply run_next(int type) {
    const uint8_t* input = nullptr;
    size_t length = 0;
    EXPECT_EQ(quartet_inputs_next(inputs.get(), type, &input, &length), 0);
    return run(type, input, length);
  }

  std::unique_ptr<quartet_engine, Close> engine;
  std::unique_ptr<quartet_session, Close> session;
  std::unique_ptr<quartet_inputs, Close> inputs;
};

constexpr std::array<int, 6> kReadingTypes = {QUARTET_BROKER_VOLUME,   QUARTET_CUSTOMER_POSITION, QUARTET_MARKET_WATCH,
                                              QUARTET_SECURITY_DETAIL, QUARTET_TRADE_LOOKUP,      QUARTET_TRADE_STATUS};

TEST_F(EngineTest, AnswersThousandsOfMixedReadsRightInAtMostTwoRoundTrips) {
  Stream random(2026, 1, 1);
  std::map<int, int> warnings;
  for (int i = 0; i < 3000; ++i) {
    const int type = kReadingTypes.at(static_cast<size_t>(random.uniform(0, 5)));
    const quartet_reply reply = run_next(type);
    ASSERT_EQ(reply.outcome, QUARTET_COMMITTED)
        << "type " << type << " status " << reply.status << " " << reply.message;
    ASSERT_GE(reply.status, 0);
    ASSERT_LE(reply.round_trips, 2U);
    ASSERT_GT(reply.output_length, 0U);
    ASSERT_EQ(reply.retry_count, 0U);
    if (reply.status > 0) ++warnings[reply.status];
  }
  for (const auto& [status, count] : warnings) {
    RecordProperty("warning_" + std::to_string(status), count);
    EXPECT_TRUE(status == 621 || status == 631 || status == 641) << status;
  }
}

// Every table is reached through an index, and no index is read much further than the answer needs.
TEST_F(EngineTest, ReadsThroughIndexesOnly) {
  constexpr int kRuns = 100;
  struct Limit {
    int type;
    const char* table;
    int rows;  // index entries and rows per transaction, on average at most
  };
  const std::vector<Limit> limits = {
      {QUARTET_CUSTOMER_POSITION, "trade", 10},      {QUARTET_TRADE_STATUS, "trade", 60},
      {QUARTET_TRADE_STATUS, "security", 110},       {QUARTET_SECURITY_DETAIL, "news_item", 6},
      {QUARTET_SECURITY_DETAIL, "daily_market", 25}, {QUARTET_MARKET_WATCH, "daily_market", 700},
      {QUARTET_CUSTOMER_POSITION, "last_trade", 220}};
  const auto rows_read = [](const std::string& table) {
    Sql sql(test::oltp_conninfo());
    return sql.number(fmt::format("SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = '{}'", table));
  };
  const auto sequential = [] {
    Sql sql(test::oltp_conninfo());
    return sql.number("SELECT sum(seq_scan) FROM pg_stat_user_tables");
  };
  // A backend publishes its counts when it ends.
  const auto publish = [this] {
    session.reset();
    Sql sql(test::oltp_conninfo());
    while (sql.number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'quartet'") != 0) {
    }
    quartet_session* next = nullptr;
    ASSERT_EQ(quartet_session_open(engine.get(), &next, nullptr, 0), 0);
    session.reset(next);
  };
  run_next(QUARTET_TRADE_STATUS);
  publish();
  const int64_t sequential_before = sequential();
  for (const Limit& limit : limits) {
    const int64_t before = rows_read(limit.table);
    for (int i = 0; i < kRuns; ++i) ASSERT_EQ(run_next(limit.type).outcome, QUARTET_COMMITTED);
    publish();
    EXPECT_LE((rows_read(limit.table) - before) / kRuns, limit.rows) << "type " << limit.type << " " << limit.table;
  }
  for (const int type : kReadingTypes) {
    ASSERT_EQ(run_next(type).outcome, QUARTET_COMMITTED);
  }
  publish();
  EXPECT_EQ(sequential(), sequential_before);
}

TEST_F(EngineTest, SurvivesBytesThatMakeNoSense) {
  Stream random(2026, 2, 2);
  for (int i = 0; i < 2000; ++i) {
    const int type = kReadingTypes.at(static_cast<size_t>(random.uniform(0, 5)));
    const uint8_t* input = nullptr;
    size_t length = 0;
    ASSERT_EQ(quartet_inputs_next(inputs.get(), type, &input, &length), 0);
    std::vector<uint8_t> bytes(input, input + length);
    const auto place = static_cast<size_t>(random.uniform(0, static_cast<int64_t>(length) - 1));
    bytes[place] = static_cast<uint8_t>(random.uniform(0, 255));
    const quartet_reply reply = run(type, bytes.data(), bytes.size());
    // Changed ids and texts lead to legal answers, wrong ones, errors of the server (not UTF-8) or refusals.
    ASSERT_TRUE(reply.outcome == QUARTET_COMMITTED || reply.outcome == QUARTET_WRONG_ANSWER ||
                reply.outcome == QUARTET_SQL_ERROR || reply.outcome == QUARTET_ENGINE_ERROR)
        << reply.outcome << " " << reply.message;
  }
  EXPECT_EQ(run_next(QUARTET_TRADE_STATUS).outcome, QUARTET_COMMITTED);
}

TEST_F(EngineTest, GoesOnAfterBothServersClosedTheConnections) {
  ASSERT_EQ(run_next(QUARTET_TRADE_LOOKUP).outcome, QUARTET_COMMITTED);
  ASSERT_EQ(run_next(QUARTET_TRADE_STATUS).outcome, QUARTET_COMMITTED);
  Sql sql(test::oltp_conninfo());
  EXPECT_EQ(
      sql.query("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'quartet'")
          .size(),
      2U);
  EXPECT_EQ(run_next(QUARTET_TRADE_LOOKUP).outcome, QUARTET_COMMITTED);
  EXPECT_EQ(run_next(QUARTET_TRADE_STATUS).outcome, QUARTET_COMMITTED);
}

TEST_F(EngineTest, ProbeTellsTheVersionOfEachServer) {
  const std::string version = test::Sql(test::oltp_conninfo()).value("SHOW server_version");
  for (const int database : {QUARTET_DSS, QUARTET_OLTP}) {
    quartet_reply reply;
    quartet_probe(session.get(), database, &reply);
    ASSERT_EQ(reply.outcome, QUARTET_COMMITTED) << reply.message;
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(reply.output), reply.output_length), version);
  }
  quartet_reply reply;
  quartet_probe(session.get(), QUARTET_BY_TYPE, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_ENGINE_ERROR) << "a database has to be named";
}

TEST_F(EngineTest, ResyncTellsOpenOrders) {
  const MarketModel model(test::loaded_parameters());
  const int64_t first = model.first_run_time_trade_id();
  const int64_t account = MarketModel::account_id(0, 0);
  Sql sql(test::oltp_conninfo());
  const auto insert = [&](int64_t id, std::string_view status, std::string_view type, std::string_view symbol) {
    sql.query(
        fmt::format("INSERT INTO trade VALUES ({}, now(), '{}', '{}', true, '{}', 400, 25.37, {}, 'x', NULL, 1, 1"
                    ", 0, false)",
                    id, status, type, symbol, account));
  };
  insert(first + 1, "SBMT", "TMS", model.symbol(3));
  insert(first + 2, "CMPT", "TMB", model.symbol(4));
  insert(first + 4 * kRunTimeIdsPerBroker, "PNDG", "TLB", model.symbol(684));
  quartet_reply reply = {};
  quartet_resync(session.get(), &reply);
  sql.query(fmt::format("DELETE FROM trade WHERE t_id >= {}", first));

  EXPECT_EQ(reply.outcome, QUARTET_COMMITTED);
  ASSERT_EQ(reply.order_count, 2U);
  EXPECT_EQ(reply.orders[0].trade_id, static_cast<uint64_t>(first + 1));
  EXPECT_EQ(reply.orders[0].security, 3U);
  EXPECT_EQ(reply.orders[0].quantity, 400U);
  EXPECT_EQ(reply.orders[0].price_cents, 2537U);
  EXPECT_EQ(reply.orders[0].trade_type, QUARTET_TMS);
  EXPECT_EQ(reply.orders[0].action, QUARTET_PROCESS_NOW);
  EXPECT_EQ(reply.orders[1].security, 684U);
  EXPECT_EQ(reply.orders[1].trade_type, QUARTET_TLB);
  EXPECT_EQ(reply.orders[1].action, QUARTET_SET_LIMIT_TRIGGER);
}

}  // namespace
}  // namespace quartet
