#include "reply_frame.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

namespace quartet {
namespace {

constexpr uint8_t kFrameVersion = 1;

template <typename Integer>
void put(std::string& frame, Integer value) {
  // By shifts: little-endian on every machine. A negative number is shifted as its two's complement.
  const auto bits = static_cast<std::make_unsigned_t<Integer>>(value);
  for (size_t i = 0; i < sizeof(Integer); ++i) frame.push_back(static_cast<char>((bits >> (8 * i)) & 0xFF));
}

void put_text(std::string& frame, const char* text) {
  std::string_view view = text == nullptr ? std::string_view() : std::string_view(text);
  // The length has 16 bits. A message that is longer is cut: the outcome must reach Java in any case.
  view = view.substr(0, std::numeric_limits<uint16_t>::max());
  put(frame, static_cast<uint16_t>(view.size()));
  frame.append(view);
}

}  // namespace

std::string reply_frame(const quartet_reply& reply) {
  constexpr size_t kHeader = 36;
  constexpr size_t kOrder = 22;
  std::string frame;
  // One allocation for nearly all frames: the 64 bytes hold the three lengths and the texts of a short failure.
  frame.reserve(kHeader + kOrder * reply.order_count + reply.output_length + 64);
  put(frame, kFrameVersion);
  put(frame, reply.already_applied);
  put(frame, uint16_t{0});
  put(frame, reply.outcome);
  put(frame, reply.status);
  put(frame, reply.round_trips);
  put(frame, reply.service_micros);
  put(frame, static_cast<uint32_t>(reply.retry_count));
  put(frame, static_cast<uint32_t>(reply.order_count));
  put(frame, static_cast<uint32_t>(reply.output_length));
  for (const quartet_retry& retry : std::span(reply.retries, reply.retry_count)) {
    put_text(frame, retry.sqlstate);
    put_text(frame, retry.statement);
  }
  for (const quartet_order& order : std::span(reply.orders, reply.order_count)) {
    put(frame, order.trade_id);
    put(frame, order.security);
    put(frame, order.quantity);
    put(frame, order.price_cents);
    put(frame, order.trade_type);
    put(frame, order.action);
  }
  frame.append(reinterpret_cast<const char*>(reply.output), reply.output_length);
  put_text(frame, reply.sqlstate);
  put_text(frame, reply.statement);
  put_text(frame, reply.message);
  return frame;
}

}  // namespace quartet
