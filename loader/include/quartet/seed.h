// Seeds on command lines.
#ifndef QUARTET_SEED_H
#define QUARTET_SEED_H

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace quartet {

// A seed of 64 bits, or nothing when the text is none. A program without unsigned numbers may print one as negative.
[[nodiscard]] inline std::optional<uint64_t> parse_seed(std::string_view text) {
  const auto parsed = [text](auto& number) {
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && rest == text.data() + text.size();
  };
  uint64_t seed = 0;
  int64_t negative = 0;
  if (parsed(seed)) return seed;
  if (parsed(negative)) return static_cast<uint64_t>(negative);
  return {};
}

// The message for a text that is no seed.
[[nodiscard]] inline std::string no_seed(std::string_view text) {
  return "'" + std::string(text) + "' is no whole number of 64 bits. Give one, such as 42.";
}

}  // namespace quartet

#endif  // QUARTET_SEED_H
