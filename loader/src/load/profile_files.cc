#include "load/profile_files.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <stdexcept>

#include "load/load_error.h"

namespace quartet::load {
namespace {

constexpr std::string_view kPrimaryKeySuffix = "_pkey";
constexpr size_t kLongestName = 63;  // PostgreSQL cuts what is longer

// Parts of a statement in parentheses, from 1; 0 is the whole match.
using Groups = std::array<std::string, 5>;

// A POSIX regular expression, which ignores case. std::regex takes five seconds to compile.
class Pattern {
 public:
  explicit Pattern(const char* expression) {
    if (regcomp(&compiled_, expression, REG_EXTENDED | REG_ICASE) != 0) throw std::logic_error(expression);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern() { regfree(&compiled_); }

  [[nodiscard]] std::optional<Groups> match(const std::string& sql) const {
    std::array<regmatch_t, std::tuple_size_v<Groups>> found{};
    if (regexec(&compiled_, sql.c_str(), found.size(), found.data(), 0) != 0) return {};
    Groups groups;
    for (size_t i = 0; i < found.size(); ++i) {
      const auto& [begin, end] = found.at(i);
      if (begin >= 0) groups.at(i) = sql.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
    }
    return groups;
  }

 private:
  regex_t compiled_{};
};

// Groups 2 and 3: name of the index, table. A name in quotes or of another schema matches none of these.
const Pattern kCreateIndex(R"(^CREATE\s+(UNIQUE\s+)?INDEX\s+(\w+)\s+ON\s+(\w+)\s*(\(|USING\s))");
// Groups 1 and 2: table, name of the key.
const Pattern kAddKey(
    R"(^ALTER\s+TABLE\s+(\w+)\s+ADD\s+CONSTRAINT\s+(\w+)\s+(PRIMARY\s+KEY|UNIQUE(\s+NULLS\s+(NOT\s+)?DISTINCT)?)\s*\()");
// Group 1: table. These match whole statements.
const Pattern kSetOptions(R"(^ALTER\s+TABLE\s+(\w+)\s+SET\s*\([^()]*\)$)");
const Pattern kSetColumn(
    R"(^ALTER\s+TABLE\s+(\w+)\s+ALTER\s+(COLUMN\s+)?\w+\s+SET\s+(STATISTICS|STORAGE|COMPRESSION)\s+-?\w+$)");
// Groups 1 and 2: table, index.
const Pattern kCluster(R"(^CLUSTER\s+(\w+)\s+USING\s+(\w+)$)");

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

LoadError refused(const ProfileStatement& statement, const std::string& problem) {
  return error_at(statement.file, statement.line, problem);
}

// True if an ALTER TABLE does more than one thing.
bool has_several_actions(const std::string& sql) {
  int depth = 0;
  for (const char c : sql) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) return true;
  }
  return false;
}

struct MadeIndex {
  std::string name;
  std::string table;
};

MadeIndex made_by(const ProfileStatement& statement) {
  if (const auto index = kCreateIndex.match(statement.sql)) return {lower_case(index->at(2)), lower_case(index->at(3))};
  const auto key = kAddKey.match(statement.sql);
  if (key && !has_several_actions(statement.sql)) return {lower_case(key->at(2)), lower_case(key->at(1))};
  throw refused(statement,
                "neither CREATE [UNIQUE] INDEX nor ALTER TABLE ... ADD CONSTRAINT ... PRIMARY KEY or UNIQUE. Write one "
                "of these, with names in lower case and without quotes; storage settings belong in folder storage.");
}

// Throws unless the statement makes the index of its file on its table.
void check_index(const ProfileStatement& statement, Table table) {
  const MadeIndex made = made_by(statement);
  if (made.name != statement.name) {
    throw refused(statement, fmt::format("the statement makes {}, but the file is named {}.sql. Give both one name.",
                                         made.name, statement.name));
  }
  if (made.name.size() > kLongestName) {
    throw refused(statement, fmt::format("the name has {} characters, and PostgreSQL keeps {}. Shorten it.",
                                         made.name.size(), kLongestName));
  }
  if (made.table != table_name(table)) {
    throw refused(statement, fmt::format("the statement is about table {}, but the name of the file begins with {}. "
                                         "Begin the name with the table.",
                                         made.table, table_name(table)));
  }
}

// Table of a storage statement. Throws for another statement.
std::string stored_table(const ProfileStatement& statement) {
  for (const Pattern* pattern : {&kSetOptions, &kSetColumn, &kCluster}) {
    if (const auto groups = pattern->match(statement.sql)) return lower_case(groups->at(1));
  }
  throw refused(statement,
                "neither ALTER TABLE ... SET (...), nor ALTER TABLE ... ALTER COLUMN ... SET STATISTICS, STORAGE or "
                "COMPRESSION, nor CLUSTER ... USING. Write one of these, one action a statement.");
}

void add_storage(const ProfileStatement& statement, Table table, TableStatements& to) {
  const std::string named = stored_table(statement);
  if (named != table_name(table) || named != statement.name) {
    throw refused(statement, fmt::format("the statement is about table {}, but the file is named {}.sql. Write the "
                                         "statements of a table into storage/TABLE.sql.",
                                         named, statement.name));
  }
  const bool is_cluster = kCluster.match(statement.sql).has_value();
  if (is_cluster && !to.cluster.empty()) {
    throw refused(statement, fmt::format("a second CLUSTER of table {}. Rows have one order; remove this.", named));
  }
  (is_cluster ? to.cluster : to.storage).push_back(statement);
}

std::vector<ProfileStatement> statements_of(const std::string& name, const std::filesystem::path& file) {
  std::vector<ProfileStatement> statements;
  for (LocatedStatement& located : locate_statements(read_schema_file(file))) {
    // The server would read the statement only up to there.
    if (located.sql.find('\0') != std::string::npos) {
      throw error_at(file, located.line, "the statement has a zero byte. Write the file as UTF-8 text.");
    }
    statements.push_back({name, std::move(located.sql), file, located.line});
  }
  return statements;
}

Table table_of_profile_file(const std::string& name, const std::filesystem::path& file) {
  const auto table = find_table_of_file(name);
  if (!table) throw error_at(file, 1, "the file belongs to no table. Begin its name with the name of the table.");
  return *table;
}

// Files from folder `part` of each folder of the stack ("" is the folder itself). Each replaces the file of the same
// name in the folders before it.
std::map<std::string, std::filesystem::path> stacked_files(const Profile& profile, const char* part) {
  std::map<std::string, std::filesystem::path> files;
  for (const std::filesystem::path& folder : profile.folders) {
    for (auto& [name, file] : sql_files(folder / part)) files[name] = file;
  }
  return files;
}

}  // namespace

