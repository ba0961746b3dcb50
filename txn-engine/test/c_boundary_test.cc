// Nulls and garbage for every function of quartet/engine.h: an answer or a refusal, never an exception or a crash.
#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "quartet/engine.h"

namespace quartet {
namespace {

constexpr const char* kNowhere = "host=/nonexistent port=1 dbname=nowhere";
constexpr quartet_model kModel = {2, 1, 3, 1000, 42};

class CBoundary : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(quartet_engine_open(kNowhere, kNowhere, &kModel, nullptr, &engine, nullptr, 0), 0);
    ASSERT_EQ(quartet_session_open(engine, &session, nullptr, 0), 0);
    ASSERT_EQ(quartet_inputs_open(&kModel, 1, &inputs, nullptr, 0), 0);
  }
  void TearDown() override {
    quartet_inputs_close(inputs);
    quartet_session_close(session);
    quartet_engine_close(engine);
  }

  quartet_engine* engine = nullptr;
  quartet_session* session = nullptr;
  quartet_inputs* inputs = nullptr;
  const uint8_t* input = nullptr;
  size_t length = 0;
};

TEST_F(CBoundary, ClosingNothingDoesNothing) {
  quartet_engine_close(nullptr);
  quartet_session_close(nullptr);
  quartet_inputs_close(nullptr);
}

TEST_F(CBoundary, OpeningNeedsEveryArgumentButMessageAndOptions) {
  quartet_engine* opened = nullptr;
  quartet_session* opened_session = nullptr;
  quartet_inputs* opened_inputs = nullptr;
  EXPECT_NE(quartet_engine_open(nullptr, kNowhere, &kModel, nullptr, &opened, nullptr, 0), 0);
  EXPECT_NE(quartet_engine_open(kNowhere, nullptr, &kModel, nullptr, &opened, nullptr, 0), 0);
  EXPECT_NE(quartet_engine_open(kNowhere, kNowhere, nullptr, nullptr, &opened, nullptr, 0), 0);
  EXPECT_NE(quartet_engine_open(kNowhere, kNowhere, &kModel, nullptr, nullptr, nullptr, 0), 0);
  EXPECT_NE(quartet_session_open(nullptr, &opened_session, nullptr, 0), 0);
  EXPECT_NE(quartet_session_open(engine, nullptr, nullptr, 0), 0);
  EXPECT_NE(quartet_inputs_open(nullptr, 1, &opened_inputs, nullptr, 0), 0);
  EXPECT_NE(quartet_inputs_open(&kModel, 1, nullptr, nullptr, 0), 0);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(opened_session, nullptr);
  EXPECT_EQ(opened_inputs, nullptr);
}

TEST_F(CBoundary, OpeningRefusesOptionsAndModelsOutOfRange) {
  quartet_engine* opened = nullptr;
  std::array<char, 300> error = {};
  for (const quartet_options& options :
       {quartet_options{2, 0, 0, 0}, quartet_options{-1, 0, 0, 0}, quartet_options{0, 2, 0, 0},
        quartet_options{0, INT_MIN, 0, 0}, quartet_options{0, 0, 0, -1}}) {
    error.fill('\0');
    EXPECT_NE(quartet_engine_open(kNowhere, kNowhere, &kModel, &options, &opened, error.data(), error.size()), 0);
    EXPECT_STRNE(error.data(), "");
  }
  quartet_inputs* opened_inputs = nullptr;
  for (const quartet_model& model :
       {quartet_model{0, 0, 0, 0, 0}, quartet_model{INT64_MAX, 1, 1, 1000, 0}, quartet_model{1, 1, INT64_MAX, 1000, 0},
        quartet_model{1, 1, 1, INT64_MIN, 0}, quartet_model{1, INT64_MIN, 1, 1000, 0}}) {
    error.fill('\0');
    EXPECT_NE(quartet_inputs_open(&model, 1, &opened_inputs, error.data(), error.size()), 0);
    EXPECT_STRNE(error.data(), "");
    EXPECT_NE(quartet_engine_open(kNowhere, kNowhere, &model, nullptr, &opened, error.data(), error.size()), 0);
  }
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(opened_inputs, nullptr);
}

TEST_F(CBoundary, ExecutingNeedsNoArgumentToSurvive) {
  quartet_execute(nullptr, 0, 0, nullptr, 0, nullptr);
  quartet_execute(session, QUARTET_TRADE_STATUS, 0, nullptr, 0, nullptr);
  quartet_resync(nullptr, nullptr);
  quartet_resync(session, nullptr);
  quartet_probe(nullptr, QUARTET_DSS, nullptr);
  quartet_probe(session, QUARTET_DSS, nullptr);
  quartet_reply reply = {};
  quartet_execute(session, QUARTET_TRADE_STATUS, 0, nullptr, 5, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_ENGINE_ERROR);
  quartet_execute(nullptr, INT_MIN, INT_MAX, nullptr, 0, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_ENGINE_ERROR);
  quartet_resync(session, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_CONNECTION);
  quartet_probe(session, QUARTET_DSS, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_CONNECTION);
  quartet_probe(session, INT_MAX, &reply);
  EXPECT_EQ(reply.outcome, QUARTET_ENGINE_ERROR);
  EXPECT_EQ(quartet_ordering_key(nullptr, QUARTET_TRADE_RESULT, nullptr, 9), -1);
  EXPECT_EQ(quartet_ordering_key(engine, QUARTET_TRADE_RESULT, nullptr, 9), -1);
}

