// Table quartet_load_step: the manifest of a load.
#ifndef QUARTET_LOAD_JOURNAL_H
#define QUARTET_LOAD_JOURNAL_H

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "load/connection.h"
#include "load/load_plan.h"
#include "load/row_checksum.h"

namespace quartet::load {

inline constexpr std::string_view kStorageStep = "storage";
inline constexpr std::string_view kVacuumStep = "vacuum";
inline constexpr std::string_view kForeignKeysStep = "foreign keys";
inline constexpr std::string_view kAddForeignKeysStep = "add foreign keys";
[[nodiscard]] std::string index_step(std::string_view index);

// The finished steps of a load, as read at one moment.
class Journal {
 public:
  // Throws SqlError.
  [[nodiscard]] static Journal read(Connection& connection);

  [[nodiscard]] const Coverage& coverage() const { return coverage_; }
  // The recorded progress of a table.
  [[nodiscard]] const RowChecksum& rows(Table table) const { return rows_.at(static_cast<size_t>(table)); }
  [[nodiscard]] bool has(Table table, std::string_view step) const {
    return steps_.contains({table, std::string(step)});
  }
  // SHA-256 of the statements of a finished step; empty when the step is not finished or records none.
  [[nodiscard]] std::string sha256(Table table, std::string_view step) const;
  // Names of the indexes and keys that a table has.
  [[nodiscard]] std::vector<std::string> indexes(Table table) const;
  // Grows with every step.
  [[nodiscard]] int size() const { return size_; }

 private:
  Coverage coverage_;
  std::array<RowChecksum, kTableCount> rows_;
  std::map<std::pair<Table, std::string>, std::string> steps_;  // with the SHA-256 of their statements
  int size_ = 0;
};

// Both record_... are to be called in the transaction that does the step, or after a step that no transaction can hold.
void record_rows(Connection& connection, Table table, UnitRange units, const RowChecksum& rows);
void record_step(Connection& connection, Table table, std::string_view step, const std::string& sha256 = {});
// Forgets a step, if it was finished. To be called in the transaction that takes it back.
void forget_step(Connection& connection, Table table, std::string_view step);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_JOURNAL_H
