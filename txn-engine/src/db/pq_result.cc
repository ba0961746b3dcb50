#include "db/pq_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "db/binary.h"

namespace quartet::db {

int64_t PqResult::affected() const {
  // The command tag has the count as text, empty for a command that counts nothing.
  const std::string_view count = PQcmdTuples(handle_.get());
  int64_t value = 0;
  std::from_chars(count.data(), count.data() + count.size(), value);
  return value;
}

void PqResult::check_position(int row, int column) const {
  if (row < 0 || row >= rows() || column < 0 || column >= PQnfields(handle_.get())) {
    throw std::logic_error(fmt::format("row {} column {} was read from a result of {} rows and {} columns", row, column,
                                       rows(), PQnfields(handle_.get())));
  }
}

bool PqResult::is_null(int row, int column) const {
  check_position(row, column);
  return PQgetisnull(handle_.get(), row, column) != 0;
}

std::string_view PqResult::bytes(int row, int column, std::initializer_list<uint32_t> types) const {
  if (is_null(row, column)) {
    throw std::logic_error(fmt::format("column {} of row {} is NULL", PQfname(handle_.get(), column), row));
  }
  // Binary values do not tell their type: the eight bytes of a timestamp would pass for a bigint.
  const uint32_t type = PQftype(handle_.get(), column);
  if (std::find(types.begin(), types.end(), type) == types.end()) {
    throw std::logic_error(
        fmt::format("column {} was read as another type than its own ({})", PQfname(handle_.get(), column), type));
  }
  return {PQgetvalue(handle_.get(), row, column), static_cast<size_t>(PQgetlength(handle_.get(), row, column))};
}

int64_t PqResult::integer(int row, int column) const {
  return binary::get_integer(bytes(row, column, {binary::kInt2, binary::kInt4, binary::kInt8}));
}

bool PqResult::boolean(int row, int column) const { return bytes(row, column, {binary::kBool}).front() != '\0'; }

std::string_view PqResult::text(int row, int column) const {
  return bytes(row, column, {binary::kText, binary::kVarchar});
}

int64_t PqResult::cents(int row, int column) const { return scaled(row, column, 2); }

int64_t PqResult::scaled(int row, int column, int digits) const {
  return binary::get_numeric(bytes(row, column, {binary::kNumeric}), digits);
}

int64_t PqResult::timestamp(int row, int column) const {
  return binary::get_integer(bytes(row, column, {binary::kTimestamp}));
}

int32_t PqResult::date(int row, int column) const {
  return static_cast<int32_t>(binary::get_integer(bytes(row, column, {binary::kDate})));
}

}  // namespace quartet::db