TEST_F(CBoundary, GarbageIsAnEngineErrorWithAMessage) {
  Stream random(20'261'121, 1, 1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<uint8_t> bytes(static_cast<size_t>(random.uniform(0, 60)));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.uniform(0, 255));
    const auto type = static_cast<int>(random.uniform(-1, 14));
    const auto database = static_cast<int>(random.uniform(-1, 4));
    // Half of the time the bytes claim the right type.
    if (!bytes.empty() && random.percent(50)) bytes[0] = static_cast<uint8_t>(type);
    quartet_reply reply = {};
    quartet_execute(session, type, database, bytes.data(), bytes.size(), &reply);
    ASSERT_TRUE(reply.outcome == QUARTET_ENGINE_ERROR || reply.outcome == QUARTET_CONNECTION ||
                reply.outcome == QUARTET_WRONG_ANSWER)
        << reply.outcome;
    ASSERT_STRNE(reply.message, "");
    static_cast<void>(quartet_ordering_key(engine, type, bytes.data(), bytes.size()));
  }
}

TEST_F(CBoundary, InputsNeedEveryArgument) {
  const uint32_t one = 1;
  EXPECT_NE(quartet_inputs_next(nullptr, QUARTET_TRADE_ORDER, &input, &length), 0);
  EXPECT_NE(quartet_inputs_next(inputs, QUARTET_TRADE_ORDER, nullptr, &length), 0);
  EXPECT_NE(quartet_inputs_next(inputs, QUARTET_TRADE_ORDER, &input, nullptr), 0);
  EXPECT_NE(quartet_inputs_data_maintenance(nullptr, 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_data_maintenance(inputs, 1, nullptr, nullptr), 0);
  EXPECT_NE(quartet_inputs_trade_result(nullptr, 1, 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_trade_result(inputs, 1, 1, nullptr, &length), 0);
  EXPECT_NE(quartet_inputs_market_feed(nullptr, &one, &one, &one, 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_market_feed(inputs, nullptr, &one, &one, 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_market_feed(inputs, &one, nullptr, &one, 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_market_feed(inputs, &one, &one, nullptr, 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_market_feed(inputs, &one, &one, &one, 1, nullptr, nullptr), 0);
  EXPECT_EQ(quartet_inputs_security_count(nullptr), 0U);
}

TEST_F(CBoundary, InputsRefuseWhatTheMarketCannotSay) {
  for (const int type : {INT_MIN, -1, 0, int{QUARTET_MARKET_FEED}, int{QUARTET_TRADE_RESULT}, 13, INT_MAX}) {
    EXPECT_NE(quartet_inputs_next(inputs, type, &input, &length), 0) << type;
  }
  for (const int table : {INT_MIN, -1, 0, 13, INT_MAX}) {
    EXPECT_NE(quartet_inputs_data_maintenance(inputs, table, &input, &length), 0) << table;
  }
  EXPECT_NE(quartet_inputs_trade_result(inputs, 0, 2500, &input, &length), 0);
  EXPECT_NE(quartet_inputs_trade_result(inputs, UINT64_MAX, 2500, &input, &length), 0);
  EXPECT_NE(quartet_inputs_trade_result(inputs, 5, 0, &input, &length), 0);

  const std::vector<uint32_t> securities(21, 1);
  const std::vector<uint32_t> fine(21, 2500);
  const uint32_t zero = 0;
  EXPECT_EQ(quartet_inputs_market_feed(inputs, securities.data(), fine.data(), fine.data(), 20, &input, &length), 0);
  for (const size_t count : {size_t{0}, size_t{21}, SIZE_MAX}) {
    EXPECT_NE(quartet_inputs_market_feed(inputs, securities.data(), fine.data(), fine.data(), count, &input, &length),
              0);
  }
  EXPECT_NE(quartet_inputs_market_feed(inputs, securities.data(), &zero, fine.data(), 1, &input, &length), 0);
  const uint32_t huge = UINT32_MAX;
  EXPECT_NE(quartet_inputs_market_feed(inputs, &huge, fine.data(), fine.data(), 1, &input, &length), 0);
  EXPECT_NE(quartet_inputs_market_feed(inputs, securities.data(), fine.data(), &huge, 1, &input, &length), 0);
}

TEST_F(CBoundary, PriceCurveTakesAnyNumbers) {
  for (const uint32_t security : {0U, UINT32_MAX}) {
    for (const int64_t millis : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) {
      const uint32_t price = quartet_price_cents(security, millis);
      EXPECT_GE(price, 2000U);
      EXPECT_LE(price, 3000U);
      for (const int type : {INT_MIN, -1, 0, 2, 3, 4, 5, INT_MAX}) {
        for (const uint32_t limit : {0U, 2500U, UINT32_MAX}) {
          const int64_t wait = quartet_millis_until_triggered(security, millis, type, limit);
          EXPECT_GE(wait, 0);
          EXPECT_LE(wait, 900'000);
        }
      }
    }
  }
}

}  // namespace
}  // namespace quartet
