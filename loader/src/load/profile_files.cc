#include "load/profile_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <optional>

#include "base/error.h"
#include "load/profile_statement.h"

namespace quartet::load {
namespace {

constexpr std::string_view kPrimaryKeySuffix = "_pkey";
constexpr const char* kStorage = "storage";
constexpr const char* kSuffix = ".sql";

bool has_statement(const std::filesystem::path& file) { return !split_statements(read_schema_file(file)).empty(); }

// The file that `file` replaces; empty if there is none. `part` as in chained_files.
std::filesystem::path replaced(const Profile& profile, const char* part, const std::filesystem::path& file) {
  std::filesystem::path before;
  for (const std::filesystem::path& folder : profile.folders) {
    const std::filesystem::path candidate = folder / part / file.filename();
    if (candidate == file) return before;
    if (std::filesystem::exists(candidate)) before = candidate;
  }
  return {};
}

// Files from folder `part` of each folder of the chain ("" is the folder itself). Each replaces the file of the same
// name in the folders before it.
std::map<std::string, std::filesystem::path> chained_files(const Profile& profile, const char* part) {
  std::map<std::string, std::filesystem::path> files;
  for (const std::filesystem::path& folder : profile.folders) {
    for (auto& [name, file] : sql_files(folder / part)) files[name] = file;
  }
  return files;
}

// A file for both roles may leave out what only one of them has.
void check_left_out(const SchemaFiles& schema, const Profile& other, const char* part,
                    const std::filesystem::path& file) {
  std::filesystem::path before;
  for (const Profile* profile : {&schema.profile, &other}) {
    const std::filesystem::path found = replaced(*profile, part, file);
    if (found.empty()) continue;
    if (has_statement(found)) return;
    before = found;
  }
  if (!before.empty()) {
    throw error_at(file, 1,
                   fmt::format("the file has no statement, but {} already leaves out {}. Write a statement, or remove "
                               "the file.",
                               before.string(), file.stem().string()));
  }
  std::vector<std::string> names;
  for (const auto& [name, made] : chained_files(schema.profile, part)) {
    if (made != file && has_statement(made)) names.push_back(name);
  }
  throw error_at(file, 1,
                 fmt::format("the file has no statement, but the base has no {}.sql that it could leave out. Write a "
                             "statement, remove the file, or name it after one of these: {}.",
                             file.stem().string(), fmt::join(names, ", ")));
}

void add_storage(const std::string& name, ProfileStatement statement, TableStatements& to) {
  if (statement.name != name) {
    throw refused(statement, fmt::format("the statement is about table {}, but the file is named {}.sql. Write the "
                                         "statements of a table into storage/TABLE.sql.",
                                         statement.name, name));
  }
  const bool is_cluster = !index_of_cluster(statement).empty();
  if (is_cluster && !to.cluster.empty()) {
    throw refused(statement, fmt::format("a second CLUSTER of table {}. Rows have one order; remove this.", name));
  }
  (is_cluster ? to.cluster : to.storage).push_back(std::move(statement));
}

void read_storage_file(const std::string& name, const std::filesystem::path& file, SchemaFiles& schema,
                       const Profile& other) {
  auto statements = read_storage(read_schema_file(file), file);
  if (statements.empty()) check_left_out(schema, other, kStorage, file);
  for (ProfileStatement& statement : statements) {
    const auto table = find_table_of_file(statement.name);
    if (!table || table_name(*table) != statement.name) {
      throw refused(statement, fmt::format("there is no table {}. Name a table of schema/tables.", statement.name));
    }
    add_storage(name, std::move(statement), schema.tables.at(static_cast<size_t>(*table)));
  }
}

void read_index_file(const std::string& name, const std::filesystem::path& file, SchemaFiles& schema,
                     const Profile& other) {
  auto index = read_index(read_schema_file(file), file);
  if (!index) {
    check_left_out(schema, other, "", file);
    return;
  }
  if (index->statement.name != name) {
    throw refused(index->statement, fmt::format("the statement makes {}, but the file is named {}.sql. Give both one "
                                                "name.",
                                                index->statement.name, name));
  }
  schema.tables.at(static_cast<size_t>(index->table)).indexes.push_back(std::move(index->statement));
}

// True for the folders of a profile whose files are read. `part` is seen from the folder of the profile.
bool is_read(const std::filesystem::path& part) {
  const std::filesystem::path owner = part.filename() == kStorage ? part.parent_path() : part;
  return owner.empty() || owner == "common" || owner == "dss" || owner == "oltp";
}

// True for a name that people give a file of statements: it has .sql in any place and any letters, or, where files are
// read, it is a word without a suffix. Copies that an editor keeps beside a file end in ~ or #. README and its like
// begin with a capital.
bool is_meant_as_sql(const std::string& name, bool is_read_here) {
  if (name.starts_with('.') || name.ends_with('~') || name.ends_with('#')) return false;
  if (strcasestr(name.c_str(), kSuffix) != nullptr) return true;
  return is_read_here && name.front() >= 'a' && name.front() <= 'z' && name.find('.') == std::string::npos;
}

// Throws for a file of statements that is not read.
void refuse_unread(const std::filesystem::path& file, const std::filesystem::path& part) {
  if (!is_meant_as_sql(file.filename(), is_read(part)) || std::filesystem::is_directory(file)) return;
  if (!is_read(part)) {
    throw error_at(file, 1,
                   fmt::format("folder {} is not read. A profile has the folders common, dss and oltp, and folder "
                               "storage in each of them and beside them. Move or remove the file.",
                               part.string()));
  }
  if (file.extension() != kSuffix) {
    throw error_at(file, 1, "the file is not read: its name has to end in .sql, in lower case. Rename or remove it.");
  }
}

// Checks all files below folder `part` of a profile. Skips other profiles and hidden folders.
// A circle of links ends in an error of the system.
void refuse_unread_files(const std::filesystem::path& profile, const std::filesystem::path& part) {
  for (const auto& entry : std::filesystem::directory_iterator(profile / part)) {
    const std::filesystem::path inner = part / entry.path().filename();
    refuse_unread(entry.path(), part);
    if (entry.path().filename().string().starts_with('.') || !entry.is_directory()) continue;
    if (is_read(inner) || !std::filesystem::exists(entry.path() / kProfileFile)) refuse_unread_files(profile, inner);
  }
}

}  // namespace

void read_profile_files(SchemaFiles& schema, const Profile& other) {
  for (const std::filesystem::path& folder : schema.profile.folders) {
    if (std::filesystem::exists(folder / kProfileFile)) refuse_unread_files(folder, {});
  }
  for (const auto& [name, file] : chained_files(schema.profile, kStorage)) read_storage_file(name, file, schema, other);
  schema.index_files = chained_files(schema.profile, "");
  for (const bool is_primary_key : {true, false}) {
    for (const auto& [name, file] : schema.index_files) {
      if (name.ends_with(kPrimaryKeySuffix) == is_primary_key) read_index_file(name, file, schema, other);
    }
  }
}

}  // namespace quartet::load
