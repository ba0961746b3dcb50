#include "load/profile_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/error.h"

namespace quartet::load {
namespace {

constexpr std::string_view kTrying = "trying the index profile on empty tables";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Offset of the character `position`, counted from 1; the server counts characters, not bytes.
size_t offset_of(std::string_view sql, int position) {
  size_t offset = 0;
  for (int characters = 0; offset < sql.size(); ++offset) {
    const bool continues = (static_cast<unsigned char>(sql[offset]) & 0xC0U) == 0x80U;
    if (!continues && ++characters == position) break;
  }
  return offset;
}

// Offset of a whole word, or 0.
size_t offset_of_word(std::string_view sql, std::string_view word) {
  for (size_t at = sql.find(word); at != std::string_view::npos && !word.empty(); at = sql.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_word(sql[at - 1])) && (end == sql.size() || !is_word(sql[end]))) return at;
  }
  return 0;
}

// First text in double quotes of a message.
std::string_view quoted_name(std::string_view message) {
  const size_t begin = message.find('"');
  if (begin == std::string_view::npos) return {};
  const size_t end = message.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view() : message.substr(begin + 1, end - begin - 1);
}

// Line of the file that the server objects to. Where it gives no position, it quotes the name it does not know.
int failing_line(const ProfileStatement& statement, const SqlError& error) {
  const size_t offset = error.position() > 0 ? offset_of(statement.sql, error.position())
                                             : offset_of_word(statement.sql, quoted_name(error.server_message()));
  const auto lines = std::ranges::count(std::string_view(statement.sql).substr(0, offset), '\n');
  return statement.line + static_cast<int>(lines);
}

// Failures that say nothing about the statement: no right, no room, no memory, a server that goes away.
bool is_of_the_server(const SqlError& error) {
  const std::string& state = error.sqlstate();
  const std::string_view state_class = std::string_view(state).substr(0, 2);
  const std::set<std::string_view> classes = {"08", "25", "40", "53", "57", "58", "XX"};
  return state == "42501" || classes.contains(state_class);
}

std::string advice_for_statement(const std::string& sqlstate, std::string_view table) {
  if (sqlstate == "42703") return fmt::format("schema/tables/{}.sql has the columns.", table);
  if (sqlstate == "42P07" || sqlstate == "42710") return "Give it a name that no table, index or constraint has.";
  return "Correct the statement.";
}

std::string objection(const SqlError& error, Table table) {
  return fmt::format("{}. {}", error.server_message(), advice_for_statement(error.sqlstate(), table_name(table)));
}

void try_statement(Connection& connection, const ProfileStatement& statement, Table table) {
  try {
    // In this protocol the server refuses a text that it reads as several statements, whatever quotes hide from ours.
    (void)connection.query(statement.sql, {}, kTrying);
  } catch (const SqlError& error) {
    if (is_of_the_server(error)) throw;
    throw error_at(statement.file, failing_line(statement, error), objection(error, table));
  }
}

int64_t not_null_columns(Connection& connection, Table table) {
  return connection
      .query("SELECT count(*) FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull",
             {std::string(table_name(table))}, kTrying)
      .number(0, 0);
}

void try_indexes(Connection& connection, const TableStatements& statements, Table table) {
  const int64_t not_null = not_null_columns(connection, table);
  for (const ProfileStatement& index : statements.indexes) {
    try_statement(connection, index, table);
    // The tables belong to the workload: a profile must not refuse rows that others take.
    if (not_null_columns(connection, table) != not_null) {
      throw error_at(index.file, index.line,
                     fmt::format("{} makes a column of {} NOT NULL that may be null. Leave that column out of the "
                                 "primary key.",
                                 index.name, table_name(table)));
    }
  }
  for (const ProfileStatement& cluster : statements.cluster) try_statement(connection, cluster, table);
}

// The foreign keys are not the profile's, but the keys that they refer to are.
Error lacks_key(const SchemaFiles& schema, const std::string& foreign_key, Table table, const SqlError& error) {
  constexpr std::string_view kReferences = "REFERENCES ";
  const size_t begin = std::min(foreign_key.find(kReferences), foreign_key.size() - kReferences.size());
  std::string key = foreign_key.substr(begin + kReferences.size());
  key.erase(std::ranges::find_if_not(key, is_word), key.end());
  const auto file = schema.index_files.find(key + "_pkey");
  return error_at(
      file == schema.index_files.end() ? schema.profile.folder / kProfileFile : file->second, 1,
      fmt::format("a foreign key of table {} needs a key that the profile does not have: {}. Keep the columns "
                  "of the key as the base has them; INCLUDE may add others.",
                  table_name(table), error.server_message()));
}

void try_foreign_keys(Connection& connection, const SchemaFiles& schema, Table table) {
  for (const std::string& sql : schema.of(table).add_foreign_keys) {
    try {
      connection.execute(sql, kTrying);
    } catch (const SqlError& error) {
      // No such key, or one that is DEFERRABLE.
      if (error.sqlstate() == "42830" || error.sqlstate() == "55000") throw lacks_key(schema, sql, table, error);
      const auto namesake = schema.index_files.find(std::string(quoted_name(error.server_message())));
      if (error.sqlstate() != "42710" || namesake == schema.index_files.end()) throw;
      throw error_at(namesake->second, 1, objection(error, table));
    }
  }
}

}  // namespace

void try_profile(Connection& connection, const SchemaFiles& schema) {
  connection.execute("BEGIN", kTrying);
  // Other sessions do not see temporary tables. Functions and operator classes are found as in a load.
  connection.execute("SELECT set_config('search_path', 'pg_temp, ' || quote_ident(current_schema()), true)", kTrying);
  // First, so that no index takes its name.
  for (const std::string& sql : schema.sequence) connection.execute(sql, kTrying);
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    const TableStatements& statements = schema.of(table);
    for (const std::string& sql : statements.create) connection.execute(sql, kTrying);
    for (const ProfileStatement& statement : statements.storage) try_statement(connection, statement, table);
    try_indexes(connection, statements, table);
  }
  for (int i = 0; i < kTableCount; ++i) try_foreign_keys(connection, schema, static_cast<Table>(i));
  connection.execute("ROLLBACK", kTrying);
}

}  // namespace quartet::load
