#include "txn/inputs.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "txn/wire.h"

namespace quartet {
namespace {

template <typename Input>
std::string encoded_twice(const std::string& bytes) {
  return encode(decode<Input>(bytes));
}

TradeOrderInput some_order() {
  TradeOrderInput order;
  order.account_id = 43'000'000'011;
  order.company_name = "Harbor Works";
  order.issue = "PREF_A";
  order.executor_first_name = "Ann";
  order.executor_last_name = "Lee";
  order.executor_tax_id = "123AB4567CD890";
  order.trade_type = QUARTET_TLS;
  order.quantity = 400;
  order.requested_price_cents = 2517;
  order.is_lifo = true;
  return order;
}

TEST(Wire, ReadsBackWhatWasWrittenAtTheLimits) {
  wire::Writer writer;
  writer(std::numeric_limits<int64_t>::min())(std::numeric_limits<uint16_t>::max())(int8_t{-1})(true);
  writer(std::string(65'535, 'x'))(std::vector<int32_t>{-1, 0, 1})(std::string());
  wire::Reader reader(writer.bytes());
  int64_t smallest = 0;
  uint16_t largest = 0;
  int8_t minus_one = 0;
  bool yes = false;
  std::string longest;
  std::vector<int32_t> list;
  std::string empty = "not empty";
  reader(smallest)(largest)(minus_one)(yes)(longest)(list)(empty);
  EXPECT_NO_THROW(reader.end());
  EXPECT_EQ(smallest, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(largest, 65'535);
  EXPECT_EQ(minus_one, -1);
  EXPECT_TRUE(yes);
  EXPECT_EQ(longest, std::string(65'535, 'x'));
  EXPECT_EQ(list, (std::vector<int32_t>{-1, 0, 1}));
  EXPECT_EQ(empty, "");
}

TEST(Wire, WritesLittleEndian) {
  wire::Writer writer;
  writer(uint32_t{0x04030201})(std::string_view("ab"));
  EXPECT_EQ(writer.bytes(), std::string("\x01\x02\x03\x04\x02\x00"
                                        "ab",
                                        8));
}

TEST(Wire, RefusesTextThatIsTooLong) {
  wire::Writer writer;
  EXPECT_THROW(writer(std::string(65'536, 'x')), std::invalid_argument);
}

TEST(Wire, RefusesListLongerThanTheMessage) {
  wire::Writer writer;
  writer(uint16_t{65'535})(uint8_t{1});
  wire::Reader reader(writer.bytes());
  std::vector<std::string> list;
  EXPECT_THROW(reader(list), std::invalid_argument);
}

TEST(Wire, RefusesBooleanThatIsNeitherZeroNorOne) {
  const std::string bytes = "\x02";
  wire::Reader reader(bytes);
  bool value = false;
  EXPECT_THROW(reader(value), std::invalid_argument);
}

TEST(Inputs, KeepEveryFieldThroughTheWire) {
  const TradeOrderInput order = decode<TradeOrderInput>(encode(some_order()));
  EXPECT_EQ(order.account_id, 43'000'000'011);
  EXPECT_EQ(order.symbol, "");
  EXPECT_EQ(order.company_name, "Harbor Works");
  EXPECT_EQ(order.issue, "PREF_A");
  EXPECT_EQ(order.executor_first_name, "Ann");
  EXPECT_EQ(order.executor_last_name, "Lee");
  EXPECT_EQ(order.executor_tax_id, "123AB4567CD890");
  EXPECT_EQ(order.trade_type, QUARTET_TLS);
  EXPECT_EQ(order.quantity, 400);
  EXPECT_EQ(order.requested_price_cents, 2517);
  EXPECT_FALSE(order.is_margin);
  EXPECT_TRUE(order.is_lifo);
  EXPECT_FALSE(order.roll_it_back);

  MarketFeedInput feed;
  feed.entries = {{"AB", 2500, 100}, {"CD", 2501, 375}, {"AB", 2502, 800}};
  feed.unique_symbols = 2;
  const MarketFeedInput same = decode<MarketFeedInput>(encode(feed));
  ASSERT_EQ(same.entries.size(), 3U);
  EXPECT_EQ(same.entries[2].symbol, "AB");
  EXPECT_EQ(same.entries[2].price_cents, 2502);
  EXPECT_EQ(same.entries[2].quantity, 800);
  EXPECT_EQ(same.unique_symbols, 2);
}

TEST(Inputs, RefuseEveryTruncationAndEveryLeftOverByte) {
  const std::string bytes = encode(some_order());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(static_cast<void>(decode<TradeOrderInput>(std::string_view(bytes).substr(0, length))),
                 std::invalid_argument)
        << length << " bytes";
  }
  EXPECT_THROW(static_cast<void>(decode<TradeOrderInput>(bytes + "x")), std::invalid_argument);
}

TEST(Inputs, RefuseBytesOfAnotherTransaction) {
  EXPECT_THROW(static_cast<void>(decode<TradeStatusInput>(encode(TradeCleanupInput{1}))), std::invalid_argument);
}

TEST(Inputs, RefuseValuesOutOfRange) {
  TradeOrderInput order = some_order();
  order.quantity = 0;
  EXPECT_THROW(static_cast<void>(encoded_twice<TradeOrderInput>(encode(order))), std::invalid_argument);
  order = some_order();
  order.trade_type = 5;
  EXPECT_THROW(static_cast<void>(encoded_twice<TradeOrderInput>(encode(order))), std::invalid_argument);
  order = some_order();
  order.symbol = "AB";
  EXPECT_THROW(static_cast<void>(encoded_twice<TradeOrderInput>(encode(order))), std::invalid_argument);

  DataMaintenanceInput maintenance;
  maintenance.table = 13;
  EXPECT_THROW(static_cast<void>(decode<DataMaintenanceInput>(encode(maintenance))), std::invalid_argument);

  TradeUpdateInput update;
  update.frame = 4;
  EXPECT_THROW(static_cast<void>(decode<TradeUpdateInput>(encode(update))), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(decode<MarketFeedInput>(encode(MarketFeedInput{}))), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(decode<TradeResultInput>(encode(TradeResultInput{5, 0}))), std::invalid_argument);
}

}  // namespace
}  // namespace quartet