void read_profile_files(SchemaFiles& schema) {
  for (const auto& [name, file] : stacked_files(schema.profile, "storage")) {
    const Table table = table_of_profile_file(name, file);
    for (const ProfileStatement& statement : statements_of(name, file)) {
      add_storage(statement, table, schema.tables.at(static_cast<size_t>(table)));
    }
  }
  schema.index_files = stacked_files(schema.profile, "");
  for (const bool is_primary_key : {true, false}) {
    for (const auto& [name, file] : schema.index_files) {
      if (name.ends_with(kPrimaryKeySuffix) != is_primary_key) continue;
      const Table table = table_of_profile_file(name, file);
      auto statements = statements_of(name, file);
      // A replacing file without a statement leaves the index out.
      if (statements.empty()) continue;
      check_index(statements.front(), table);
      if (statements.size() > 1) throw refused(statements.at(1), "a second statement. Write one index or key a file.");
      schema.tables.at(static_cast<size_t>(table)).indexes.push_back(std::move(statements.front()));
    }
  }
}

bool is_column_storage(const std::string& sql) { return kSetColumn.match(sql).has_value(); }

std::string index_of_cluster(const ProfileStatement& cluster) {
  const auto groups = kCluster.match(cluster.sql);
  return groups ? lower_case(groups->at(2)) : std::string();
}

}  // namespace quartet::load
