#include "load/schema_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "load/load_error.h"
#include "load/sha256.h"

namespace quartet::load {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrimaryKeySuffix = "_pkey";

std::string read_file(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::ostringstream text;
  text << input.rdbuf();
  if (!input) {
    throw LoadError(kExitBadInput,
                    fmt::format("cannot read {}. Point --schema at the schema folder of the clone, which "
                                "has tables, constraints, indexes and control.",
                                file.string()));
  }
  return text.str();
}

// A file with one positive number.
int read_number(const fs::path& file) {
  const std::string text = read_file(file);
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  if (number < 1) {
    throw LoadError(kExitBadInput, fmt::format("{} does not begin with a positive number. Point --schema at the schema "
                                               "folder of the clone.",
                                               file.string()));
  }
  return number;
}

// The .sql files of a folder by stem, in order. A folder that does not exist is empty.
std::map<std::string, fs::path> sql_files(const fs::path& folder) {
  std::map<std::string, fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".sql") files[entry.path().stem().string()] = entry.path();
  }
  return files;
}

void append(Statements& to, Statements from) { std::move(from.begin(), from.end(), std::back_inserter(to)); }

// Throws unless `profile` is a folder of `indexes`.
void check_profile(const fs::path& indexes, const std::string& profile) {
  const bool is_name = !profile.empty() && profile.find_first_of("/\\.") == std::string::npos;
  if (!is_name || !fs::is_directory(indexes / profile)) {
    std::string known;
    for (const auto& entry : fs::directory_iterator(indexes)) {
      known += (known.empty() ? "" : ", ") + entry.path().filename().string();
    }
    throw LoadError(kExitBadInput, fmt::format("--indexes '{}' is not a folder of {}. Use one of: {}.", profile,
                                               indexes.string(), known));
  }
}

// Files of a profile, from folder `part` of each folder of its stack ("" is the folder itself). Each replaces the file
// of the same name in the folders before it.
std::map<std::string, fs::path> profile_files(const fs::path& indexes, const std::string& profile,
                                              const std::string& role, const char* part) {
  std::map<std::string, fs::path> files;
  for (const fs::path& folder :
       {indexes / "plain", indexes / profile, indexes / profile / "common", indexes / profile / role}) {
    for (auto& [stem, path] : sql_files(folder / part)) files[stem] = path;
  }
  return files;
}

void read_foreign_keys(const fs::path& folder, SchemaFiles& schema) {
  for (const auto& [stem, path] : sql_files(folder)) {
    auto& of_table = schema.tables.at(static_cast<size_t>(table_of_file(stem)));
    for (std::string& statement : split_statements(read_file(path))) {
      const bool validates = statement.find("VALIDATE CONSTRAINT") != std::string::npos;
      (validates ? of_table.validate : of_table.add_foreign_keys).push_back(std::move(statement));
    }
  }
}

}  // namespace

Statements split_statements(std::string_view sql) {
  Statements statements;
  std::string current;
  const auto flush = [&] {
    const size_t first = current.find_first_not_of(" \t\r\n");
    if (first != std::string::npos) {
      const size_t last = current.find_last_not_of(" \t\r\n");
      statements.push_back(current.substr(first, last - first + 1));
    }
    current.clear();
  };
  std::optional<char> quote;
  for (size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (quote) {
      if (c == *quote) quote.reset();
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '-' && sql.substr(i).starts_with("--")) {
      // A comment without a line end is the last thing of the text: npos is cut to its end.
      i = std::min(sql.find('\n', i), sql.size() - 1);
      current += '\n';
      continue;
    } else if (c == ';') {
      flush();
      continue;
    }
    current += c;
  }
  flush();
  return statements;
}

Table table_of_file(std::string_view stem) {
  std::optional<Table> best;
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    const std::string_view name = table_name(table);
    const bool begins = stem.starts_with(name) && (stem.size() == name.size() || stem[name.size()] == '_');
    if (begins && (!best || name.size() > table_name(*best).size())) best = table;
  }
  if (!best) {
    throw LoadError(kExitBadInput,
                    fmt::format("schema file {}.sql belongs to no table. Begin its name with the name of "
                                "the table.",
                                stem));
  }
  return *best;
}

SchemaFiles read_schema(const fs::path& folder, const std::string& profile, const std::string& role) {
  SchemaFiles schema;
  for (const char* name : {"quartet_load.sql", "quartet_load_step.sql"}) {
    append(schema.load_state, split_statements(read_file(folder / "control" / name)));
  }
  schema.generator = read_number(folder / "control" / "generator_version");
  schema.sequence = split_statements(read_file(folder / "control" / "trade_id_seq.sql"));
  for (int i = 0; i < kTableCount; ++i) {
    const fs::path file = folder / "tables" / fmt::format("{}.sql", table_name(static_cast<Table>(i)));
    schema.tables.at(static_cast<size_t>(i)).create = split_statements(read_file(file));
  }
  for (const auto& [stem, path] : sql_files(folder / "constraints" / "checks")) {
    append(schema.tables.at(static_cast<size_t>(table_of_file(stem))).create, split_statements(read_file(path)));
  }
  const fs::path indexes = folder / "indexes";
  check_profile(indexes, profile);
  // With the table itself: a fillfactor counts for the rows that come after it.
  for (const auto& [stem, path] : profile_files(indexes, profile, role, "storage")) {
    append(schema.tables.at(static_cast<size_t>(table_of_file(stem))).create, split_statements(read_file(path)));
  }
  for (const bool is_primary_key : {true, false}) {
    for (const auto& [stem, path] : profile_files(indexes, profile, role, "")) {
      if (stem.ends_with(kPrimaryKeySuffix) != is_primary_key) continue;
      Statements create = split_statements(read_file(path));
      // A replacing file without a statement leaves the index out.
      if (create.empty()) continue;
      schema.tables.at(static_cast<size_t>(table_of_file(stem))).indexes.push_back({stem, std::move(create)});
    }
  }
  read_foreign_keys(folder / "constraints" / "foreign_keys", schema);
  return schema;
}

std::string sha256_of(const SchemaFiles& schema) {
  Sha256 sum;
  const auto add = [&sum](const Statements& statements) {
    for (const std::string& statement : statements) sum.add({statement.c_str(), statement.size() + 1});
  };
  for (const TableStatements& table : schema.tables) {
    add(table.create);
    for (const IndexStatements& index : table.indexes) add(index.create);
    add(table.add_foreign_keys);
    add(table.validate);
  }
  add(schema.sequence);
  return sum.text();
}

}  // namespace quartet::load
