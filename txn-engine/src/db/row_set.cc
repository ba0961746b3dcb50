#include "db/row_set.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

namespace quartet::db {
namespace {

__extension__ using Int128 = __int128;
constexpr int kTen = 10;

Int128 append_digit(Int128 value, int digit) {
  value = value * kTen + digit;
  // One above the maximum is still right: the smallest number without its sign. Stopping here keeps 128 bits from
  // overflowing.
  if (value > Int128{std::numeric_limits<int64_t>::max()} + 1) {
    throw std::logic_error("a numeric of the database does not fit in 64 bits");
  }
  return value;
}

}  // namespace

const Cell& RowSet::cell(int row, int column) const {
  if (row < 0 || row >= rows() || column < 0 || static_cast<size_t>(column) >= rows_[static_cast<size_t>(row)].size()) {
    throw std::logic_error(fmt::format("row {} column {} was read from a result of {} rows", row, column, rows()));
  }
  return rows_[static_cast<size_t>(row)][static_cast<size_t>(column)];
}

template <typename Kind>
const Kind& RowSet::get(int row, int column) const {
  const Cell& value = cell(row, column);
  if (std::holds_alternative<std::monostate>(value)) {
    throw std::logic_error(fmt::format("column {} of row {} is NULL", column, row));
  }
  const auto* const found = std::get_if<Kind>(&value);
  if (found == nullptr) throw std::logic_error(fmt::format("column {} was read as another type than its own", column));
  return *found;
}

bool RowSet::is_null(int row, int column) const { return std::holds_alternative<std::monostate>(cell(row, column)); }

int64_t RowSet::integer(int row, int column) const { return get<int64_t>(row, column); }

bool RowSet::boolean(int row, int column) const { return get<bool>(row, column); }

std::string_view RowSet::text(int row, int column) const { return get<std::string>(row, column); }

int64_t RowSet::cents(int row, int column) const { return scaled(row, column, 2); }

int64_t RowSet::scaled(int row, int column, int digits) const {
  return scaled_decimal(get<Decimal>(row, column).digits, digits);
}

int64_t RowSet::timestamp(int row, int column) const { return get<Timestamp>(row, column).micros; }

int32_t RowSet::date(int row, int column) const { return get<Date>(row, column).days; }

int64_t scaled_decimal(std::string_view text, int digits) {
  const bool is_negative = text.starts_with('-');
  std::string_view rest = text.substr(is_negative ? 1 : 0);
  Int128 value = 0;
  int fraction = -1;  // digits after the point so far; -1 before the point
  bool is_rounded_up = false;
  if (rest.empty()) throw std::logic_error(fmt::format("'{}' is no number", text));
  for (const char letter : rest) {
    if (letter == '.' && fraction < 0) {
      fraction = 0;
      continue;
    }
    if (letter < '0' || letter > '9') throw std::logic_error(fmt::format("'{}' is no number", text));
    // The same rounding as binary::get_numeric: answers must not depend on the access path.
    if (fraction == digits) is_rounded_up = letter >= '5';
    if (fraction < digits) value = append_digit(value, letter - '0');
    if (fraction >= 0) ++fraction;
  }
  for (int missing = fraction < 0 ? 0 : fraction; missing < digits; ++missing) value = append_digit(value, 0);
  if (is_rounded_up) ++value;
  if (is_negative) value = -value;
  if (value > std::numeric_limits<int64_t>::max() || value < std::numeric_limits<int64_t>::min()) {
    throw std::logic_error("a numeric of the database does not fit in 64 bits");
  }
  return static_cast<int64_t>(value);
}

Decimal decimal_of_cents(int64_t cents) {
  constexpr uint64_t kHundred = 100;
  // Subtracted unsigned: the smallest int64 has no positive counterpart.
  const uint64_t magnitude = cents < 0 ? 0 - static_cast<uint64_t>(cents) : static_cast<uint64_t>(cents);
  return {fmt::format("{}{}.{:02}", cents < 0 ? "-" : "", magnitude / kHundred, magnitude % kHundred)};
}

}  // namespace quartet::db
