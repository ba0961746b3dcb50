#include "market/text_fields.h"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "market/arithmetic.h"

namespace quartet::text_fields {
namespace {

constexpr int64_t kMillisPerDay = 86'400'000;

// Writes the last `places` decimal digits of a number that is not negative, and returns the place behind them.
char* put_digits(char* out, int64_t value, int places) {
  for (int i = places; i-- > 0; value /= 10) {
    out[i] = static_cast<char>('0' + value % 10);
  }
  return out + places;
}

char* put_separator(char* out, char separator) {
  *out = separator;
  return out + 1;
}

char* put_date(char* out, int32_t days) {
  constexpr std::chrono::sys_days kEpoch = std::chrono::year(2000) / std::chrono::January / 1;
  const std::chrono::year_month_day date(kEpoch + std::chrono::days(days));
  out = put_separator(put_digits(out, static_cast<int>(date.year()), 4), '-');
  out = put_separator(put_digits(out, static_cast<unsigned>(date.month()), 2), '-');
  return put_digits(out, static_cast<unsigned>(date.day()), 2);
}

// The letter that stands for a character behind a backslash, 0 for those that stand for themselves.
char escape_of(char character) {
  switch (character) {
    case '\\':
      return '\\';
    case '\t':
      return 't';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    default:
      return 0;
  }
}

}  // namespace

void append_characters(std::string& out, std::string_view value) {
  size_t plain = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    if (const char escape = escape_of(value[i]); escape != 0) {
      out.append(value.substr(plain, i - plain));
      out += '\\';
      out += escape;
      plain = i + 1;
    }
  }
  out.append(value.substr(plain));
}

void append_integer(std::string& out, int64_t value) {
  const fmt::format_int digits(value);
  out.append(digits.data(), digits.size());
}

void append_date(std::string& out, int32_t days) {
  std::array<char, 10> text;
  put_date(text.data(), days);
  out.append(text.data(), text.size());
}

void append_timestamp(std::string& out, int64_t micros) {
  // Rounded down also before 2000, where the number is negative.
  const int64_t in_second = floor_mod(micros, 1'000'000) / 1'000;
  const int64_t millis = (micros - floor_mod(micros, 1'000)) / 1'000;
  const int64_t in_day = floor_mod(millis, kMillisPerDay);
  const int64_t seconds = in_day / 1'000;
  std::array<char, 23> text;
  char* place = put_separator(put_date(text.data(), static_cast<int32_t>((millis - in_day) / kMillisPerDay)), ' ');
  place = put_separator(put_digits(place, seconds / 3'600, 2), ':');
  place = put_separator(put_digits(place, seconds / 60 % 60, 2), ':');
  place = put_separator(put_digits(place, seconds % 60, 2), '.');
  put_digits(place, in_second, 3);
  out.append(text.data(), text.size());
}

void append_numeric(std::string& out, int64_t value, int scale) {
  const uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const fmt::format_int digits(magnitude);
  const auto places = static_cast<size_t>(scale);
  if (value < 0) {
    out += '-';
  }
  const size_t whole = digits.size() > places ? digits.size() - places : 0;
  if (whole == 0) {
    out += '0';
  }
  out.append(digits.data(), whole);
  if (places > 0) {
    out += '.';
    out.append(places - (digits.size() - whole), '0');
    out.append(digits.data() + whole, digits.size() - whole);
  }
}

}  // namespace quartet::text_fields
