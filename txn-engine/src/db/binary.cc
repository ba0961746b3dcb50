#include "db/binary.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <stdexcept>

namespace quartet::db::binary {
namespace {

__extension__ using Int128 = __int128;

constexpr uint16_t kPlus = 0x0000;
constexpr uint16_t kMinus = 0x4000;
constexpr size_t kNumericHeader = 8;
constexpr int kDigitWidth = 4;  // decimal digits in one base-10000 digit
constexpr int64_t kDigitBase = 10'000;

template <typename Unsigned>
void put(std::string& out, Unsigned value) {
  for (int shift = static_cast<int>(sizeof(Unsigned)) * 8 - 8; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>((value >> shift) & 0xFF));
  }
}

template <typename Unsigned>
Unsigned get(std::string_view bytes, size_t offset) {
  Unsigned value = 0;
  for (size_t i = 0; i < sizeof(Unsigned); ++i) {
    value = static_cast<Unsigned>((value << 8) | static_cast<unsigned char>(bytes[offset + i]));
  }
  return value;
}

constexpr int kLargestExponent = 18;  // of a power of ten in 64 bits
constexpr auto kPowersOfTen = [] {
  std::array<int64_t, kLargestExponent + 1> powers = {1};
  for (size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

int64_t power_of_ten(int exponent) { return kPowersOfTen[static_cast<size_t>(exponent)]; }

// Sum of digits scaled by 10^digits, and the first decimal digit behind it.
struct Magnitude {
  Int128 whole = 0;
  int64_t next_digit = 0;

  void add(int64_t digit, int exponent) {
    // Zero digits may stand at any place; only another digit is too large.
    if (exponent > kLargestExponent) {
      if (digit != 0) throw std::logic_error("a numeric of the database does not fit in 64 bits");
    } else if (exponent >= 0) {
      // 128 bits: a base-10000 digit times 10^18 does not fit in 64. The sum is checked once, at the end.
      whole += static_cast<Int128>(digit) * power_of_ten(exponent);
    } else if (exponent >= -kDigitWidth) {
      // One digit behind the last place decides, because half rounds away from zero. Later groups cannot change that.
      const int64_t divisor = power_of_ten(-exponent);
      whole += digit / divisor;
      next_digit = digit % divisor / (divisor / 10);
    }
  }
};

}  // namespace

uint32_t object_id(Type type) {
  switch (type) {
    case Type::kInt2:
      return kInt2;
    case Type::kInt4:
      return kInt4;
    case Type::kInt8:
      return kInt8;
    case Type::kBool:
      return kBool;
    case Type::kText:
      return kText;
    case Type::kMoney:
      return kNumeric;
    case Type::kTimestamp:
      return kTimestamp;
    case Type::kDate:
      return kDate;
    case Type::kInt4Array:
      return kInt4Array;
    case Type::kInt8Array:
      return kInt8Array;
    case Type::kTextArray:
      return kTextArray;
    case Type::kMoneyArray:
      return kNumericArray;
    case Type::kTimestampArray:
      return kTimestampArray;
  }
  throw std::logic_error("a statement has a parameter of an unknown type");
}

void put_int2(std::string& out, int16_t value) { put(out, static_cast<uint16_t>(value)); }
void put_int4(std::string& out, int32_t value) { put(out, static_cast<uint32_t>(value)); }
void put_int8(std::string& out, int64_t value) { put(out, static_cast<uint64_t>(value)); }

void put_cents(std::string& out, int64_t cents) {
  // Subtracted unsigned: the smallest int64 has no positive counterpart.
  const uint64_t magnitude = cents < 0 ? 0 - static_cast<uint64_t>(cents) : static_cast<uint64_t>(cents);
  // Most significant digit first: five digits hold the whole part of any 64-bit number of cents, one the cents.
  std::array<int16_t, 6> digits = {};
  digits[5] = static_cast<int16_t>(magnitude % 100 * 100);
  uint64_t rest = magnitude / 100;
  for (size_t i = 5; i-- > 0;) {
    digits[i] = static_cast<int16_t>(rest % kDigitBase);
    rest /= kDigitBase;
  }
  size_t first = 0;
  size_t last = digits.size();
  // Without leading and trailing zero digits, the form in which the server keeps and sends numerics.
  while (first < last && digits[first] == 0) ++first;
  while (last > first && digits[last - 1] == 0) --last;

  put_int2(out, static_cast<int16_t>(last - first));
  put_int2(out, static_cast<int16_t>(first == last ? 0 : 4 - static_cast<int>(first)));
  put(out, cents < 0 ? kMinus : kPlus);
  put_int2(out, 2);
  for (size_t i = first; i < last; ++i) put_int2(out, digits[i]);
}

int64_t get_integer(std::string_view bytes) {
  switch (bytes.size()) {
    case sizeof(int16_t):
      return static_cast<int16_t>(get<uint16_t>(bytes, 0));
    case sizeof(int32_t):
      return static_cast<int32_t>(get<uint32_t>(bytes, 0));
    case sizeof(int64_t):
      return static_cast<int64_t>(get<uint64_t>(bytes, 0));
    default:
      throw std::logic_error(fmt::format("an integer of {} bytes came from the database", bytes.size()));
  }
}

int64_t get_numeric(std::string_view bytes, int digits) {
  if (bytes.size() < kNumericHeader) throw std::logic_error("a numeric of the database is too short");
  const auto count = static_cast<int16_t>(get<uint16_t>(bytes, 0));
  const auto weight = static_cast<int16_t>(get<uint16_t>(bytes, 2));
  const auto sign = get<uint16_t>(bytes, 4);
  // NaN and the infinities have signs of their own.
  if (sign != kPlus && sign != kMinus) throw std::logic_error("a numeric of the database is not finite");
  if (count < 0 || bytes.size() != kNumericHeader + 2 * static_cast<size_t>(count)) {
    throw std::logic_error("a numeric of the database has the wrong length");
  }
  Magnitude magnitude;
  for (int i = 0; i < count; ++i) {
    const auto digit = get<uint16_t>(bytes, kNumericHeader + 2 * static_cast<size_t>(i));
    magnitude.add(digit, kDigitWidth * (weight - i) + digits);
  }
  Int128 value = magnitude.whole + (magnitude.next_digit >= 5 ? 1 : 0);
  if (sign == kMinus) value = -value;
  if (value > std::numeric_limits<int64_t>::max() || value < std::numeric_limits<int64_t>::min()) {
    throw std::logic_error("a numeric of the database does not fit in 64 bits");
  }
  return static_cast<int64_t>(value);
}

}  // namespace quartet::db::binary
