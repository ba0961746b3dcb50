#include "load/sql_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "base/error.h"

namespace quartet::load {
namespace {

constexpr size_t kLargestFile = 1 << 20;
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

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Length of the quote that begins the text: ', " or $tag$; 0 if none does.
size_t length_of_quote(std::string_view sql) {
  if (sql.starts_with('\'') || sql.starts_with('"')) return 1;
  if (!sql.starts_with('$')) return 0;
  const size_t end = sql.find('$', 1);
  if (end == std::string_view::npos) return 0;
  const std::string_view tag = sql.substr(1, end - 1);
  const bool is_tag = std::ranges::all_of(tag, is_of_name) && (tag.empty() || !(tag[0] >= '0' && tag[0] <= '9'));
  return is_tag ? end + 1 : 0;
}

// Position after the quoted part that begins at `at`: `at` itself if none does, npos if it has no end.
size_t end_of_quoted(std::string_view sql, size_t at) {
  const std::string_view rest = sql.substr(at);
  const auto is_name_at = [&](size_t i) { return is_of_name(sql[i]) || sql[i] == '$'; };
  const bool is_in_name = rest.starts_with('$') && at > 0 && is_name_at(at - 1);
  const size_t length = is_in_name ? 0 : length_of_quote(rest);
  if (length == 0) return at;
  const bool has_escapes = rest.starts_with('\'') && at > 0 && (sql[at - 1] == 'E' || sql[at - 1] == 'e') &&
                           (at == 1 || !is_name_at(at - 2));
  const std::string_view quote = rest.substr(0, length);
  size_t close = rest.find(quote, length);
  if (has_escapes) {
    for (close = 1; close < rest.size() && rest[close] != '\''; ++close) {
      if (rest[close] == '\\') ++close;
    }
    if (close >= rest.size()) close = std::string_view::npos;
  }
  return close == std::string_view::npos ? close : at + close + length;
}

}  // namespace

std::string mask_quoted(std::string_view sql) {
  std::string masked(sql);
  for (size_t i = 0; i < sql.size(); ++i) {
    const size_t end = end_of_quoted(sql, i);
    if (end == i) continue;
    if (end == std::string_view::npos) break;
    std::fill(masked.begin() + static_cast<long>(i), masked.begin() + static_cast<long>(end), ' ');
    i = end - 1;
  }
  return masked;
}

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
  for (size_t i = 0; i < sql.size(); ++i) {
    const char c = sql[i];
    if (const size_t end = std::min(end_of_quoted(sql, i), sql.size()); end > i) {
      current += sql.substr(i, end - i);
      i = end - 1;
      continue;
    }
    if (c == '-' && sql.substr(i).starts_with("--")) {
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
  if (const auto size = std::filesystem::file_size(file, ignored); !ignored && size > kLargestFile) {
    throw Error(kExitBadInput, fmt::format("{} is larger than 1 MiB. Replace it.", file.string()));
  }
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

}  // namespace quartet::load
