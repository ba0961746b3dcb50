// Content of the tables of a database, in a form that allows to compare two databases.
#ifndef QUARTET_LAB_CONTENTS_H
#define QUARTET_LAB_CONTENTS_H

#include <map>
#include <string>

namespace quartet::lab {

// Number of rows and a digest of them for each of the 33 tables. The order of the rows does not count.
using Contents = std::map<std::string, std::string>;

// Query of the number and digest of the rows of a table. Hashes are of values, not of their text, so they do not depend
// on settings such as DateStyle.
[[nodiscard]] std::string sum_of_rows(const std::string& table, const std::string& condition = "true");

[[nodiscard]] Contents contents_of(const std::string& conninfo);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_CONTENTS_H
