// Statements and values in the form that ODBC takes: `?` for parameters, arrays as PostgreSQL's array literals.
#ifndef QUARTET_DB_ODBC_TEXT_H
#define QUARTET_DB_ODBC_TEXT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/session.h"

namespace quartet::db {

// A statement with its parameters as question marks.
struct OdbcSql {
  std::string sql;
  std::vector<size_t> parameters;  // of each question mark, in order: index of its parameter, from 0
};

// Writes each `$n` of a statement as `CAST(? AS type)`; one that occurs twice becomes two question marks. The cast is
// what gives the parameter its type: psqlODBC leaves the types of all parameters to the server. Literals, quoted names
// and comments stay as they are. Throws std::logic_error when a number has no parameter, or when a question mark stands
// outside of a literal.
[[nodiscard]] OdbcSql to_odbc(const Statement& statement);

// A moment that fits into PostgreSQL's text form of 4-digit years and into the structures of ODBC.
struct CivilTime {
  int16_t year;  // 1..9999
  uint16_t month;
  uint16_t day;
  uint16_t hour;
  uint16_t minute;
  uint16_t second;
  uint32_t micros;
};
inline constexpr int64_t kMicrosPerDay = 86'400'000'000;
inline constexpr uint32_t kNanosOfAMicro = 1000;                     // ODBC counts fractions of a second in nanoseconds
inline constexpr int64_t kEarliestMicros = -63'082'281'600'000'000;  // 0001-01-01 00:00:00
inline constexpr int64_t kLatestMicros = 252'455'615'999'999'999;    // 9999-12-31 23:59:59.999999

// Date and time of microseconds since 2000-01-01. REQUIRES: kEarliestMicros <= micros <= kLatestMicros.
[[nodiscard]] CivilTime civil_time(int64_t micros);
// The other way round.
[[nodiscard]] int64_t micros_of(const CivilTime& time);

// Array literals: `{1,-2}`, `{"a","b \"c\""}`, `{-0.05}`, `{"2026-11-21 11:22:33.123000"}`.
[[nodiscard]] std::string integer_array(const std::vector<int64_t>& values);
[[nodiscard]] std::string text_array(const std::vector<std::string>& values);
[[nodiscard]] std::string cents_array(const std::vector<int64_t>& cents);
[[nodiscard]] std::string timestamp_array(const std::vector<int64_t>& micros);

}  // namespace quartet::db

#endif  // QUARTET_DB_ODBC_TEXT_H
