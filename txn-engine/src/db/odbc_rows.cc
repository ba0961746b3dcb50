#include "db/odbc_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "db/odbc_text.h"

namespace quartet::db {
namespace {

constexpr SQLULEN kRowsOfABlock = 16;
constexpr size_t kBytesOfACharacter = 4;   // at most, in UTF-8
constexpr size_t kLongestBoundText = 255;  // characters
constexpr size_t kDecimalWidth = 64;
constexpr size_t kLongTextStart = 8192;

template <typename Value>
Value value_at(const std::vector<char>& bytes, size_t row) {
  Value value;
  // A copy: reading bytes through a pointer of another type is undefined.
  std::memcpy(&value, bytes.data() + row * sizeof(Value), sizeof(Value));
  return value;
}

Timestamp timestamp_of(const SQL_TIMESTAMP_STRUCT& value) {
  return {micros_of({.year = value.year,
                     .month = value.month,
                     .day = value.day,
                     .hour = value.hour,
                     .minute = value.minute,
                     .second = value.second,
                     .micros = static_cast<uint32_t>(value.fraction / kNanosOfAMicro)})};
}

Date date_of(const SQL_DATE_STRUCT& value) {
  const int64_t micros = micros_of(
      {.year = value.year, .month = value.month, .day = value.day, .hour = 0, .minute = 0, .second = 0, .micros = 0});
  return {static_cast<int32_t>(micros / kMicrosPerDay)};
}

}  // namespace

OdbcRows::OdbcRows(OdbcConnection& connection, SQLHSTMT statement) : connection_(connection), statement_(statement) {
  describe();
  const bool has_long =
      std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return c.kind == Column::Kind::kLongText; });
  // Long texts are read piece by piece, which works on one row at a time.
  block_ = has_long ? 1 : kRowsOfABlock;
  for (size_t index = 0; index < columns_.size(); ++index) bind(index);
  SQLSetStmtAttr(statement_, SQL_ATTR_ROW_ARRAY_SIZE, attribute(block_), 0);
  SQLSetStmtAttr(statement_, SQL_ATTR_ROWS_FETCHED_PTR, &fetched_, 0);
}

void OdbcRows::describe() {
  using Kind = Column::Kind;
  SQLSMALLINT count = 0;
  connection_.check(SQLNumResultCols(statement_, &count), statement_);
  for (SQLSMALLINT number = 1; number <= count; ++number) {
    SQLSMALLINT type = 0;
    SQLULEN size = 0;
    connection_.check(SQLDescribeCol(statement_, static_cast<SQLUSMALLINT>(number), nullptr, 0, nullptr, &type, &size,
                                     nullptr, nullptr),
                      statement_);
    Column column = {.kind = Kind::kText, .width = size * kBytesOfACharacter + 1, .bytes = {}, .lengths = {}};
    switch (type) {
      case SQL_SMALLINT:
      case SQL_INTEGER:
      case SQL_BIGINT:
        column.kind = Kind::kInteger;
        column.width = sizeof(SQLBIGINT);
        break;
      case SQL_BIT:
        column.kind = Kind::kBoolean;
        column.width = sizeof(SQLCHAR);
        break;
      case SQL_NUMERIC:
      case SQL_DECIMAL:
        column.kind = Kind::kDecimal;
        column.width = kDecimalWidth;
        break;
      case SQL_TYPE_TIMESTAMP:
        column.kind = Kind::kTimestamp;
        column.width = sizeof(SQL_TIMESTAMP_STRUCT);
        break;
      case SQL_TYPE_DATE:
        column.kind = Kind::kDate;
        column.width = sizeof(SQL_DATE_STRUCT);
        break;
      case SQL_CHAR:
      case SQL_WCHAR:
      case SQL_VARCHAR:
      case SQL_WVARCHAR:
        // A bound column needs its largest width for every row of the block; 0 means that the driver knows no largest.
        if (size == 0 || size > kLongestBoundText) column.kind = Kind::kLongText;
        break;
      default:  // text, and types that nothing here reads
        column.kind = Kind::kLongText;
    }
    columns_.push_back(std::move(column));
  }
}

