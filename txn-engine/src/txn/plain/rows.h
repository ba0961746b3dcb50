// Parts of plain forms: single statements, and rows assembled from their results.
#ifndef QUARTET_TXN_PLAIN_ROWS_H
#define QUARTET_TXN_PLAIN_ROWS_H

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "db/row_set.h"
#include "db/session.h"

namespace quartet::plain {

// Runs one statement. Its rows are valid until the next one.
inline const db::Result& run(const db::PlainCall& call, const db::Statement& statement, db::Parameters parameters) {
  db::Batch batch;
  const size_t index = batch.add(statement, std::move(parameters));
  return call.session.run(batch)[index];
}

// Runs one statement and keeps its rows.
inline std::unique_ptr<db::Result> take(const db::PlainCall& call, const db::Statement& statement,
                                        db::Parameters parameters) {
  db::Batch batch;
  const size_t index = batch.add(statement, std::move(parameters));
  call.session.run(batch);
  return call.session.take_result(index);
}

// Copies the columns of a row from the first on, one letter each: i integer, b boolean, t text, m numeric of two
// digits, s timestamp, d date. Appends them to `cells`.
void copy_columns(db::RowSet::Row& cells, const db::Result& rows, int row, std::string_view kinds);

// Appends the columns of the first row, or as many NULLs when there is none.
void copy_first_row(db::RowSet::Row& cells, const db::Result& rows, std::string_view kinds);

// Copies all rows.
void copy_rows(db::RowSet& set, const db::Result& rows, std::string_view kinds);

// A result without rows of statements that changed that many.
std::unique_ptr<db::Result> affected_rows(int64_t affected);

}  // namespace quartet::plain

#endif  // QUARTET_TXN_PLAIN_ROWS_H
