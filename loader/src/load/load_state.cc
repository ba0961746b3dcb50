#include "load/load_state.h"

#include <fmt/format.h>

#include "quartet/tables.h"

namespace quartet::load {
namespace {

constexpr std::string_view kReading = "reading what the database holds";

// 'status_type', 'trade_type', ... or the same without quotes.
std::string table_list(std::string_view quote) {
  std::string list;
  for (int i = 0; i < kTableCount; ++i) {
    list += fmt::format("{}{}{}{}", i == 0 ? "" : ", ", quote, table_name(static_cast<Table>(i)), quote);
  }
  return list;
}

// Our names among the relations of the schema, with the right to drop them.
struct Inventory {
  std::string schema;
  bool has_state = false;
  bool has_journal = false;
  std::string a_table;    // one of the 33, if any
  std::string not_owned;  // a relation of ours that belongs to someone else
  std::string its_owner;
};

Inventory take_inventory(Connection& connection) {
  const Rows schema = connection.query(
      "SELECT current_schema(), has_schema_privilege(current_schema(), 'CREATE'), current_database(), current_user", {},
      kReading);
  Inventory inventory;
  if (schema.is_null(0, 0) || !schema.boolean(0, 1)) {
    throw Error(kExitLoadFailed,
                fmt::format("role {} may not create tables in database {}. Connect as the owner of the database, or "
                            "GRANT CREATE ON SCHEMA to the role.",
                            schema.text(0, 3), schema.text(0, 2)));
  }
  inventory.schema = schema.text(0, 0);
  const Rows relations = connection.query(
      fmt::format("SELECT relname, pg_has_role(relowner, 'USAGE'), pg_get_userbyid(relowner), EXISTS (SELECT FROM "
                  "pg_attribute WHERE attrelid = pg_class.oid AND attname = 'sha256') FROM pg_class "
                  "WHERE relnamespace = current_schema()::regnamespace "
                  "AND relname IN ('quartet_load', 'quartet_load_step', 'trade_id_seq', {}) ORDER BY relname",
                  table_list("'")),
      {}, kReading);
  for (int row = 0; row < relations.size(); ++row) {
    if (relations.text(row, 0) == "quartet_load") {
      inventory.has_state = true;
    } else if (relations.text(row, 0) == "quartet_load_step") {
      // That of an earlier version does not tell what its indexes are: it cannot be continued.
      inventory.has_journal = relations.boolean(row, 3);
    } else {
      inventory.a_table = relations.text(row, 0);
    }
    if (!relations.boolean(row, 1)) {
      inventory.not_owned = relations.text(row, 0);
      inventory.its_owner = relations.text(row, 2);
    }
  }
  return inventory;
}

// Tables, views and sequences of others, which show that the database serves another purpose. Those of extensions are
// what an administrator installs everywhere.
void require_no_other_relations(Connection& connection) {
  const Rows others = connection.query(
      "SELECT format('%I.%I', nspname, relname), count(*) OVER () - 1, current_database() FROM pg_class "
      "JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind IN ('r', 'p', 'f', 'v', 'm', 'S') "
      "AND nspname !~ '^pg_' AND nspname <> 'information_schema' AND NOT EXISTS (SELECT FROM pg_depend WHERE "
      "classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e') ORDER BY 1 LIMIT 1",
      {}, kReading);
  if (others.size() == 0) return;
  const int64_t more = others.number(0, 1);
  throw Error(kExitLoadFailed,
              fmt::format("database {} is not empty and was not loaded by quartet-load: it holds {}{}. Nothing was "
                          "changed. Use an empty database.",
                          others.text(0, 2), others.text(0, 0), more == 0 ? "" : fmt::format(" and {} more", more)));
}

std::set<Table> tables_where(Connection& connection, std::string_view condition) {
  const Rows rows = connection.query(
      fmt::format("SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' "
                  "AND relname IN ({}) AND {}",
                  table_list("'"), condition),
      {}, kReading);
  std::set<Table> tables;
  for (int row = 0; row < rows.size(); ++row) tables.insert(table_of_file(rows.text(row, 0)));
  return tables;
}

template <typename Value>
void compare(std::string& text, std::string_view name, const Value& is, const Value& shall) {
  if (is != shall) text += fmt::format("{}{} is {}, not {}", text.empty() ? "" : ", ", name, is, shall);
}

std::string difference_of_rows(const LoadState& found, const LoadState& wanted) {
  std::string text;
  compare(text, "load_units", found.load_units, wanted.load_units);
  compare(text, "trade_days", found.trade_days, wanted.trade_days);
  compare(text, "news_length", found.news_length, wanted.news_length);
  compare(text, "seed", found.seed, wanted.seed);
  compare(text, "role", found.role, wanted.role);
  compare(text, "generator", found.generator, wanted.generator);
  return text;
}

}  // namespace

LoadState wanted_state(const LoadOptions& options, const SchemaFiles& schema) {
  return {.load_units = options.market.load_units,
          .trade_days = options.market.trade_days,
          .news_length = options.market.news_length,
          .seed = static_cast<int64_t>(options.market.seed),
          .indexes = schema.profile.name,
          .role = options.role,
          .generator = schema.generator,
          .schema_sha256 = sha256_of(schema),
          .tables_sha256 = sha256_without_profile(schema),
          .is_complete = false};
}

std::string difference_besides_profile(const LoadState& found, const LoadState& wanted) {
  std::string text = difference_of_rows(found, wanted);
  compare(text, "tables_sha256 (of the SQL statements of tables and constraints)", found.tables_sha256,
          wanted.tables_sha256);
  return text;
}

std::string difference(const LoadState& found, const LoadState& wanted) {
  std::string text = difference_of_rows(found, wanted);
  if (found.schema_sha256 == wanted.schema_sha256) return text;
  compare(text, "indexes", found.indexes, wanted.indexes);
  compare(text, "schema_sha256 (of the SQL statements of tables, indexes and constraints)", found.schema_sha256,
          wanted.schema_sha256);
  return text;
}

std::optional<LoadState> read_state(Connection& connection) {
  const Inventory inventory = take_inventory(connection);
  if (!inventory.not_owned.empty()) {
    throw Error(kExitLoadFailed, fmt::format("{}.{} belongs to role {}. Connect as that role or use an empty "
                                             "database.",
                                             inventory.schema, inventory.not_owned, inventory.its_owner));
  }
  if (!inventory.has_state) {
    if (inventory.a_table.empty()) {
      require_no_other_relations(connection);
      return {};
    }
    throw Error(kExitLoadFailed,
                fmt::format("{}.{} exists and was not created by quartet-load. Use an empty database, or drop it if"
                            " it is not needed.",
                            inventory.schema, inventory.a_table));
  }
  try {
    const Rows rows = connection.query(
        // Earlier versions of the loader did not keep the last three.
        "SELECT load_units, trade_days, news_length, seed, indexes, role, is_complete, "
        "coalesce((to_jsonb(quartet_load) ->> 'generator')::integer, 1), "
        "coalesce(to_jsonb(quartet_load) ->> 'schema_sha256', $1), "
        "coalesce(to_jsonb(quartet_load) ->> 'tables_sha256', $1) FROM quartet_load",
        {std::string(LoadState::kUnknown)}, kReading);
    // A load that died between creating the table and filling it cannot happen (one transaction), but a person can
    // have emptied it: then the tables are ours and of unknown content.
    if (rows.size() != 1) return LoadState{};
    const bool is_complete = rows.boolean(0, 6);
    // Broken off by a version that kept no manifest, or less in it: nothing says what is in place.
    if (!is_complete && !inventory.has_journal) return LoadState{};
    return LoadState{.load_units = rows.number(0, 0),
                     .trade_days = rows.number(0, 1),
                     .news_length = rows.number(0, 2),
                     .seed = rows.number(0, 3),
                     .indexes = std::string(rows.text(0, 4)),
                     .role = std::string(rows.text(0, 5)),
                     .generator = rows.number(0, 7),
                     .schema_sha256 = std::string(rows.text(0, 8)),
                     .tables_sha256 = std::string(rows.text(0, 9)),
                     .is_complete = is_complete};
  } catch (const SqlError& error) {
    if (error.sqlstate() != "42703") throw;
    throw Error(kExitLoadFailed, fmt::format("{}.quartet_load is not the table of this version of quartet-load. Use "
                                             "an empty database.",
                                             inventory.schema));
  }
}

void begin_state(Connection& connection, const SchemaFiles& schema, const LoadState& wanted) {
  constexpr std::string_view kDoing = "recording the load";
  // All in one transaction: nothing is dropped unless the new load is registered too. A session that uses the tables
  // must not hold it up for ever.
  connection.execute("BEGIN; SET LOCAL lock_timeout = '30s'", kDoing);
  connection.execute(fmt::format("DROP TABLE IF EXISTS quartet_load, quartet_load_step, {}", table_list("")),
                     "dropping an earlier load");
  connection.execute("DROP SEQUENCE IF EXISTS trade_id_seq", "dropping an earlier load");
  for (const std::string& statement : schema.load_state) connection.execute(statement, kDoing);
  connection.query("INSERT INTO quartet_load VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)",
                   {std::to_string(wanted.load_units), std::to_string(wanted.trade_days),
                    std::to_string(wanted.news_length), std::to_string(wanted.seed), wanted.indexes, wanted.role,
                    std::to_string(wanted.generator), wanted.schema_sha256, wanted.tables_sha256},
                   kDoing);
  connection.execute("COMMIT", kDoing);
}

void change_state(Connection& connection, const LoadState& wanted) {
  connection.query("UPDATE quartet_load SET indexes = $1, schema_sha256 = $2, is_complete = false",
                   {wanted.indexes, wanted.schema_sha256}, "recording the change of the profile");
}

void await_late_commits(Connection& connection) {
  constexpr std::string_view kDoing = "waiting for the transactions of a process that died";
  connection.execute("BEGIN", kDoing);
  // Whoever can still commit has written a step; whoever has not lacks a client to ask for the commit.
  connection.execute("LOCK TABLE quartet_load_step IN SHARE MODE", kDoing);
  connection.execute("COMMIT", kDoing);
}

std::set<Table> existing_tables(Connection& connection) { return tables_where(connection, "true"); }

std::set<Table> tables_not_all_visible(Connection& connection) {
  return tables_where(connection, "relallvisible < relpages");
}

void renew_state(Connection& connection) {
  // The new row version is younger than every row of the load: once its page can be marked all-visible, so can theirs.
  connection.execute("UPDATE quartet_load SET is_complete = is_complete", "renewing the state of the load");
}

bool is_state_all_visible(Connection& connection) {
  connection.execute("VACUUM quartet_load", "vacuuming the state of the load");
  return connection
      .query("SELECT relallvisible = relpages FROM pg_class WHERE oid = 'quartet_load'::regclass", {}, kReading)
      .boolean(0, 0);
}

void complete_state(Connection& connection, const SchemaFiles& schema) {
  constexpr std::string_view kDoing = "completing the load";
  connection.execute("BEGIN", kDoing);
  // With the mark in one transaction: a complete database has its sequence.
  // There already after a change of the profile; runs may have drawn from it.
  const Rows sequence = connection.query("SELECT to_regclass('trade_id_seq') IS NOT NULL", {}, kDoing);
  if (!sequence.boolean(0, 0)) {
    for (const std::string& statement : schema.sequence) connection.execute(statement, kDoing);
  }
  connection.execute("UPDATE quartet_load SET is_complete = true", kDoing);
  connection.execute("COMMIT", kDoing);
}

}  // namespace quartet::load
