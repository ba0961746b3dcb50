// Reads back what a RowWriter wrote. An own decoder, so that an error in the encoder is not repeated here.
#ifndef QUARTET_TEST_BINARY_ROWS_H
#define QUARTET_TEST_BINARY_ROWS_H

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "quartet/tables.h"

namespace quartet {

// Big-endian signed integer of the whole text.
inline int64_t big_endian(std::string_view bytes) {
  uint64_t value = (static_cast<uint8_t>(bytes[0]) & 0x80U) != 0 ? UINT64_MAX : 0;
  for (const char byte : bytes) {
    value = (value << 8U) | static_cast<uint8_t>(byte);
  }
  return static_cast<int64_t>(value);
}

// A field of a row; empty for NULL.
class Field {
 public:
  explicit Field(std::optional<std::string_view> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_null() const { return !bytes_.has_value(); }
  [[nodiscard]] std::string_view text() const { return bytes_.value(); }
  [[nodiscard]] int64_t integer() const { return big_endian(bytes_.value()); }
  [[nodiscard]] bool boolean() const { return bytes_.value().at(0) != 0; }

  // A numeric in units of 1/10^scale. Throws when it has another scale or does not fit.
  [[nodiscard]] int64_t numeric(int scale) const {
    const auto part = [this](size_t index) { return big_endian(bytes_.value().substr(2 * index, 2)); };
    const int64_t digits = part(0);
    const int64_t weight = part(1);
    if (part(3) != scale || bytes_->size() != static_cast<size_t>(8 + 2 * digits)) {
      throw std::runtime_error("numeric of another form");
    }
    Uint128 value = 0;  // in 1/10^8
    for (int64_t exponent = weight > 0 ? weight : 0; exponent >= -2; --exponent) {
      const int64_t index = weight - exponent;
      value = value * 10'000 +
              static_cast<Uint128>(index >= 0 && index < digits ? part(static_cast<size_t>(4 + index)) : 0);
    }
    for (int dropped = scale; dropped < 8; ++dropped) {
      if (value % 10 != 0) {
        throw std::runtime_error("numeric has digits beyond its scale");
      }
      value /= 10;
    }
    const auto magnitude = static_cast<int64_t>(value);
    return part(2) == 0x4000 ? -magnitude : magnitude;
  }

 private:
  std::optional<std::string_view> bytes_;
};

using Row = std::vector<Field>;

// Splits a buffer into rows; the fields refer to it.
inline std::vector<Row> read_rows(std::string_view bytes) {
  std::vector<Row> rows;
  const auto take = [&bytes](size_t count) {
    const std::string_view taken = bytes.substr(0, count);
    if (taken.size() != count) {
      throw std::runtime_error("row ends early");
    }
    bytes.remove_prefix(count);
    return taken;
  };
  while (!bytes.empty()) {
    Row& row = rows.emplace_back();
    const int64_t columns = big_endian(take(2));
    row.reserve(static_cast<size_t>(columns));
    for (int64_t i = 0; i < columns; ++i) {
      const int64_t length = big_endian(take(4));
      row.emplace_back(length < 0 ? std::nullopt : std::optional(take(static_cast<size_t>(length))));
    }
  }
  return rows;
}

// The bytes of all tables.
using TableBytes = std::array<std::string, kTableCount>;

inline const std::string& bytes_of(const TableBytes& tables, Table table) {
  return tables.at(static_cast<size_t>(table));
}

inline Drain collect_into(TableBytes& tables) {
  return [&tables](Table table, RowWriter& writer) {
    tables.at(static_cast<size_t>(table)) += writer.buffer();
    writer.clear();
  };
}

// All tables of one Load Unit that depend on it.
inline TableBytes unit_tables(const MarketModel& model, int64_t unit) {
  TableBytes tables;
  std::array<RowWriter, kTableCount> writers;
  for (size_t i = 0; i < tables.size(); ++i) {
    if (table_kind(static_cast<Table>(i)) == TableKind::kPerUnit) {
      generate_unit(model, static_cast<Table>(i), unit, writers.at(i), collect_into(tables));
    }
  }
  simulate_unit(model, unit, writers, collect_into(tables));
  return tables;
}

inline std::string fixed_table(const MarketModel& model, Table table) {
  TableBytes tables;
  RowWriter writer;
  generate_fixed(model, table, writer, collect_into(tables));
  return bytes_of(tables, table);
}

}  // namespace quartet

#endif  // QUARTET_TEST_BINARY_ROWS_H
