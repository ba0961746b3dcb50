// Rows that lie in memory: what an access path without binary rows returns, or a result put together from several.
#ifndef QUARTET_DB_ROW_SET_H
#define QUARTET_DB_ROW_SET_H

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/session.h"

namespace quartet::db {

// A numeric as decimal text: "-12.345".
struct Decimal {
  std::string digits;
};
struct Timestamp {
  int64_t micros;  // since 2000-01-01
};
struct Date {
  int32_t days;  // since 2000-01-01
};

// NULL, an integer of any width, and the other types of columns.
using Cell = std::variant<std::monostate, int64_t, bool, std::string, Decimal, Timestamp, Date>;

class RowSet final : public Result {
 public:
  using Row = std::vector<Cell>;

  void add(Row row) { rows_.push_back(std::move(row)); }
  void set_affected(int64_t affected) { affected_ = affected; }

  [[nodiscard]] int rows() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] int64_t affected() const override { return affected_; }
  [[nodiscard]] bool is_null(int row, int column) const override;
  [[nodiscard]] int64_t integer(int row, int column) const override;
  [[nodiscard]] bool boolean(int row, int column) const override;
  [[nodiscard]] std::string_view text(int row, int column) const override;
  [[nodiscard]] int64_t cents(int row, int column) const override;
  [[nodiscard]] int64_t scaled(int row, int column, int digits) const override;
  [[nodiscard]] int64_t timestamp(int row, int column) const override;
  [[nodiscard]] int32_t date(int row, int column) const override;

 private:
  [[nodiscard]] const Cell& cell(int row, int column) const;
  template <typename Kind>
  [[nodiscard]] const Kind& get(int row, int column) const;

  std::vector<Row> rows_;
  int64_t affected_ = 0;
};

// A decimal number in text times 10^digits, rounded half away from zero; `digits` 0..8. Throws std::logic_error when it
// is no plain number (NaN, exponents) or does not fit.
[[nodiscard]] int64_t scaled_decimal(std::string_view text, int digits);

// An amount of cents as decimal text: "-0.05".
[[nodiscard]] Decimal decimal_of_cents(int64_t cents);

}  // namespace quartet::db

#endif  // QUARTET_DB_ROW_SET_H
