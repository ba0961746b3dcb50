// The C interface without a database: opening, keys, and inputs that nobody should send.
#include "quartet/engine.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "quartet/market_model.h"
#include "txn/inputs.h"

namespace quartet {
namespace {

constexpr const char* kNowhere = "host=127.0.0.1 port=1 dbname=nowhere connect_timeout=2";

struct Close {
  void operator()(quartet_engine* engine) const { quartet_engine_close(engine); }
  void operator()(quartet_session* session) const { quartet_session_close(session); }
};

quartet_model small_model() { return {1, 1, 1, 1000, 42}; }

std::unique_ptr<quartet_engine, Close> open_engine() {
  const quartet_model model = small_model();
  quartet_engine* engine = nullptr;
  EXPECT_EQ(quartet_engine_open(kNowhere, kNowhere, &model, nullptr, &engine, nullptr, 0), 0);
  return std::unique_ptr<quartet_engine, Close>(engine);
}

std::unique_ptr<quartet_session, Close> open_session(quartet_engine* engine) {
  quartet_session* session = nullptr;
  EXPECT_EQ(quartet_session_open(engine, &session, nullptr, 0), 0);
  return std::unique_ptr<quartet_session, Close>(session);
}

std::string failure_of_open(const char* dss, const quartet_model* model) {
  std::array<char, 512> error = {};
  quartet_engine* engine = nullptr;
  EXPECT_NE(quartet_engine_open(dss, kNowhere, model, nullptr, &engine, error.data(), error.size()), 0);
  EXPECT_EQ(engine, nullptr);
  return error.data();
}

const uint8_t* bytes_of(const std::string& text) { return reinterpret_cast<const uint8_t*>(text.data()); }

// One well-formed input of each type.
std::vector<std::string> inputs() {
  BrokerVolumeInput broker_volume;
  broker_volume.brokers = {"a", "b"};
  broker_volume.sector = "Energy";
  CustomerPositionInput customer_position;
  customer_position.customer_id = 1;
  MarketFeedInput market_feed;
  market_feed.entries = {{"AAAA", 2000, 100}};
  market_feed.unique_symbols = 1;
  MarketWatchInput market_watch;
  market_watch.customer_id = 1;
  SecurityDetailInput security_detail;
  security_detail.symbol = "AAAA";
  security_detail.max_rows = 5;
  TradeLookupInput trade_lookup;
  trade_lookup.frame = 4;
  TradeOrderInput trade_order;
  trade_order.symbol = "AAAA";
  trade_order.quantity = 100;
  trade_order.requested_price_cents = 2000;
  TradeUpdateInput trade_update;
  trade_update.frame = 2;
  DataMaintenanceInput data_maintenance;
  data_maintenance.table = 7;
  return {encode(broker_volume),       encode(customer_position),
          encode(market_feed),         encode(market_watch),
          encode(security_detail),     encode(trade_lookup),
          encode(trade_order),         encode(TradeResultInput{kTradeIdBase, 2000}),
          encode(TradeStatusInput{1}), encode(trade_update),
          encode(data_maintenance),    encode(TradeCleanupInput{kTradeIdBase})};
}

TEST(EngineOpen, SaysWhatIsWrong) {
  quartet_model model = small_model();
  EXPECT_NE(failure_of_open("no equals sign", &model).find("malformed"), std::string::npos);
  const std::string refused = failure_of_open("host=x password=secret", &model);
  EXPECT_NE(refused.find("PGPASSFILE"), std::string::npos);
  EXPECT_EQ(refused.find("secret"), std::string::npos);
  EXPECT_NE(failure_of_open(nullptr, &model).find("no connection string"), std::string::npos);
  EXPECT_NE(failure_of_open(kNowhere, nullptr).find("no model"), std::string::npos);
  model.active_load_units = 2;
  EXPECT_FALSE(failure_of_open(kNowhere, &model).empty());
}

TEST(EngineOpen, CutsItsMessageToTheRoomGiven) {
  std::array<char, 10> error = {};
  error.fill('x');
  quartet_engine* engine = nullptr;
  EXPECT_NE(quartet_engine_open("a b", kNowhere, nullptr, nullptr, &engine, error.data(), error.size()), 0);
  EXPECT_EQ(error.back(), '\0');
}

TEST(EngineOpen, SessionNeedsAnEngine) {
  quartet_session* session = nullptr;
  std::array<char, 128> error = {};
  EXPECT_NE(quartet_session_open(nullptr, &session, error.data(), error.size()), 0);
  EXPECT_STRNE(error.data(), "");
}

TEST(EngineVersion, IsThatOfTheKit) {
  EXPECT_TRUE(std::regex_match(quartet_version(), std::regex("[0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?")))
      << quartet_version();
}

TEST(EngineOrderingKey, IsTheBrokerOfARunTimeTrade) {
  const auto engine = open_engine();
  const MarketModel model(
      MarketParameters{.load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 1000, .seed = 42});
  const auto key = [&](int type, int64_t trade_id) {
    const std::string input = encode(TradeResultInput{trade_id, 2000});
    return quartet_ordering_key(engine.get(), type, bytes_of(input), input.size());
  };
  const int64_t first = model.first_run_time_trade_id();
  EXPECT_EQ(key(QUARTET_TRADE_RESULT, first + 1), 0);
  EXPECT_EQ(key(QUARTET_TRADE_RESULT, first + 7 * kRunTimeIdsPerBroker + 12'345), 7);
  EXPECT_EQ(key(QUARTET_TRADE_RESULT, first - 1), -1);
  EXPECT_EQ(key(QUARTET_TRADE_ORDER, first + 1), -1);
  EXPECT_EQ(quartet_ordering_key(engine.get(), QUARTET_TRADE_RESULT, nullptr, 0), -1);
  EXPECT_EQ(quartet_ordering_key(nullptr, QUARTET_TRADE_RESULT, nullptr, 0), -1);
}

TEST(EngineExecute, AnswersWithoutASession) {
  quartet_reply reply = {};
  quartet_execute(nullptr, QUARTET_TRADE_STATUS, QUARTET_BY_TYPE, nullptr, 0, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_ENGINE_ERROR);
  EXPECT_STRNE(reply.message, "");
  quartet_resync(nullptr, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_ENGINE_ERROR);
}

TEST(EngineExecute, ReportsADatabaseThatIsNotThere) {
  const auto engine = open_engine();
  const auto session = open_session(engine.get());
  const std::string input = encode(TradeStatusInput{1});
  quartet_reply reply = {};
  quartet_execute(session.get(), QUARTET_TRADE_STATUS, QUARTET_BY_TYPE, bytes_of(input), input.size(), &reply);
  EXPECT_EQ(reply.outcome, QUARTET_CONNECTION);
  EXPECT_EQ(reply.retry_count, 0U);
  EXPECT_NE(std::string(reply.message).find("Is PostgreSQL listening"), std::string::npos);
}

TEST(EngineExecute, RefusesTypesAndDatabasesThatDoNotFit) {
  const auto engine = open_engine();
  const auto session = open_session(engine.get());
  const auto outcome = [&](int type, int database, const std::string& input) {
    quartet_reply reply = {};
    quartet_execute(session.get(), type, database, bytes_of(input), input.size(), &reply);
    return reply.outcome;
  };
  const std::string status = encode(TradeStatusInput{1});
  DataMaintenanceInput maintenance;
  maintenance.table = 7;
  for (const int type : {-1, 0, 13, 1000}) EXPECT_EQ(outcome(type, 0, status), QUARTET_ENGINE_ERROR);
  EXPECT_EQ(outcome(QUARTET_TRADE_STATUS, QUARTET_DSS, status), QUARTET_ENGINE_ERROR);
  EXPECT_EQ(outcome(QUARTET_TRADE_STATUS, QUARTET_OLTP, status), QUARTET_CONNECTION);
  EXPECT_EQ(outcome(QUARTET_DATA_MAINTENANCE, QUARTET_BY_TYPE, encode(maintenance)), QUARTET_ENGINE_ERROR);
  EXPECT_EQ(outcome(QUARTET_DATA_MAINTENANCE, QUARTET_DSS, encode(maintenance)), QUARTET_CONNECTION);
  EXPECT_EQ(outcome(QUARTET_DATA_MAINTENANCE, 7, encode(maintenance)), QUARTET_ENGINE_ERROR);
}

TEST(EngineExecute, RefusesEveryTruncatedOrProlongedInput) {
  const auto engine = open_engine();
  const auto session = open_session(engine.get());
  const auto all = inputs();
  for (int type = QUARTET_BROKER_VOLUME; type <= QUARTET_TRADE_CLEANUP; ++type) {
    const std::string& whole = all[static_cast<size_t>(type - 1)];
    const int database = type >= QUARTET_DATA_MAINTENANCE ? QUARTET_OLTP : QUARTET_BY_TYPE;
    const auto reply_of = [&](const std::string& input) {
      quartet_reply reply = {};
      quartet_execute(session.get(), type, database, bytes_of(input), input.size(), &reply);
      return reply;
    };
    for (size_t length = 0; length < whole.size(); ++length) {
      const quartet_reply reply = reply_of(whole.substr(0, length));
      ASSERT_EQ(reply.outcome, QUARTET_ENGINE_ERROR) << "type " << type << " cut to " << length;
      ASSERT_STRNE(reply.message, "");
    }
    EXPECT_EQ(reply_of(whole + "x").outcome, QUARTET_ENGINE_ERROR);
    EXPECT_EQ(reply_of(whole).outcome, QUARTET_CONNECTION) << reply_of(whole).message;
  }
}

}  // namespace
}  // namespace quartet
