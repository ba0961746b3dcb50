#include "load/profile_statement.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "load/schema_files.h"
#include "load/sql_text.h"

namespace quartet::load {
namespace {

constexpr size_t kLongestName = 63;  // PostgreSQL cuts what is longer

// Parts of a statement in parentheses, from 1; 0 is the whole match.
using Groups = std::array<std::string, 8>;

// A POSIX regular expression, which ignores case. std::regex takes five seconds to compile.
class Pattern {
 public:
  explicit Pattern(const std::string& expression) {
    if (regcomp(&compiled_, expression.c_str(), REG_EXTENDED | REG_ICASE) != 0) throw std::logic_error(expression);
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

// A name in quotes matches none of these.
const std::string kCreateIndexOn =
    R"(CREATE\s+(UNIQUE\s+)?INDEX\s+(CONCURRENTLY\s+)?(IF\s+NOT\s+EXISTS\s+)?(\w+\s+)?ON)";
// Groups 6 and 7: what a table may follow, and does not need.
const Pattern kTablePrefix("^(" + kCreateIndexOn + R"(|ALTER\s+TABLE|CLUSTER)\s+(ONLY\s+)?(public\s*\.\s*)?)");
// Groups 2 to 5: CONCURRENTLY, IF NOT EXISTS, name of the index, table.
const Pattern kCreateIndex("^" + kCreateIndexOn + R"(\s+(\w+)\s*(\(|USING\s))");
// Groups 1 and 2: table, name of the key.
const Pattern kAddKey(
    R"(^ALTER\s+TABLE\s+(\w+)\s+ADD\s+CONSTRAINT\s+(\w+)\s+(PRIMARY\s+KEY|UNIQUE(\s+NULLS\s+(NOT\s+)?DISTINCT)?)\s*\()");
// Group 1: table. These match whole statements.
const Pattern kSetOptions(R"(^ALTER\s+TABLE\s+(\w+)\s+SET\s*\([^()]*\)$)");
const Pattern kSetColumn(
    R"(^ALTER\s+TABLE\s+(\w+)\s+ALTER\s+(COLUMN\s+)?\w+\s+SET\s+(STATISTICS|STORAGE|COMPRESSION)\s+-?\w+$)");
// Groups 1 and 2: table, index.
const Pattern kCluster(R"(^CLUSTER\s+(\w+)\s+USING\s+(\w+)$)");

// A name in lower case, without space.
std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  text.erase(std::ranges::find_if(text, [](unsigned char c) { return std::isspace(c) != 0; }), text.end());
  return text;
}

std::vector<ProfileStatement> read_statements(std::string_view sql, const std::filesystem::path& place) {
  std::vector<ProfileStatement> statements;
  for (LocatedStatement& located : locate_statements(sql)) {
    ProfileStatement statement{{}, std::move(located.sql), place, located.line};
    // The server would read the statement only up to there.
    if (statement.sql.find('\0') != std::string::npos) {
      throw refused(statement, "the statement has a zero byte. Write the file as UTF-8 text.");
    }
    const std::string unquoted = mask_quoted(statement.sql);
    if (const size_t at = unquoted.find_first_of("\\'\"$"); at != std::string::npos) {
      statement.line += static_cast<int>(std::ranges::count(statement.sql.substr(0, at), '\n'));
      if (unquoted[at] != '\\') {
        throw refused(statement, "a quote has no end, or a name has a $. Close the quote, or rename.");
      }
      const std::string command = statement.sql.substr(at);
      throw refused(statement, fmt::format("{} is a command of psql, and this is not read by psql. Remove it.",
                                           command.substr(0, command.find_first_of(" \t\r\n"))));
    }
    // Tables are those that the load makes, in whichever schema it makes them.
    if (const auto prefix = kTablePrefix.match(statement.sql)) {
      const size_t needless = prefix->at(6).size() + prefix->at(7).size();
      statement.sql.erase(prefix->at(0).size() - needless, needless);
    }
    statements.push_back(std::move(statement));
  }
  return statements;
}

// True if an ALTER TABLE does more than one thing.
bool has_several_actions(const std::string& sql) {
  int depth = 0;
  for (const char c : mask_quoted(sql)) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) return true;
  }
  return false;
}

// Sets the name of the statement to that of its index. Returns the name of the table.
std::string name_index(ProfileStatement& statement) {
  if (const auto index = kCreateIndex.match(statement.sql)) {
    if (!index->at(2).empty()) {
      throw refused(statement,
                    "CONCURRENTLY is not possible in the transaction that builds the index, and nothing else uses the "
                    "table then. Remove the word.");
    }
    if (!index->at(3).empty()) {
      throw refused(statement, "IF NOT EXISTS would accept another index of this name. Remove these words.");
    }
    if (index->at(4).empty()) {
      throw refused(statement, fmt::format("the index has no name. Name it, for example CREATE INDEX {0}_by_x ON {0}.",
                                           lower_case(index->at(5))));
    }
    statement.name = lower_case(index->at(4));
    return lower_case(index->at(5));
  }
  const auto key = kAddKey.match(statement.sql);
  if (!key || has_several_actions(statement.sql)) {
    throw refused(statement,
                  "neither CREATE [UNIQUE] INDEX nor ALTER TABLE ... ADD CONSTRAINT ... PRIMARY KEY or UNIQUE. Write "
                  "one of these, with names in lower case, without quotes and schema; storage settings belong in "
                  "folder storage.");
  }
  statement.name = lower_case(key->at(2));
  return lower_case(key->at(1));
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

}  // namespace

Error refused(const ProfileStatement& statement, const std::string& problem) {
  return error_at(statement.file, statement.line, problem);
}

std::optional<ProfileIndex> read_index(std::string_view sql, const std::filesystem::path& place) {
  auto statements = read_statements(sql, place);
  if (statements.empty()) return {};
  ProfileStatement& statement = statements.front();
  const std::string table = name_index(statement);
  if (statement.name.size() > kLongestName) {
    throw refused(statement, fmt::format("the name has {} characters, and PostgreSQL keeps {}. Shorten it.",
                                         statement.name.size(), kLongestName));
  }
  const auto named = find_table_of_file(statement.name);
  if (!named || table != table_name(*named)) {
    throw refused(statement, fmt::format("index {} is on table {}, but its name begins with {}. Begin the name with "
                                         "the table.",
                                         statement.name, table, named ? table_name(*named) : "no table"));
  }
  if (statements.size() > 1) throw refused(statements.at(1), "a second statement. Write one index or key alone.");
  return ProfileIndex{std::move(statement), *named};
}

std::vector<ProfileStatement> read_storage(std::string_view sql, const std::filesystem::path& place) {
  auto statements = read_statements(sql, place);
  for (ProfileStatement& statement : statements) statement.name = stored_table(statement);
  return statements;
}

bool is_column_storage(const std::string& sql) { return kSetColumn.match(sql).has_value(); }

std::string index_of_cluster(const ProfileStatement& statement) {
  const auto groups = kCluster.match(statement.sql);
  return groups ? lower_case(groups->at(2)) : std::string();
}

}  // namespace quartet::load
