#include "load/schema_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/sha256.h"
#include "load/profile_files.h"

namespace quartet::load {
namespace {

// A file with one positive number.
int read_number(const std::filesystem::path& file) {
  const std::string text = read_schema_file(file);
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  if (number < 1) {
    throw Error(kExitBadInput, fmt::format("{} does not begin with a positive number. Point --schema at the schema "
                                           "folder of the clone.",
                                           file.string()));
  }
  return number;
}

void append(Statements& to, Statements from) { std::move(from.begin(), from.end(), std::back_inserter(to)); }

void read_foreign_keys(const std::filesystem::path& folder, SchemaFiles& schema) {
  for (const auto& [stem, path] : sql_files(folder)) {
    auto& of_table = schema.tables.at(static_cast<size_t>(table_of_file(stem)));
    for (std::string& statement : split_statements(read_schema_file(path))) {
      const bool validates = statement.find("VALIDATE CONSTRAINT") != std::string::npos;
      (validates ? of_table.validate : of_table.add_foreign_keys).push_back(std::move(statement));
    }
  }
}

void add_sql(Sha256& sum, const std::string& sql) { sum.add({sql.c_str(), sql.size() + 1}); }

void add_sql(Sha256& sum, const Statements& statements) {
  for (const std::string& sql : statements) add_sql(sum, sql);
}

void add_sql(Sha256& sum, const std::vector<ProfileStatement>& statements) {
  for (const ProfileStatement& statement : statements) add_sql(sum, statement.sql);
}

}  // namespace

std::map<std::string, std::filesystem::path> sql_files(const std::filesystem::path& folder) {
  std::map<std::string, std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    // Hidden files are those of an editor or a desktop.
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && name.ends_with(".sql")) files[entry.path().stem().string()] = entry.path();
  }
  return files;
}

std::optional<Table> find_table_of_file(std::string_view stem) {
  std::optional<Table> best;
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    const std::string_view name = table_name(table);
    const bool begins = stem.starts_with(name) && (stem.size() == name.size() || stem[name.size()] == '_');
    if (begins && (!best || name.size() > table_name(*best).size())) best = table;
  }
  return best;
}

Table table_of_file(std::string_view stem) {
  const auto table = find_table_of_file(stem);
  if (!table) {
    throw Error(kExitBadInput, fmt::format("schema file {}.sql belongs to no table. Begin its name with the name of "
                                           "the table.",
                                           stem));
  }
  return *table;
}

SchemaFiles read_schema(const std::filesystem::path& folder, const std::string& profile, const std::string& role) try {
  SchemaFiles schema;
  for (const char* name : {"quartet_load.sql", "quartet_load_step.sql"}) {
    append(schema.load_state, split_statements(read_schema_file(folder / "control" / name)));
  }
  schema.generator = read_number(folder / "control" / "generator_version");
  schema.sequence = split_statements(read_schema_file(folder / "control" / "trade_id_seq.sql"));
  for (int i = 0; i < kTableCount; ++i) {
    const std::filesystem::path file = folder / "tables" / fmt::format("{}.sql", table_name(static_cast<Table>(i)));
    schema.tables.at(static_cast<size_t>(i)).create = split_statements(read_schema_file(file));
  }
  for (const auto& [stem, path] : sql_files(folder / "constraints" / "checks")) {
    append(schema.tables.at(static_cast<size_t>(table_of_file(stem))).create, split_statements(read_schema_file(path)));
  }
  schema.profile = read_profile(folder / "indexes", profile, role);
  read_profile_files(schema, read_profile(folder / "indexes", profile, role == "dss" ? "oltp" : "dss"));
  read_foreign_keys(folder / "constraints" / "foreign_keys", schema);
  return schema;
} catch (const std::filesystem::filesystem_error& error) {
  throw Error(kExitBadInput,
              fmt::format("cannot read {}: {}. Name folders that may be read, without links in a circle, with "
                          "--schema and --indexes, and as the base of a profile.",
                          error.path1().string(), error.code().message()));
}

std::string sha256_of(const SchemaFiles& schema) {
  Sha256 sum;
  for (const TableStatements& table : schema.tables) {
    add_sql(sum, table.create);
    add_sql(sum, table.storage);
    add_sql(sum, table.indexes);
    add_sql(sum, table.cluster);
    add_sql(sum, table.add_foreign_keys);
    add_sql(sum, table.validate);
  }
  add_sql(sum, schema.sequence);
  return sum.text();
}

std::string sha256_without_profile(SchemaFiles schema) {
  for (TableStatements& table : schema.tables) {
    table.storage.clear();
    table.indexes.clear();
    table.cluster.clear();
  }
  return sha256_of(schema);
}

std::string sha256_of(const ProfileStatement& statement) {
  Sha256 sum;
  add_sql(sum, statement.sql);
  return sum.text();
}

std::string sha256_of_storage(const TableStatements& table) {
  Sha256 sum;
  add_sql(sum, table.storage);
  add_sql(sum, table.cluster);
  for (const ProfileStatement& cluster : table.cluster) {
    for (const ProfileStatement& index : table.indexes) {
      if (index.name == index_of_cluster(cluster)) add_sql(sum, index.sql);
    }
  }
  return sum.text();
}

}  // namespace quartet::load
