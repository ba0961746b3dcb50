#include "load/profile_change.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "load/journal.h"
#include "load/profile_files.h"
#include "load/profile_trial.h"
#include "load/table_storage.h"

namespace quartet::load {
namespace {

constexpr std::string_view kChanging = "changing the index profile";

// Statements that reset the storage settings of a table, one a row: options of the table and its TOAST table, then
// statistics targets, STORAGE and COMPRESSION of its columns.
constexpr const char* kResets = R"(
SELECT format('ALTER TABLE %s RESET (%s)', c.oid::regclass, string_agg(name, ', '))
FROM pg_class AS c
CROSS JOIN LATERAL (
    SELECT option_name
    FROM pg_options_to_table(c.reloptions)
    UNION ALL
    SELECT 'toast.' || option_name
    FROM pg_class AS t, pg_options_to_table(t.reloptions)
    WHERE t.oid = c.reltoastrelid
) AS options (name)
WHERE c.oid = $1::regclass
GROUP BY c.oid
UNION ALL
SELECT format('ALTER TABLE %s ALTER COLUMN %I %s', attrelid::regclass, attname, reset)
FROM pg_attribute
JOIN pg_type ON pg_type.oid = atttypid
CROSS JOIN LATERAL (VALUES
    ('SET STATISTICS -1', coalesce(attstattarget, -1) <> -1)
  , ('SET STORAGE ' || CASE typstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END
    , attstorage <> typstorage)
  , ('SET COMPRESSION default', attcompression <> '')
) AS resets (reset, is_needed)
WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND is_needed)";

// Fillfactor; what decides the form of values that are stored already; whether the rows have the order of an index.
constexpr const char* kForm = R"(
SELECT coalesce((SELECT option_value FROM pg_options_to_table(reloptions) WHERE option_name = 'fillfactor'), '')
  , concat_ws(' '
    , (SELECT option_value FROM pg_options_to_table(reloptions) WHERE option_name = 'toast_tuple_target')
    , (SELECT string_agg(attstorage::text || attcompression::text, ' ' ORDER BY attnum)
       FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped))
  , EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisclustered)
FROM pg_class
WHERE oid = $1::regclass)";

struct StoredForm {
  std::string fillfactor;
  std::string values;
  bool is_ordered = false;
};

struct Dropped {
  Table table;
  std::string index;
  int64_t bytes;
  double seconds;
};

// For IN (...), never empty.
std::string list_of(const std::vector<std::string>& names) { return fmt::format("'', '{}'", fmt::join(names, "', '")); }

// The transaction that takes back.
class TakeBack {
 public:
  TakeBack(Connection& connection, const SchemaFiles& schema)
      : connection_(connection), schema_(schema), journal_(Journal::read(connection)) {}

  // To be called in a transaction.
  std::vector<Dropped> run() {
    for (const Table table : existing_tables(connection_)) {
      if (journal_.sha256(table, kStorageStep) != sha256_of_storage(schema_.of(table))) store_otherwise(table);
    }
    if (!reloaded_.empty()) refuse_rows_of_a_run();
    for (const Table table : existing_tables(connection_)) {
      for (const std::string& index : journal_.indexes(table)) {
        if (reloaded_.contains(table) || !is_wanted(table, index)) gone_.emplace_back(table, index);
      }
    }
    drop_foreign_keys();
    for (const auto& [table, index] : gone_) drop_index(table, index);
    for (const Table table : reloaded_) drop_table(table);
    return std::move(dropped_);
  }

 private:
  static std::string sql_name(Table table) { return std::string(table_name(table)); }

  [[nodiscard]] bool is_wanted(Table table, const std::string& index) const {
    for (const ProfileStatement& wanted : schema_.of(table).indexes) {
      if (wanted.name == index) return journal_.sha256(table, index_step(index)) == sha256_of(wanted);
    }
    return false;
  }

  [[nodiscard]] StoredForm form_of(Table table) const {
    const Rows form = connection_.query(kForm, {sql_name(table)}, kChanging);
    return {std::string(form.text(0, 0)), std::string(form.text(0, 1)), form.boolean(0, 2)};
  }

  void store_otherwise(Table table) {
    const TableStatements& wanted = schema_.of(table);
    const StoredForm before = form_of(table);
    const Rows resets = connection_.query(kResets, {sql_name(table)}, kChanging);
    for (int row = 0; row < resets.size(); ++row) connection_.execute(std::string(resets.text(row, 0)), kChanging);
    for (const std::string& sql : wanted.create) {
      if (is_column_storage(sql)) connection_.execute(sql, kChanging);
    }
    for (const ProfileStatement& statement : wanted.storage) connection_.execute(statement.sql, kChanging);
    const StoredForm after = form_of(table);
    // A rewrite keeps stored values as they are, and has no order to go back to.
    const bool is_reloaded = before.values != after.values || (before.is_ordered && wanted.cluster.empty());
    const bool is_rewritten = before.fillfactor != after.fillfactor || !wanted.cluster.empty() ||
                              !journal_.has(table, kStorageStep);  // a rewrite that was broken off
    if (is_reloaded) reloaded_.insert(table);
    forget_step(connection_, table, kVacuumStep);
    forget_step(connection_, table, kStorageStep);
    if (!is_rewritten) record_storage(connection_, schema_, table);
  }

