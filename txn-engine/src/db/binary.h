// PostgreSQL's binary forms of values, as far as the engine uses them. All integers are big-endian.
//
//   numeric   := digits:i16 weight:i16 sign:u16 scale:i16 digit:i16[digits]
//                value = sum of digit[i] x 10000^(weight - i); sign 0x0000 plus, 0x4000 minus, others not finite
//   array     := dimensions:i32 has_nulls:i32 element_type:u32 [length:i32 first:i32 element*]
//   element   := length:i32 byte[length]
//   timestamp := microseconds since 2000-01-01:i64
//   date      := days since 2000-01-01:i32
#ifndef QUARTET_DB_BINARY_H
#define QUARTET_DB_BINARY_H

#include <cstdint>
#include <string>
#include <string_view>

#include "db/session.h"

namespace quartet::db::binary {

// Object identifiers of the types; the server's catalogue has them fixed.
inline constexpr uint32_t kBool = 16;
inline constexpr uint32_t kInt8 = 20;
inline constexpr uint32_t kInt2 = 21;
inline constexpr uint32_t kInt4 = 23;
inline constexpr uint32_t kText = 25;
inline constexpr uint32_t kInt4Array = 1007;
inline constexpr uint32_t kTextArray = 1009;
inline constexpr uint32_t kInt8Array = 1016;
inline constexpr uint32_t kVarchar = 1043;
inline constexpr uint32_t kDate = 1082;
inline constexpr uint32_t kTimestamp = 1114;
inline constexpr uint32_t kTimestampArray = 1115;
inline constexpr uint32_t kNumericArray = 1231;
inline constexpr uint32_t kNumeric = 1700;

// Type of a parameter as the server names it.
[[nodiscard]] uint32_t object_id(Type type);

// Appends the bytes of a value.
void put_int2(std::string& out, int16_t value);
void put_int4(std::string& out, int32_t value);
void put_int8(std::string& out, int64_t value);
void put_cents(std::string& out, int64_t cents);

// Reads the bytes of a value. Throws std::logic_error when there are too few or too many of them.
[[nodiscard]] int64_t get_integer(std::string_view bytes);  // 2, 4 or 8 bytes
// A numeric times 10^digits, rounded half away from zero; `digits` 0..8. Throws std::logic_error when it is not finite
// or does not fit.
[[nodiscard]] int64_t get_numeric(std::string_view bytes, int digits);

}  // namespace quartet::db::binary

#endif  // QUARTET_DB_BINARY_H
