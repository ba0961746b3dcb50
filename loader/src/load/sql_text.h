// SQL files cut into statements.
#ifndef QUARTET_LOAD_SQL_TEXT_H
#define QUARTET_LOAD_SQL_TEXT_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace quartet::load {

using Statements = std::vector<std::string>;

struct LocatedStatement {
  std::string sql;
  int line = 1;  // of the text, on which the statement begins
};

// The same text with spaces for what stands in quotes ('text', "name", $tag$text$tag$), quotes included. A quote
// without an end stays.
[[nodiscard]] std::string mask_quoted(std::string_view sql);

// Splits SQL text at the semicolons outside quotes and comments; drops comments, empty statements and the mark that
// editors write before UTF-8. A statement keeps its line ends, also those of comments. A comment without an end is part
// of its statement, so that PostgreSQL refuses it.
[[nodiscard]] std::vector<LocatedStatement> locate_statements(std::string_view sql);

// The same without lines.
[[nodiscard]] Statements split_statements(std::string_view sql);

// Throws Error with kExitBadInput when the file cannot be read, or is far too large for statements.
[[nodiscard]] std::string read_schema_file(const std::filesystem::path& file);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_SQL_TEXT_H
