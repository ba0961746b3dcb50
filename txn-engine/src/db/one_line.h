// Messages of the database as one line.
#ifndef QUARTET_DB_ONE_LINE_H
#define QUARTET_DB_ONE_LINE_H

#include <string>
#include <string_view>

namespace quartet::db {

// The text with every run of white space as one blank, and none at the ends: client libraries put line breaks into
// their messages and after them.
[[nodiscard]] std::string one_line(std::string_view text);

}  // namespace quartet::db

#endif  // QUARTET_DB_ONE_LINE_H
