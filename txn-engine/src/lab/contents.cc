#include "lab/contents.h"

#include <fmt/format.h>

#include "lab/sql_connection.h"
#include "quartet/tables.h"

namespace quartet::lab {

std::string sum_of_rows(const std::string& table, const std::string& condition) {
  return fmt::format("SELECT count(*) || ' rows ' || coalesce(sum(hash_record_extended({0}, 0)), 0) FROM {0} WHERE {1}",
                     table, condition);
}

Contents contents_of(const std::string& conninfo) {
  SqlConnection connection(conninfo);
  // All rows are read: the engine's settings would fetch them through an index.
  connection.query("SET enable_seqscan = on");
  Contents contents;
  for (int index = 0; index < kTableCount; ++index) {
    const std::string table(table_name(static_cast<Table>(index)));
    contents[table] = connection.value(sum_of_rows(table));
  }
  return contents;
}

}  // namespace quartet::lab
