#include "load/table_storage.h"

#include <fmt/format.h>

#include "load/journal.h"

namespace quartet::load {

void create_table(Connection& connection, const TableStatements& table, std::string_view doing) {
  for (const std::string& sql : table.create) connection.execute(sql, doing);
  // Before the rows: a fillfactor counts for rows that come after it.
  for (const ProfileStatement& statement : table.storage) connection.execute(statement.sql, doing);
}

void record_storage(Connection& connection, const SchemaFiles& schema, Table table) {
  const TableStatements& statements = schema.of(table);
  if (!statements.cluster.empty()) return;
  record_step(connection, table, kStorageStep, sha256_of_storage(statements));
}

bool has_to_rewrite(Connection& connection, Table table) {
  return !connection
              .query("SELECT EXISTS (SELECT FROM quartet_load_step WHERE table_name = $1 AND step = $2)",
                     {std::string(table_name(table)), std::string(kStorageStep)}, "reading the manifest of the load")
              .boolean(0, 0);
}

void rewrite_rows(Connection& connection, const SchemaFiles& schema, Table table) {
  const std::string doing = fmt::format("rewriting the rows of table {}", table_name(table));
  const TableStatements& statements = schema.of(table);
  if (statements.cluster.empty()) {
    connection.execute(fmt::format("VACUUM (FULL) {}", table_name(table)), doing);
  }
  for (const ProfileStatement& cluster : statements.cluster) connection.execute(cluster.sql, doing);
  // Afterwards, because VACUUM runs in no transaction: a load that breaks off here rewrites again.
  record_step(connection, table, kStorageStep, sha256_of_storage(statements));
}

}  // namespace quartet::load
