// Compares many bytes without keeping them.
#ifndef QUARTET_TEST_BYTE_CHECKSUM_H
#define QUARTET_TEST_BYTE_CHECKSUM_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "quartet/random.h"

namespace quartet {

// A checksum of bytes that come in pieces; where they are cut does not matter.
class ByteChecksum {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    while (filled_ > 0 && !bytes.empty()) {
      put(bytes.front());
      bytes.remove_prefix(1);
    }
    for (; bytes.size() >= word_.size(); bytes.remove_prefix(word_.size())) {
      std::memcpy(word_.data(), bytes.data(), word_.size());
      fold();
    }
    for (const char byte : bytes) put(byte);
  }
  [[nodiscard]] uint64_t value() {
    std::fill(word_.begin() + static_cast<std::ptrdiff_t>(filled_), word_.end(), '\0');
    fold();
    return mix(state_ ^ size_);
  }

 private:
  void put(char byte) {
    word_.at(filled_++) = byte;
    if (filled_ == word_.size()) fold();
  }
  void fold() {
    uint64_t word = 0;
    std::memcpy(&word, word_.data(), sizeof word);
    state_ = mix(state_ + 0x9E3779B97F4A7C15ULL + word);
    filled_ = 0;
  }

  std::array<char, 8> word_{};
  size_t filled_ = 0;
  uint64_t size_ = 0;
  uint64_t state_ = 0;
};

}  // namespace quartet

#endif  // QUARTET_TEST_BYTE_CHECKSUM_H
