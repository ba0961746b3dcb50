// Messages as frames: a length of four bytes, most significant first, then the message. doc/tier-a-wire.md.
#ifndef QUARTET_TIERA_FRAMES_H
#define QUARTET_TIERA_FRAMES_H

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine_execution.h"
#include "quartet.pb.h"

namespace quartet::tiera {

inline constexpr uint32_t kProtocolVersion = 3;
// Bytes of the largest message: a reply, a request, and what a driver may send before Tier A has accepted its Hello.
inline constexpr size_t kLargestMessage = 16U << 20U;
inline constexpr size_t kLargestRequest = 64U << 10U;
inline constexpr size_t kLargestHello = 4U << 10U;

// A frame that no message may have.
class FrameTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Cuts a stream of bytes into messages. Not thread-safe.
class FrameReader {
 public:
  // Refuses messages of more than `largest` bytes.
  explicit FrameReader(size_t largest = kLargestMessage) : largest_(largest) {}
  // Changes the limit for the messages that next() has not returned yet.
  void set_largest(size_t largest) { largest_ = largest; }
  // Room for the next bytes of the stream, never empty.
  [[nodiscard]] std::span<char> room();
  // So many bytes have been written to the room.
  void received(size_t count) { end_ += count; }
  // The next whole message, which lasts until the next call of room(). Throws FrameTooLarge.
  [[nodiscard]] std::optional<std::string_view> next();

 private:
  size_t largest_;
  // Bytes begin_..end_ have arrived and have not been taken.
  std::vector<char> bytes_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

// Encodes messages as frames in a buffer that it reuses. Not thread-safe.
class FrameWriter {
 public:
  // The frame lasts until the next call. Throws FrameTooLarge.
  [[nodiscard]] std::string_view frame(const v1::TierAMessage& message);
  // The reply to a transaction. Takes the output out of the execution.
  [[nodiscard]] std::string_view transaction_reply(uint64_t correlation_id, Execution& execution);
  [[nodiscard]] std::string_view resync_reply(uint64_t correlation_id, const Execution& execution);
  [[nodiscard]] std::string_view resync_failure(uint64_t correlation_id, std::string_view reason);
  // The reply to a transaction that was not run.
  [[nodiscard]] std::string_view failure(uint64_t correlation_id, quartet_outcome outcome, std::string_view message);

 private:
  v1::TierAMessage message_;
  std::string frame_;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_FRAMES_H
