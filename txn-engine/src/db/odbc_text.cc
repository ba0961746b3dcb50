#include "db/odbc_text.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "db/row_set.h"

namespace quartet::db {
namespace {

constexpr int64_t kMicrosPerSecond = 1'000'000;
constexpr std::chrono::sys_days kEpoch{std::chrono::year(2000) / 1 / 1};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Length of the literal, quoted name or comment that `sql` begins with; 0 when it begins with none.
size_t quoted_length(std::string_view sql) {
  const auto up_to = [&](std::string_view end, size_t from) {
    const size_t found = sql.find(end, from);
    return found == std::string_view::npos ? sql.size() : found + end.size();
  };
  // A doubled quote inside a literal ends one and begins the next: the sum is the same.
  if (sql.starts_with('\'')) return up_to("'", 1);
  if (sql.starts_with('"')) return up_to("\"", 1);
  if (sql.starts_with("--")) return up_to("\n", 2);
  if (sql.starts_with("/*")) return up_to("*/", 2);
  return 0;
}

template <typename Value, typename Put>
std::string array_of(const std::vector<Value>& values, Put put) {
  std::string literal = "{";
  for (const Value& value : values) {
    if (literal.size() > 1) literal.push_back(',');
    put(literal, value);
  }
  literal.push_back('}');
  return literal;
}

}  // namespace

OdbcSql to_odbc(const Statement& statement) {
  OdbcSql result;
  std::string_view rest = statement.sql;
  while (!rest.empty()) {
    // Copied as they are: a $1 or ? in a literal or comment is no parameter.
    size_t taken = quoted_length(rest);
    if (taken > 0) {
      result.sql.append(rest.substr(0, taken));
    } else if (rest.size() > 1 && rest[0] == '$' && is_digit(rest[1])) {
      size_t number = 0;
      for (taken = 1; taken < rest.size() && is_digit(rest[taken]); ++taken) {
        number = number * 10 + static_cast<size_t>(rest[taken] - '0');
      }
      if (number < 1 || number > statement.parameters.size()) {
        throw std::logic_error(fmt::format("statement {} has no parameter ${}", statement.name, number));
      }
      // psqlODBC declares no types. With the cast the server plans the same statement as for libpq.
      result.sql.append(fmt::format("CAST(? AS {})", type_name(statement.parameters[number - 1])));
      result.parameters.push_back(number - 1);
    } else if (rest[0] == '?') {
      throw std::logic_error(
          fmt::format("statement {} holds a question mark, which is a parameter in ODBC", statement.name));
    } else {
      taken = 1;
      result.sql.push_back(rest[0]);
    }
    rest.remove_prefix(taken);
  }
  return result;
}

CivilTime civil_time(int64_t micros) {
  const auto since = std::chrono::microseconds(micros);
  // Rounded down, not towards zero: times before 2000 are negative.
  const auto days = std::chrono::floor<std::chrono::days>(since);
  const std::chrono::year_month_day date(kEpoch + days);
  const std::chrono::hh_mm_ss time(since - days);
  return {.year = static_cast<int16_t>(static_cast<int>(date.year())),
          .month = static_cast<uint16_t>(static_cast<unsigned>(date.month())),
          .day = static_cast<uint16_t>(static_cast<unsigned>(date.day())),
          .hour = static_cast<uint16_t>(time.hours().count()),
          .minute = static_cast<uint16_t>(time.minutes().count()),
          .second = static_cast<uint16_t>(time.seconds().count()),
          .micros = static_cast<uint32_t>(time.subseconds().count())};
}

int64_t micros_of(const CivilTime& time) {
  const std::chrono::sys_days day(std::chrono::year(time.year) / time.month / time.day);
  const int64_t seconds = (time.hour * 60 + time.minute) * 60 + time.second;
  return (day - kEpoch).count() * kMicrosPerDay + seconds * kMicrosPerSecond + time.micros;
}

std::string integer_array(const std::vector<int64_t>& values) {
  return array_of(values, [](std::string& out, int64_t value) { out.append(std::to_string(value)); });
}

std::string text_array(const std::vector<std::string>& values) {
  return array_of(values, [](std::string& out, const std::string& value) {
    // Always quoted: NULL, commas, braces and empty texts mean something else without quotes.
    out.push_back('"');
    for (const char c : value) {
      if (c == '"' || c == '\\') out.push_back('\\');
      out.push_back(c);
    }
    out.push_back('"');
  });
}

std::string cents_array(const std::vector<int64_t>& cents) {
  return array_of(cents, [](std::string& out, int64_t value) { out.append(decimal_of_cents(value).digits); });
}

std::string timestamp_array(const std::vector<int64_t>& micros) {
  return array_of(micros, [](std::string& out, int64_t value) {
    const CivilTime time = civil_time(value);
    out.append(fmt::format("\"{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:06}\"", time.year, time.month, time.day, time.hour,
                           time.minute, time.second, time.micros));
  });
}

}  // namespace quartet::db
