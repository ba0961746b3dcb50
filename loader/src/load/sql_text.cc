#include "load/sql_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/error.h"

namespace quartet::load {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Length of the comment in /* and */ that begins the text, with those in it; 0 if it has no end.
size_t length_of_comment(std::string_view sql) {
  int depth = 0;
  for (size_t i = 0; i + 1 < sql.size(); ++i) {
    const std::string_view two = sql.substr(i, 2);
    if (two != "/*" && two != "*/") continue;
    depth += two == "/*" ? 1 : -1;
    ++i;
    if (depth == 0) return i + 1;
  }
  return 0;
}

}  // namespace

std::vector<LocatedStatement> locate_statements(std::string_view sql) {
  std::vector<LocatedStatement> statements;
  std::string current;
  int begin = 1;  // line of the first character of `current`
  const auto flush = [&] {
    const size_t first = current.find_first_not_of(" \t\r\n");
    if (first != std::string::npos) {
      const size_t last = current.find_last_not_of(" \t\r\n");
      const auto before = std::ranges::count(std::string_view(current).substr(0, first), '\n');
      statements.push_back({current.substr(first, last - first + 1), begin + static_cast<int>(before)});
    }
    begin += static_cast<int>(std::ranges::count(current, '\n'));
    current.clear();
  };
  if (sql.starts_with(kByteOrderMark)) sql.remove_prefix(kByteOrderMark.size());
  std::optional<char> quote;
  for (size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (quote) {
      if (c == *quote) quote.reset();
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '-' && sql.substr(i).starts_with("--")) {
      // Up to its line end, which for PostgreSQL may be a carriage return, or to the end of the text.
      i = std::min(sql.find_first_of("\r\n", i), sql.size()) - 1;
      continue;
    } else if (const size_t length = c == '/' && sql.substr(i).starts_with("/*") ? length_of_comment(sql.substr(i)) : 0;
               length > 0) {
      current += ' ';
      current.append(static_cast<size_t>(std::ranges::count(sql.substr(i, length), '\n')), '\n');
      i += length - 1;
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

Statements split_statements(std::string_view sql) {
  Statements statements;
  for (LocatedStatement& statement : locate_statements(sql)) statements.push_back(std::move(statement.sql));
  return statements;
}

std::string read_schema_file(const std::filesystem::path& file) {
  // A folder would be read as an empty file, which leaves an index out, and a pipe would be waited for.
  std::error_code ignored;
  std::ifstream input;
  if (std::filesystem::is_regular_file(file, ignored)) input.open(file, std::ios::binary);
  if (!input.is_open()) {
    throw Error(kExitBadInput, fmt::format("cannot read {}. Make it a readable file, and point --schema at "
                                           "the schema folder of the clone, which has tables, constraints, indexes "
                                           "and control.",
                                           file.string()));
  }
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

}  // namespace quartet::load
