// Compares many bytes without keeping them.
#ifndef QUARTET_TEST_BYTE_CHECKSUM_H
#define QUARTET_TEST_BYTE_CHECKSUM_H

#include <xxhash.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace quartet {

// The XXH3 checksum of bytes that come in pieces; where they are cut does not matter.
class ByteChecksum {
 public:
  ByteChecksum() { XXH3_64bits_reset(state_.get()); }
  void add(std::string_view bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
  [[nodiscard]] uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_{XXH3_createState(), XXH3_freeState};
};

}  // namespace quartet

#endif  // QUARTET_TEST_BYTE_CHECKSUM_H
