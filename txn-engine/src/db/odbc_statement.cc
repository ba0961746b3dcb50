#include "db/odbc_statement.h"

#include <string_view>

namespace quartet::db {
namespace {

constexpr SQLSMALLINT kMicrosecondDigits = 6;
constexpr SQLSMALLINT kCentDigits = 2;
constexpr size_t kUsualText = 64;

void check_text(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) {
    throw OdbcFailure("22021", "a text with a NUL byte cannot be sent", false);
  }
}

int64_t checked_micros(int64_t micros) {
  if (micros < kEarliestMicros || micros > kLatestMicros) {
    throw OdbcFailure("22008", "a time outside of years 1 to 9999 cannot be sent", false);
  }
  return micros;
}

SQL_TIMESTAMP_STRUCT timestamp_of(int64_t micros) {
  const CivilTime time = civil_time(checked_micros(micros));
  return {.year = time.year,
          .month = time.month,
          .day = time.day,
          .hour = time.hour,
          .minute = time.minute,
          .second = time.second,
          .fraction = time.micros * kNanosOfAMicro};
}

SQL_DATE_STRUCT date_of(int64_t days) {
  // Checked in days: a day far outside the range would overflow as microseconds.
  const bool may_overflow = days < kEarliestMicros / kMicrosPerDay || days > kLatestMicros / kMicrosPerDay;
  const CivilTime time = civil_time(checked_micros(may_overflow ? kLatestMicros + 1 : days * kMicrosPerDay));
  return {.year = time.year, .month = time.month, .day = time.day};
}

std::string text_of(const Parameters& parameters, size_t index, Type type) {
  switch (type) {
    case Type::kMoney:
      return decimal_of_cents(parameters.get_cents(index)).digits;
    case Type::kInt4Array:
    case Type::kInt8Array:
      return integer_array(parameters.get_integer_array(index));
    case Type::kMoneyArray:
      return cents_array(parameters.get_cents_array(index));
    case Type::kTimestampArray: {
      const std::vector<int64_t> micros = parameters.get_integer_array(index);
      for (const int64_t value : micros) checked_micros(value);
      return timestamp_array(micros);
    }
    case Type::kTextArray: {
      const std::vector<std::string> texts = parameters.get_text_array(index);
      for (const std::string& text : texts) check_text(text);
      return text_array(texts);
    }
    default: {
      const std::string_view text = parameters.get_text(index);
      check_text(text);
      return std::string(text);
    }
  }
}

}  // namespace

OdbcStatement::OdbcStatement(OdbcConnection& connection, const Statement& statement)
    : connection_(connection),
      statement_(statement),
      sql_(to_odbc(statement)),
      handle_(connection.allocate_statement()),
      inputs_(statement.parameters.size()),
      bound_(sql_.parameters.size()) {
  // The driver keeps addresses of the buffers: room from the start makes a later move rare.
  for (Input& input : inputs_) input.text.reserve(kUsualText);
  connection_.check(SQLPrepare(handle_, reinterpret_cast<SQLCHAR*>(sql_.sql.data()), SQL_NTS), handle_);
}

RowSet OdbcStatement::execute(const Parameters& parameters) {
  // All are filled before any is bound, because filling may move a text.
  for (size_t index = 0; index < inputs_.size(); ++index) fill(index, parameters);
  for (size_t place = 0; place < bound_.size(); ++place) bind(place);
  const SQLRETURN code = SQLExecute(handle_);
  connection_.check(code, handle_);
  is_prepared_ = true;
  if (code == SQL_NO_DATA) {  // an UPDATE or DELETE, with RETURNING or without, that met no row: nothing can be fetched
    connection_.check(SQLFreeStmt(handle_, SQL_CLOSE), handle_);
    return {};
  }
  if (!rows_) rows_ = std::make_unique<OdbcRows>(connection_, handle_);
  return rows_->take();
}

void OdbcStatement::fill(size_t index, const Parameters& parameters) {
  Input& input = inputs_[index];
  if (parameters.is_null(index)) {
    input.length = SQL_NULL_DATA;
    return;
  }
  input.length = 0;
  const Type type = statement_.parameters[index];
  switch (type) {
    case Type::kInt2:
      input.int2 = static_cast<SQLSMALLINT>(parameters.get_integer(index));
      break;
    case Type::kInt4:
      input.int4 = static_cast<SQLINTEGER>(parameters.get_integer(index));
      break;
    case Type::kInt8:
      input.int8 = parameters.get_integer(index);
      break;
    case Type::kBool:
      input.bit = parameters.get_boolean(index) ? 1 : 0;
      break;
    case Type::kTimestamp:
      input.timestamp = timestamp_of(parameters.get_integer(index));
      break;
    case Type::kDate:
      input.date = date_of(parameters.get_integer(index));
      break;
    default:
      // A copy: it keeps the buffer that is bound as long as it is large enough.
      input.text.assign(std::string_view(text_of(parameters, index, type)));
      input.length = static_cast<SQLLEN>(input.text.size());
  }
}

OdbcStatement::Place OdbcStatement::place_of(size_t index) {
  Input& input = inputs_[index];
  switch (statement_.parameters[index]) {
    case Type::kInt2:
      return {SQL_C_SSHORT, SQL_SMALLINT, &input.int2, 0};
    case Type::kInt4:
      return {SQL_C_SLONG, SQL_INTEGER, &input.int4, 0};
    case Type::kInt8:
      return {SQL_C_SBIGINT, SQL_BIGINT, &input.int8, 0};
    case Type::kBool:
      return {SQL_C_BIT, SQL_BIT, &input.bit, 0};
    case Type::kTimestamp:
      return {SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, &input.timestamp, 0};
    case Type::kDate:
      return {SQL_C_TYPE_DATE, SQL_TYPE_DATE, &input.date, 0};
    case Type::kMoney:
      // As decimal text, which is exact.
      return {SQL_C_CHAR, SQL_NUMERIC, input.text.data(), input.text.capacity()};
    default:
      return {SQL_C_CHAR, SQL_VARCHAR, input.text.data(), input.text.capacity()};
  }
}

// Only what has moved since the last execution is bound anew: that is a text which outgrew its buffer.
void OdbcStatement::bind(size_t place) {
  const size_t index = sql_.parameters[place];
  const Place where = place_of(index);
  if (bound_[place] == where.value) return;
  constexpr SQLULEN kTimestampSize = 26;
  constexpr SQLULEN kNumericPrecision = 28;
  SQLULEN size = where.size;
  SQLSMALLINT digits = 0;
  if (where.sql_type == SQL_TYPE_TIMESTAMP) {
    size = kTimestampSize;
    digits = kMicrosecondDigits;
  } else if (where.sql_type == SQL_NUMERIC) {
    size = kNumericPrecision;
    digits = kCentDigits;
  }
  connection_.check(
      SQLBindParameter(handle_, static_cast<SQLUSMALLINT>(place + 1), SQL_PARAM_INPUT, where.c_type, where.sql_type,
                       size, digits, where.value, static_cast<SQLLEN>(where.size), &inputs_[index].length),
      handle_);
  bound_[place] = where.value;
}

}  // namespace quartet::db
