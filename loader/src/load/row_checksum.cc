#include "load/row_checksum.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <stdexcept>

namespace quartet::load {
namespace {

// A big-endian number of Size bytes at `at`, with its sign.
template <typename Number>
Number number_at(std::string_view bytes, size_t at) {
  if (at + sizeof(Number) > bytes.size()) throw std::runtime_error("rows in binary COPY form end in a row");
  std::make_unsigned_t<Number> number = 0;
  for (size_t i = 0; i < sizeof(Number); ++i) {
    number = static_cast<std::make_unsigned_t<Number>>(number << 8 | static_cast<unsigned char>(bytes[at + i]));
  }
  return static_cast<Number>(number);
}

size_t end_of_row(std::string_view rows, size_t begin) {
  size_t at = begin + sizeof(int16_t);
  for (int16_t columns = number_at<int16_t>(rows, begin); columns > 0; --columns) {
    const auto length = number_at<int32_t>(rows, at);
    // NULL has length -1 and no bytes.
    at += sizeof(int32_t) + static_cast<size_t>(length > 0 ? length : 0);
  }
  if (at > rows.size()) throw std::runtime_error("rows in binary COPY form end in a field");
  return at;
}

}  // namespace

void RowChecksum::add(std::string_view rows) {
  for (size_t begin = 0; begin < rows.size(); ++rows_) {
    const size_t end = end_of_row(rows, begin);
    // A sum, not an exclusive or, in which two equal rows would cancel each other out. It wraps around at 2^64.
    sum_ += XXH3_64bits(rows.data() + begin, end - begin);
    begin = end;
  }
}

std::string RowChecksum::text() const { return fmt::format("{:016x}", sum_); }

}  // namespace quartet::load
