#include "load/journal.h"

#include <fmt/format.h>

#include <map>

namespace quartet::load {
namespace {

constexpr std::string_view kRowsStep = "rows";

}  // namespace

std::string index_step(std::string_view index) { return fmt::format("index {}", index); }

Journal Journal::read(Connection& connection) {
  std::map<std::string_view, Table> tables;
  for (int i = 0; i < kTableCount; ++i) tables[table_name(static_cast<Table>(i))] = static_cast<Table>(i);
  const Rows rows =
      connection.query("SELECT table_name, step, first_unit, units, row_count, checksum FROM quartet_load_step", {},
                       "reading the manifest of the load");
  Journal journal;
  journal.size_ = rows.size();
  for (int row = 0; row < rows.size(); ++row) {
    const auto table = tables.find(rows.text(row, 0));
    // A step of a table that this version does not know: nothing to continue.
    if (table == tables.end()) continue;
    if (rows.text(row, 1) == kRowsStep) {
      journal.coverage_.add(table->second, {rows.number(row, 2), rows.number(row, 3)});
      journal.rows_.at(static_cast<size_t>(table->second))
          .add(RowChecksum::from_stored(rows.number(row, 4), rows.number(row, 5)));
    } else {
      journal.steps_.emplace(table->second, rows.text(row, 1));
    }
  }
  return journal;
}

void record_rows(Connection& connection, Table table, UnitRange units, const RowChecksum& rows) {
  connection.query(
      "INSERT INTO quartet_load_step (table_name, step, first_unit, units, row_count, checksum) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {std::string(table_name(table)), std::string(kRowsStep), std::to_string(units.first), std::to_string(units.count),
       std::to_string(rows.rows()), std::to_string(rows.stored())},
      "writing the manifest of the load");
}

void record_step(Connection& connection, Table table, std::string_view step) {
  connection.query("INSERT INTO quartet_load_step (table_name, step) VALUES ($1, $2)",
                   {std::string(table_name(table)), std::string(step)}, "writing the manifest of the load");
}

}  // namespace quartet::load
