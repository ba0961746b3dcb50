#include "tiera/frames.h"

#include <fmt/format.h>

#include <cstring>

namespace quartet::tiera {
namespace {

constexpr size_t kLengthBytes = 4;

// The engine's numbers travel as they are.
static_assert(int{v1::COMMITTED} == QUARTET_COMMITTED);
static_assert(int{v1::ROLLED_BACK_ON_PURPOSE} == QUARTET_ROLLED_BACK_ON_PURPOSE);
static_assert(int{v1::SERIALIZATION} == QUARTET_SERIALIZATION);
static_assert(int{v1::DEADLOCK} == QUARTET_DEADLOCK);
static_assert(int{v1::TIMEOUT} == QUARTET_TIMEOUT);
static_assert(int{v1::CONNECTION} == QUARTET_CONNECTION);
static_assert(int{v1::IN_DOUBT} == QUARTET_IN_DOUBT);
static_assert(int{v1::SQL_ERROR} == QUARTET_SQL_ERROR);
static_assert(int{v1::ENGINE_ERROR} == QUARTET_ENGINE_ERROR);
static_assert(int{v1::WRONG_ANSWER} == QUARTET_WRONG_ANSWER);
static_assert(int{v1::Order::PROCESS_NOW} == QUARTET_PROCESS_NOW);
static_assert(int{v1::Order::SET_LIMIT_TRIGGER} == QUARTET_SET_LIMIT_TRIGGER);
static_assert(int{v1::DSS} == QUARTET_DSS && int{v1::OLTP} == QUARTET_OLTP);

void add_orders(const std::vector<quartet_order>& orders, google::protobuf::RepeatedPtrField<v1::Order>& messages) {
  for (const quartet_order& order : orders) {
    v1::Order& message = *messages.Add();
    message.set_trade_id(order.trade_id);
    message.set_security(order.security);
    message.set_quantity(order.quantity);
    message.set_price_cents(order.price_cents);
    message.set_trade_type(order.trade_type);
    message.set_action(static_cast<v1::Order::Action>(order.action));
  }
}

}  // namespace

std::span<char> FrameReader::room() {
  constexpr size_t kFirst = 16U << 10U;
  if (begin_ == end_) begin_ = end_ = 0;
  if (bytes_.empty()) bytes_.resize(kFirst);
  if (end_ == bytes_.size()) {
    if (begin_ > 0) {
      std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    } else {
      // Grows with what has arrived, not with what a length announces.
      bytes_.resize(bytes_.size() * 2);
    }
  }
  return {bytes_.data() + end_, bytes_.size() - end_};
}

std::optional<std::string_view> FrameReader::next() {
  if (end_ - begin_ < kLengthBytes) return {};
  size_t length = 0;
  for (size_t i = 0; i < kLengthBytes; ++i) length = length << 8U | static_cast<unsigned char>(bytes_[begin_ + i]);
  if (length > largest_) {
    throw FrameTooLarge(
        fmt::format("a message of {} bytes, but at most {} are allowed here. Run driver and Tier A from "
                    "the same build.",
                    length, largest_));
  }
  if (end_ - begin_ - kLengthBytes < length) return {};
  const std::string_view message(bytes_.data() + begin_ + kLengthBytes, length);
  begin_ += kLengthBytes + length;
  return message;
}

std::string_view FrameWriter::frame(const v1::TierAMessage& message) {
  const size_t length = message.ByteSizeLong();
  if (length > kLargestMessage) {
    throw FrameTooLarge(fmt::format("a reply of {} bytes; the largest has {}", length, kLargestMessage));
  }
  frame_.resize(kLengthBytes + length);
  for (size_t i = 0; i < kLengthBytes; ++i) frame_[i] = static_cast<char>(length >> (8 * (kLengthBytes - 1 - i)));
  message.SerializeWithCachedSizesToArray(reinterpret_cast<uint8_t*>(frame_.data()) + kLengthBytes);
  return frame_;
}

std::string_view FrameWriter::transaction_reply(uint64_t correlation_id, Execution& execution) {
  v1::TransactionReply& reply = *message_.mutable_transaction();
  reply.Clear();
  reply.set_correlation_id(correlation_id);
  reply.set_outcome(static_cast<v1::ReplyOutcome>(execution.outcome));
  reply.set_status(execution.answer.status);
  reply.set_round_trips(execution.round_trips);
  reply.set_service_micros(execution.service_micros);
  for (const Retry& retry : execution.retries) {
    v1::Retry& message = *reply.add_retries();
    message.set_sqlstate(retry.sqlstate);
    message.set_statement(retry.statement);
  }
  add_orders(execution.answer.orders, *reply.mutable_orders());
  reply.mutable_output()->swap(execution.answer.output);
  reply.set_sqlstate(execution.sqlstate);
  reply.set_statement(execution.statement);
  reply.set_message(execution.message);
  reply.set_already_applied(execution.answer.already_applied);
  return frame(message_);
}

std::string_view FrameWriter::resync_reply(uint64_t correlation_id, const Execution& execution) {
  if (execution.outcome != QUARTET_COMMITTED) {
    return resync_failure(correlation_id,
                          execution.message.empty() ? "the database did not answer" : execution.message);
  }
  v1::ResyncReply& reply = *message_.mutable_resync();
  reply.Clear();
  reply.set_correlation_id(correlation_id);
  add_orders(execution.answer.orders, *reply.mutable_orders());
  return frame(message_);
}

std::string_view FrameWriter::resync_failure(uint64_t correlation_id, std::string_view reason) {
  v1::ResyncReply& reply = *message_.mutable_resync();
  reply.Clear();
  reply.set_correlation_id(correlation_id);
  reply.set_failure(std::string(reason));
  return frame(message_);
}

std::string_view FrameWriter::failure(uint64_t correlation_id, quartet_outcome outcome, std::string_view message) {
  v1::TransactionReply& reply = *message_.mutable_transaction();
  reply.Clear();
  reply.set_correlation_id(correlation_id);
  reply.set_outcome(static_cast<v1::ReplyOutcome>(outcome));
  reply.set_message(std::string(message));
  return frame(message_);
}

}  // namespace quartet::tiera
