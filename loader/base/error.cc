#include "base/error.h"

#include <fmt/format.h>
#include <fmt/printf.h>

#include <algorithm>
#include <cstdio>

namespace quartet {
namespace {

constexpr const char* kEscape = "\\u%04x";

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }

// A character of UTF-8 that has no place on a terminal, and its length in bytes; none if the text begins with another.
struct Hidden {
  unsigned code = 0;
  size_t length = 0;
};

Hidden hidden_character(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (is_control(text[0])) return {byte(0), 1};
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return {byte(1), 2};
  if (byte(0) != 0xE2 || (byte(1) != 0x80 && byte(1) != 0x81)) return {};
  const unsigned code = 0x2000 + ((byte(1) & 0x3FU) << 6U) + (byte(2) & 0x3FU);
  const bool is_hidden =
      (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F);
  return is_hidden ? Hidden{code, 3} : Hidden{};
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Hidden hidden = hidden_character(text);
    shown += hidden.length > 0 ? fmt::sprintf(kEscape, hidden.code) : std::string(1, text[0]);
    text.remove_prefix(std::max<size_t>(1, hidden.length));
  }
  return shown;
}

Error error_at(const std::filesystem::path& file, int line, const std::string& problem, int exit_code) {
  return {exit_code, fmt::format("{}:{}: {}", file.string(), line, problem)};
}

int report_failure(const char* program, int exit_code, const char* what, const char* advice) noexcept {
  for (const char* part : {program, ": ", what, advice, "\n"}) {
    for (; *part != '\0'; ++part) {
      if (is_control(*part) && *part != '\n' && *part != '\t') {
        static_cast<void>(std::fprintf(stderr, kEscape, static_cast<unsigned>(*part)));
      } else {
        static_cast<void>(std::fputc(*part, stderr));
      }
    }
  }
  return exit_code;
}

}  // namespace quartet
