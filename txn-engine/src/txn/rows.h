// Reading of columns that may be NULL.
#ifndef QUARTET_TXN_ROWS_H
#define QUARTET_TXN_ROWS_H

#include <cstdint>
#include <string_view>

#include "db/session.h"

namespace quartet {

[[nodiscard]] inline std::string_view text_or_empty(const db::Result& rows, int row, int column) {
  return rows.is_null(row, column) ? std::string_view() : rows.text(row, column);
}

[[nodiscard]] inline int64_t cents_or_zero(const db::Result& rows, int row, int column) {
  return rows.is_null(row, column) ? 0 : rows.cents(row, column);
}

}  // namespace quartet

#endif  // QUARTET_TXN_ROWS_H
