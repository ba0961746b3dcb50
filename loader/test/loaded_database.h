// What the tests of this program load, and the database that they share: loaded once, by the first that asks.
#ifndef QUARTET_TEST_LOADED_DATABASE_H
#define QUARTET_TEST_LOADED_DATABASE_H

#include <string>

#include "load/connection.h"
#include "load/loader.h"

namespace quartet::load {

// 1 Load Unit, 1 trade day, role oltp.
inline LoadOptions unit_options(const std::string& profile) {
  LoadOptions options;
  options.market = {.load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 10'000, .seed = 42};
  options.schema_folder = QUARTET_SCHEMA_DIR;
  options.indexes = profile;
  options.role = "oltp";
  options.threads = 2;
  return options;
}

inline LoadOptions test_options() { return unit_options("covering"); }

// A connection to the database of PGDATABASE.
inline Connection& connection() {
  static Connection shared(2);
  return shared;
}

// Loads test_options() unless that was done before. Throws what load_database throws.
//
// The role is called quartet, so this schema comes first in its search path. Before the load, the database has objects
// that do not make it one of another purpose. After the load, schema public gets a table
// of the same name as one of ours, with one row: it belongs to someone else.
inline void load_once() {
  static const bool is_loaded = [] {
    connection().execute(
        "CREATE EXTENSION pg_stat_statements; CREATE FUNCTION public.one() RETURNS int LANGUAGE sql AS 'SELECT 1';"
        "CREATE SCHEMA quartet; SET search_path = quartet",
        "preparing");
    LoadOptions options = test_options();
    options.system_identifier =
        connection().query("SELECT system_identifier FROM pg_control_system()", {}, "identifying").text(0, 0);
    Progress progress(ProgressFormat::kJson, options.market);
    const bool is_new = load_database(options, progress) == LoadOutcome::kLoaded;
    connection().execute("CREATE TABLE public.address (a int); INSERT INTO public.address VALUES (7)", "adding");
    return is_new;
  }();
  (void)is_loaded;
}

}  // namespace quartet::load

#endif  // QUARTET_TEST_LOADED_DATABASE_H