void OdbcRows::bind(size_t index) {
  Column& column = columns_[index];
  SQLSMALLINT type = SQL_C_CHAR;
  switch (column.kind) {
    case Column::Kind::kLongText:
      return;
    case Column::Kind::kText:
    case Column::Kind::kDecimal:
      break;
    case Column::Kind::kInteger:
      type = SQL_C_SBIGINT;
      break;
    case Column::Kind::kBoolean:
      type = SQL_C_BIT;
      break;
    case Column::Kind::kTimestamp:
      type = SQL_C_TYPE_TIMESTAMP;
      break;
    case Column::Kind::kDate:
      type = SQL_C_TYPE_DATE;
      break;
  }
  column.bytes.resize(column.width * block_);
  column.lengths.resize(block_);
  connection_.check(SQLBindCol(statement_, static_cast<SQLUSMALLINT>(index + 1), type, column.bytes.data(),
                               static_cast<SQLLEN>(column.width), column.lengths.data()),
                    statement_);
}

RowSet OdbcRows::take() {
  RowSet rows;
  SQLLEN affected = 0;
  connection_.check(SQLRowCount(statement_, &affected), statement_);
  // A statement without columns has no rows to fetch; SQLFetch would fail.
  while (!columns_.empty()) {
    const SQLRETURN code = SQLFetch(statement_);
    connection_.check(code, statement_);
    if (code == SQL_NO_DATA) break;
    for (size_t row = 0; row < fetched_; ++row) {
      RowSet::Row cells(columns_.size());
      for (size_t index = 0; index < columns_.size(); ++index) cells[index] = cell(index, row);
      rows.add(std::move(cells));
    }
    // A block that is not full is the last: another fetch would only say so.
    if (fetched_ < block_) break;
  }
  rows.set_affected(affected < 0 ? rows.rows() : affected);
  // With SQL_CLOSE instead of another fetch: the rows are all here already, and the next execution needs it.
  connection_.check(SQLFreeStmt(statement_, SQL_CLOSE), statement_);
  return rows;
}

Cell OdbcRows::cell(size_t index, size_t row) {
  const Column& column = columns_[index];
  if (column.kind == Column::Kind::kLongText) return long_text(index);
  if (column.lengths[row] == SQL_NULL_DATA) return {};
  switch (column.kind) {
    case Column::Kind::kInteger:
      return int64_t{value_at<SQLBIGINT>(column.bytes, row)};
    case Column::Kind::kBoolean:
      return column.bytes[row] != 0;
    case Column::Kind::kTimestamp:
      return timestamp_of(value_at<SQL_TIMESTAMP_STRUCT>(column.bytes, row));
    case Column::Kind::kDate:
      return date_of(value_at<SQL_DATE_STRUCT>(column.bytes, row));
    default:
      break;
  }
  const SQLLEN length = column.lengths[row];
  // The driver cuts what does not fit, and a cut text would be a wrong answer.
  if (length < 0 || static_cast<size_t>(length) >= column.width) {
    throw std::logic_error(fmt::format("a text of {} bytes does not fit in its column of {}", length, column.width));
  }
  std::string text(column.bytes.data() + row * column.width, static_cast<size_t>(length));
  if (column.kind == Column::Kind::kDecimal) return Decimal{std::move(text)};
  return text;
}

Cell OdbcRows::long_text(size_t index) {
  std::string text;
  std::vector<char> piece(kLongTextStart);
  while (true) {
    SQLLEN left = 0;
    const SQLRETURN code = SQLGetData(statement_, static_cast<SQLUSMALLINT>(index + 1), SQL_C_CHAR, piece.data(),
                                      static_cast<SQLLEN>(piece.size()), &left);
    connection_.check(code, statement_);
    if (code == SQL_NO_DATA) return text;
    if (left == SQL_NULL_DATA) return {};
    // `left` counts what this call still had to give; more than there is room for is given by the next ones.
    const bool is_last = left >= 0 && static_cast<size_t>(left) < piece.size();
    text.append(piece.data(), is_last ? static_cast<size_t>(left) : piece.size() - 1);
    if (is_last) return text;
    if (left > 0) piece.resize(static_cast<size_t>(left) + 1);
  }
}

}  // namespace quartet::db
