#include "lab_fixture.h"

#include <fmt/format.h>

#include <utility>

namespace quartet::test {
CopiedDatabase::CopiedDatabase(std::string name, const std::string& role) : name_(std::move(name)) {
  Sql copy(copy_loaded_database(name_, role));
  for (const auto& table : copy.query("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                                      "'public'::regnamespace")) {
    copy.query(fmt::format("ALTER TABLE {} SET (autovacuum_enabled = false)", table[0]));
  }
}

CopiedDatabase::~CopiedDatabase() { Sql(empty_conninfo()).query(fmt::format("DROP DATABASE {} WITH (FORCE)", name_)); }

}  // namespace quartet::test
