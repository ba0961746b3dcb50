// Bytes that claim to come from a driver. Whatever they are and however they are cut, Tier A's reader gives the same
// messages or the same refusal, and a message that decodes encodes to one that decodes alike.
//
//   fuzzed := piece:u8 stream:byte*           the stream arrives in pieces of that many bytes, 0 for all at once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "quartet.pb.h"
#include "tiera/frames.h"

namespace {

constexpr const char* kRefused = "refused";

void require(bool condition, const char* what) {
  if (condition) return;
  static_cast<void>(std::fprintf(stderr, "wire: %s\n", what));
  std::abort();
}

// The messages of the stream, and kRefused behind them where it is refused.
std::vector<std::string> read(std::string_view stream, size_t piece) {
  quartet::tiera::FrameReader reader;
  std::vector<std::string> messages;
  try {
    while (!stream.empty()) {
      const auto room = reader.room();
      require(!room.empty(), "no room");
      const size_t count = std::min({room.size(), stream.size(), piece});
      std::memcpy(room.data(), stream.data(), count);
      reader.received(count);
      stream.remove_prefix(count);
      while (const auto message = reader.next()) messages.emplace_back(*message);
    }
  } catch (const quartet::tiera::FrameTooLarge&) {
    messages.emplace_back(kRefused);
  }
  return messages;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::vector<std::string> messages = read(stream, data[0] == 0 ? size : data[0]);
  require(messages == read(stream, size), "the pieces changed the messages");
  for (const std::string& bytes : messages) {
    quartet::v1::DriverMessage message;
    if (!message.ParseFromString(bytes)) continue;
    quartet::v1::DriverMessage again;
    require(again.ParseFromString(message.SerializeAsString()), "its own encoding cannot be read");
    require(again.SerializeAsString() == message.SerializeAsString(), "its own encoding reads differently");
  }
  return 0;
}
