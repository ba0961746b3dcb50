#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "quartet/engine.h"
#include "quartet/market_model.h"
#include "txn/inputs.h"

namespace quartet {
namespace {

constexpr quartet_model kModel = {1, 1, 1, 10'000, 42};

class InputsApiTest : public testing::Test {
 protected:
  void SetUp() override {
    std::array<char, 200> error{};
    ASSERT_EQ(quartet_inputs_open(&kModel, 3, &inputs, error.data(), error.size()), 0) << error.data();
  }
  void TearDown() override { quartet_inputs_close(inputs); }
  [[nodiscard]] std::string_view bytes() const { return {reinterpret_cast<const char*>(input), length}; }

  quartet_inputs* inputs = nullptr;
  const uint8_t* input = nullptr;
  size_t length = 0;
};

TEST_F(InputsApiTest, DrawsEveryTypeACustomerOrAnOperatorMayAskFor) {
  for (const int type :
       {QUARTET_BROKER_VOLUME, QUARTET_CUSTOMER_POSITION, QUARTET_MARKET_WATCH, QUARTET_SECURITY_DETAIL,
        QUARTET_TRADE_LOOKUP, QUARTET_TRADE_ORDER, QUARTET_TRADE_STATUS, QUARTET_TRADE_UPDATE, QUARTET_TRADE_CLEANUP}) {
    ASSERT_EQ(quartet_inputs_next(inputs, type, &input, &length), 0) << type;
    EXPECT_EQ(bytes()[0], static_cast<char>(type));
  }
  for (const int type : {0, static_cast<int>(QUARTET_MARKET_FEED), static_cast<int>(QUARTET_TRADE_RESULT),
                         static_cast<int>(QUARTET_DATA_MAINTENANCE), 13}) {
    EXPECT_NE(quartet_inputs_next(inputs, type, &input, &length), 0) << type;
  }
}

TEST_F(InputsApiTest, DrawsMaintenanceByTable) {
  for (int table = 1; table <= kMaintainedTables; ++table) {
    ASSERT_EQ(quartet_inputs_data_maintenance(inputs, table, &input, &length), 0);
    EXPECT_EQ(decode<DataMaintenanceInput>(bytes()).table, table);
  }
  EXPECT_NE(quartet_inputs_data_maintenance(inputs, 0, &input, &length), 0);
  EXPECT_NE(quartet_inputs_data_maintenance(inputs, 13, &input, &length), 0);
}

TEST_F(InputsApiTest, WrapsWhatTheMarketDecides) {
  ASSERT_EQ(quartet_inputs_trade_result(inputs, 200'000'000'000'777, 2511, &input, &length), 0);
  const auto result = decode<TradeResultInput>(bytes());
  EXPECT_EQ(result.trade_id, 200'000'000'000'777);
  EXPECT_EQ(result.price_cents, 2511);

  const std::vector<uint32_t> securities = {5, 684, 5};
  const std::vector<uint32_t> prices = {2100, 2200, 2300};
  const std::vector<uint32_t> quantities = {100, 375, 425};
  ASSERT_EQ(quartet_inputs_market_feed(inputs, securities.data(), prices.data(), quantities.data(), 3, &input, &length),
            0);
  const auto feed = decode<MarketFeedInput>(bytes());
  ASSERT_EQ(feed.entries.size(), 3U);
  EXPECT_EQ(feed.unique_symbols, 2);
  EXPECT_EQ(feed.entries[0].symbol, feed.entries[2].symbol);
  EXPECT_EQ(feed.entries[1].symbol, MarketModel(MarketParameters{}).symbol(684));
  EXPECT_EQ(feed.entries[2].price_cents, 2300);
  EXPECT_EQ(feed.entries[2].quantity, 425);
}

TEST_F(InputsApiTest, RefusesASecurityThatIsNotLoaded) {
  EXPECT_EQ(quartet_inputs_security_count(inputs), 685U);
  const uint32_t unknown = 685;
  const uint32_t one = 1;
  EXPECT_NE(quartet_inputs_market_feed(inputs, &unknown, &one, &one, 1, &input, &length), 0);
}

TEST(InputsApi, ExplainsParametersOutOfRange) {
  quartet_model model = kModel;
  model.load_units = 0;
  quartet_inputs* inputs = nullptr;
  std::array<char, 200> error{};
  EXPECT_NE(quartet_inputs_open(&model, 1, &inputs, error.data(), error.size()), 0);
  EXPECT_NE(std::string(error.data()), "");
  EXPECT_EQ(inputs, nullptr);
}

// Found by fuzz-jni.
TEST(PriceCurve, HoldsAtTheEndsOfTime) {
  constexpr int64_t kPeriod = 900'000;
  for (const uint32_t security : {0U, 684U, 6'849'999U}) {
    EXPECT_EQ(quartet_price_cents(security, INT64_MAX), quartet_price_cents(security, INT64_MAX % kPeriod));
    EXPECT_EQ(quartet_price_cents(security, INT64_MIN), quartet_price_cents(security, INT64_MIN % kPeriod));
    EXPECT_EQ(quartet_millis_until_triggered(security, INT64_MAX, QUARTET_TLS, 2500),
              quartet_millis_until_triggered(security, INT64_MAX % kPeriod, QUARTET_TLS, 2500));
  }
}

TEST(PriceCurve, TriggersWhenThePriceIsReached) {
  for (const uint32_t security : {0U, 17U, 684U}) {
    const uint32_t now = quartet_price_cents(security, 12'345);
    EXPECT_GE(now, 2000U);
    EXPECT_LE(now, 3000U);
    EXPECT_EQ(quartet_millis_until_triggered(security, 12'345, QUARTET_TLB, 3000), 0);
    EXPECT_EQ(quartet_millis_until_triggered(security, 12'345, QUARTET_TLS, 2000), 0);
    const int64_t wait = quartet_millis_until_triggered(security, 12'345, QUARTET_TSL, 2010);
    EXPECT_LT(wait, 900'000);
    EXPECT_LE(quartet_price_cents(security, 12'345 + wait), 2010U);
  }
}

}  // namespace
}  // namespace quartet