  void refuse_rows_of_a_run() {
    const Rows user = connection_.query("SELECT obj_description('quartet_load'::regclass, 'pg_class')", {}, kChanging);
    if (user.is_null(0, 0)) return;
    throw Error(kExitLoadFailed,
                fmt::format("the rows of table {} have to be loaded again for this profile, but {} has used the"
                            " database, and its changes would be lost. Restore the database, then change the"
                            " profile.",
                            table_name(*reloaded_.begin()), user.text(0, 0)));
  }

  // All of the tables that have one which needs what is dropped: they are added table by table.
  void drop_foreign_keys() {
    std::vector<std::string> indexes;
    std::vector<std::string> tables;
    indexes.reserve(gone_.size());
    tables.reserve(reloaded_.size());
    for (const auto& [table, index] : gone_) indexes.push_back(index);
    for (const Table table : reloaded_) tables.emplace_back(table_name(table));
    const Rows keys = connection_.query(
        fmt::format("SELECT conrelid::regclass, quote_ident(conname) FROM pg_constraint WHERE contype = 'f' "
                    "AND conrelid IN (SELECT conrelid FROM pg_constraint "
                    "JOIN pg_class AS needed ON needed.oid = conindid JOIN pg_class AS referenced ON referenced.oid = "
                    "confrelid WHERE contype = 'f' AND connamespace = current_schema()::regnamespace "
                    "AND (needed.relname IN ({}) OR referenced.relname IN ({})))",
                    list_of(indexes), list_of(tables)),
        {}, kChanging);
    for (int row = 0; row < keys.size(); ++row) {
      const auto table = find_table_of_file(keys.text(row, 0));
      // A table that is not ours keeps its keys, and the server refuses to drop what they need.
      if (!table || table_name(*table) != keys.text(row, 0)) continue;
      connection_.execute(fmt::format("ALTER TABLE {} DROP CONSTRAINT {}", keys.text(row, 0), keys.text(row, 1)),
                          kChanging);
      forget_step(connection_, *table, kAddForeignKeysStep);
      forget_step(connection_, *table, kForeignKeysStep);
    }
  }

  void drop_index(Table table, const std::string& index) {
    const auto start = std::chrono::steady_clock::now();
    const Rows found = connection_.query(
        "SELECT pg_relation_size(indexrelid), EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND "
        "contype "
        "IN ('p', 'u')) FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))",
        {index}, kChanging);
    // A user may have dropped it already.
    if (found.size() > 0) {
      connection_.execute(found.boolean(0, 1)
                              ? fmt::format("ALTER TABLE {} DROP CONSTRAINT {}", table_name(table), index)
                              : fmt::format("DROP INDEX {}", index),
                          kChanging);
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
      dropped_.push_back({table, index, found.number(0, 0), time.count()});
    }
    forget_step(connection_, table, index_step(index));
    forget_step(connection_, table, kVacuumStep);
  }

  void drop_table(Table table) {
    connection_.execute(fmt::format("DROP TABLE {}", table_name(table)), kChanging);
    connection_.query("DELETE FROM quartet_load_step WHERE table_name = $1", {sql_name(table)}, kChanging);
  }

  Connection& connection_;
  const SchemaFiles& schema_;
  const Journal journal_;
  std::set<Table> reloaded_;  // dropped, so that the load fills them again
  std::vector<std::pair<Table, std::string>> gone_;
  std::vector<Dropped> dropped_;
};

void refuse_other_rows(const std::optional<LoadState>& found, const LoadState& wanted) {
  if (!found || found->is_unknown()) {
    throw Error(kExitLoadFailed, "the database is not loaded. Load it without --change-indexes.");
  }
  if (found->tables_sha256 == LoadState::kUnknown) {
    throw Error(kExitLoadFailed,
                "an earlier quartet-load loaded the database and did not record the statements of its indexes. Load it "
                "with --from-scratch.");
  }
  const std::string differences = difference_besides_profile(*found, wanted);
  if (differences.empty()) return;
  throw Error(kExitLoadFailed,
              fmt::format("the database differs in more than the profile: {}. Load it with --from-scratch, which"
                          " drops its content.",
                          differences));
}

}  // namespace

void begin_change(Connection& connection, const SchemaFiles& schema, const std::optional<LoadState>& found,
                  const LoadState& wanted, Progress& progress) {
  if (found && difference(*found, wanted).empty()) return;
  refuse_other_rows(found, wanted);
  try_profile(connection, schema);
  await_late_commits(connection);
  // A session that uses the tables must not hold it up for ever.
  connection.execute("BEGIN; SET LOCAL lock_timeout = '30s'", kChanging);
  const std::vector<Dropped> dropped = TakeBack(connection, schema).run();
  change_state(connection, wanted);
  connection.execute("COMMIT", kChanging);
  for (const Dropped& index : dropped) {
    progress.changed_index(IndexChange::kDropped, index.table, index.index, index.bytes, index.seconds);
  }
}

}  // namespace quartet::load
