#include "reply_frame.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

namespace quartet {
namespace {

std::string hex(const std::string& bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

quartet_reply empty_reply() {
  quartet_reply reply = {};
  reply.sqlstate = "";
  reply.statement = "";
  reply.message = "";
  return reply;
}

TEST(ReplyFrame, TakesFortyTwoBytesWhenEmpty) {
  const std::string frame = reply_frame(empty_reply());
  ASSERT_EQ(frame.size(), 42U);
  EXPECT_EQ(frame[0], 1);
  EXPECT_EQ(hex(frame.substr(1)), std::string(82, '0'));
}

TEST(ReplyFrame, CarriesEveryField) {
  const std::array<quartet_retry, 1> retries = {{{"40001", "TR14"}}};
  const std::array<quartet_order, 1> orders = {
      {{0x0102030405060708, 0x11121314, 800, 2000, QUARTET_TLB, QUARTET_SET_LIMIT_TRIGGER}}};
  const std::array<uint8_t, 2> output = {0xAB, 0xCD};
  quartet_reply reply = empty_reply();
  reply.outcome = QUARTET_SQL_ERROR;
  reply.status = -1;
  reply.round_trips = 4;
  reply.service_micros = 256;
  reply.already_applied = 1;
  reply.retries = retries.data();
  reply.retry_count = retries.size();
  reply.orders = orders.data();
  reply.order_count = orders.size();
  reply.output = output.data();
  reply.output_length = output.size();
  reply.sqlstate = "22012";
  reply.statement = "X";
  reply.message = "m";
  EXPECT_EQ(hex(reply_frame(reply)),
            "01010000"                                  // version, already applied, zero
            "07000000ffffffff040000000001000000000000"  // outcome, status, round trips, micros
            "010000000100000002000000"                  // counts
            "0500343030303104005452"
            "3134"  // 40001, TR14
            "08070605040302011413121120030000d00700000401"
            "abcd"
            "05003232303132"
            "010058"
            "01006d");
}

TEST(ReplyFrame, CutsATextThatIsTooLong) {
  const std::string message(70'000, 'x');
  quartet_reply reply = empty_reply();
  reply.message = message.c_str();
  EXPECT_EQ(reply_frame(reply).size(), 42U + 65'535U);
}

}  // namespace
}  // namespace quartet
