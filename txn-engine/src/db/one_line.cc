#include "db/one_line.h"

namespace quartet::db {

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const char visible = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    if (visible != ' ' || (!line.empty() && line.back() != ' ')) line.push_back(visible);
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace quartet::db
