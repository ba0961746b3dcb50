#include "quartet/row_writer.h"

#include <array>
#include <bit>
#include <concepts>
#include <cstring>

#include "market/text_fields.h"

namespace quartet {
namespace {

// Writes an unsigned integer big-endian and returns the place behind it.
template <std::unsigned_integral T>
char* put(char* out, T value) {
  if constexpr (std::endian::native == std::endian::little && sizeof(T) > 1) {
    if constexpr (sizeof(T) == 2) {
      value = __builtin_bswap16(value);
    } else if constexpr (sizeof(T) == 4) {
      value = __builtin_bswap32(value);
    } else {
      value = __builtin_bswap64(value);
    }
  }
  std::memcpy(out, &value, sizeof value);
  return out + sizeof value;
}

// Appends a field of fixed size.
template <std::unsigned_integral T>
void append_field(std::string& buffer, T value) {
  std::array<char, 4 + sizeof(T)> field;
  put(put(field.data(), static_cast<uint32_t>(sizeof(T))), value);
  buffer.append(field.data(), field.size());
}

constexpr std::array<uint64_t, 6> kPowersOfTen = {1, 10, 100, 1'000, 10'000, 100'000};

}  // namespace

void RowWriter::row(int16_t columns) {
  ++rows_;
  if (format_ == RowFormat::kText) [[unlikely]] {
    fields_left_ = columns;
    if (columns == 0) {
      buffer_ += '\n';
    }
    return;
  }
  std::array<char, 2> header;
  put(header.data(), static_cast<uint16_t>(columns));
  buffer_.append(header.data(), header.size());
}

void RowWriter::null() {
  if (format_ == RowFormat::kText) [[unlikely]] {
    buffer_ += "\\N";
    end_text_field();
    return;
  }
  buffer_.append(4, '\xff');
}

void RowWriter::text_integer(int64_t value) {
  text_fields::append_integer(buffer_, value);
  end_text_field();
}

void RowWriter::int2(int16_t value) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_integer(value);
    return;
  }
  append_field(buffer_, static_cast<uint16_t>(value));
}

void RowWriter::int4(int32_t value) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_integer(value);
    return;
  }
  append_field(buffer_, static_cast<uint32_t>(value));
}

void RowWriter::int8(int64_t value) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_integer(value);
    return;
  }
  append_field(buffer_, static_cast<uint64_t>(value));
}

void RowWriter::boolean(bool value) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    buffer_ += value ? 't' : 'f';
    end_text_field();
    return;
  }
  append_field(buffer_, static_cast<uint8_t>(value));
}

void RowWriter::text(std::string_view value) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_fields::append_characters(buffer_, value);
    end_text_field();
    return;
  }
  std::array<char, 4> length;
  put(length.data(), static_cast<uint32_t>(value.size()));
  buffer_.append(length.data(), length.size());
  buffer_.append(value);
}

void RowWriter::date(int32_t days) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_fields::append_date(buffer_, days);
    end_text_field();
    return;
  }
  append_field(buffer_, static_cast<uint32_t>(days));
}

void RowWriter::timestamp(int64_t micros) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_fields::append_timestamp(buffer_, micros);
    end_text_field();
    return;
  }
  append_field(buffer_, static_cast<uint64_t>(micros));
}

// numeric := int16 digit-count, int16 weight, int16 sign, int16 scale, int16 digit*
// Digits are base 10,000, the first one worth 10,000^weight; leading and trailing zero digits are left out.
void RowWriter::numeric(int64_t value, int scale) {
  if (format_ == RowFormat::kText) [[unlikely]] {
    text_fields::append_numeric(buffer_, value, scale);
    end_text_field();
    return;
  }
  constexpr uint64_t kBase = 10'000;
  // Subtracted unsigned: the smallest int64 has no positive counterpart.
  const uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  uint64_t whole = 0;
  uint64_t fraction = 0;  // in 1/10^8
  if (scale == 2) {       // nearly all; a constant divisor is much faster
    whole = magnitude / 100;
    fraction = magnitude % 100 * 1'000'000;
  } else {
    const uint64_t unit = kPowersOfTen.at(static_cast<size_t>(scale));
    whole = magnitude / unit;
    // Scaled to two base-10000 digits, whatever the scale.
    fraction = magnitude % unit * (100'000'000 / unit);
  }
  std::array<uint16_t, 7> digits;  // five whole, two of the fraction
  size_t first = 5;
  digits[5] = static_cast<uint16_t>(fraction / kBase);
  digits[6] = static_cast<uint16_t>(fraction % kBase);
  for (; whole != 0; whole /= kBase) {
    digits[--first] = static_cast<uint16_t>(whole % kBase);
  }
  int weight = 4 - static_cast<int>(first);
  size_t end = digits.size();
  while (end > first && digits[end - 1] == 0) {
    --end;
  }
  while (first < end && digits[first] == 0) {
    ++first;
    --weight;
  }
  const size_t count = end - first;
  std::array<char, 4 + 8 + 2 * 7> field;
  char* out = put(field.data(), static_cast<uint32_t>(8 + 2 * count));
  out = put(out, static_cast<uint16_t>(count));
  out = put(out, static_cast<uint16_t>(count == 0 ? 0 : weight));
  out = put(out, static_cast<uint16_t>(value < 0 ? 0x4000 : 0));
  out = put(out, static_cast<uint16_t>(scale));
  for (size_t i = first; i < end; ++i) {
    out = put(out, digits[i]);
  }
  buffer_.append(field.data(), static_cast<size_t>(out - field.data()));
}

}  // namespace quartet
