#include "txn/plain/rows.h"

#include <stdexcept>
#include <string>

namespace quartet::plain {
namespace {

db::Cell cell(const db::Result& rows, int row, int column, char kind) {
  if (rows.is_null(row, column)) return {};
  switch (kind) {
    case 'i':
      return rows.integer(row, column);
    case 'b':
      return rows.boolean(row, column);
    case 't':
      return std::string(rows.text(row, column));
    case 'm':
      return db::decimal_of_cents(rows.cents(row, column));
    case 's':
      return db::Timestamp{rows.timestamp(row, column)};
    case 'd':
      return db::Date{rows.date(row, column)};
    default:
      throw std::logic_error("no kind of column is called " + std::string(1, kind));
  }
}

}  // namespace

void copy_columns(db::RowSet::Row& cells, const db::Result& rows, int row, std::string_view kinds) {
  for (size_t column = 0; column < kinds.size(); ++column) {
    cells.push_back(cell(rows, row, static_cast<int>(column), kinds[column]));
  }
}

void copy_first_row(db::RowSet::Row& cells, const db::Result& rows, std::string_view kinds) {
  if (rows.rows() == 0) {
    cells.resize(cells.size() + kinds.size());
  } else {
    copy_columns(cells, rows, 0, kinds);
  }
}

void copy_rows(db::RowSet& set, const db::Result& rows, std::string_view kinds) {
  for (int row = 0; row < rows.rows(); ++row) {
    db::RowSet::Row cells;
    copy_columns(cells, rows, row, kinds);
    set.add(std::move(cells));
  }
}

std::unique_ptr<db::Result> affected_rows(int64_t affected) {
  auto set = std::make_unique<db::RowSet>();
  set->set_affected(affected);
  return set;
}

}  // namespace quartet::plain
