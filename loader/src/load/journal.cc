#include "load/journal.h"

#include <fmt/format.h>

#include <map>

namespace quartet::load {
namespace {

constexpr std::string_view kRowsStep = "rows";
constexpr std::string_view kIndexPrefix = "index ";

}  // namespace

std::string index_step(std::string_view index) { return fmt::format("{}{}", kIndexPrefix, index); }

Journal Journal::read(Connection& connection) {
  std::map<std::string_view, Table> tables;
  for (int i = 0; i < kTableCount; ++i) tables[table_name(static_cast<Table>(i))] = static_cast<Table>(i);
  // Earlier versions of the loader did not keep the last column.
  const Rows rows = connection.query(
      "SELECT table_name, step, first_unit, units, row_count, checksum, "
      "to_jsonb(quartet_load_step) ->> 'sha256' FROM quartet_load_step",
      {}, "reading the manifest of the load");
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
      journal.steps_.emplace(std::pair(table->second, rows.text(row, 1)), rows.text(row, 6));
    }
  }
  return journal;
}

std::string Journal::sha256(Table table, std::string_view step) const {
  const auto found = steps_.find({table, std::string(step)});
  return found == steps_.end() ? std::string() : found->second;
}

std::vector<std::string> Journal::indexes(Table table) const {
  std::vector<std::string> names;
  for (const auto& [key, sha256] : steps_) {
    if (key.first == table && key.second.starts_with(kIndexPrefix)) {
      names.push_back(key.second.substr(kIndexPrefix.size()));
    }
  }
  return names;
}

void record_rows(Connection& connection, Table table, UnitRange units, const RowChecksum& rows) {
  connection.query(
      "INSERT INTO quartet_load_step (table_name, step, first_unit, units, row_count, checksum) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {std::string(table_name(table)), std::string(kRowsStep), std::to_string(units.first), std::to_string(units.count),
       std::to_string(rows.rows()), std::to_string(rows.stored())},
      "writing the manifest of the load");
}

void record_step(Connection& connection, Table table, std::string_view step, const std::string& sha256) {
  connection.query("INSERT INTO quartet_load_step (table_name, step, sha256) VALUES ($1, $2, nullif($3, ''))",
                   {std::string(table_name(table)), std::string(step), sha256}, "writing the manifest of the load");
}

void forget_step(Connection& connection, Table table, std::string_view step) {
  connection.query("DELETE FROM quartet_load_step WHERE table_name = $1 AND step = $2",
                   {std::string(table_name(table)), std::string(step)}, "writing the manifest of the load");
}

}  // namespace quartet::load
