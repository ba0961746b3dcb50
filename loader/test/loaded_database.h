// The database that the tests of this program share: loaded once, by the first that asks.
#ifndef QUARTET_TEST_LOADED_DATABASE_H
#define QUARTET_TEST_LOADED_DATABASE_H

#include "load/connection.h"
#include "load/loader.h"

namespace quartet::load {

// 1 Load Unit, 1 trade day, profile covering, role oltp.
inline LoadOptions test_options() {
  LoadOptions options;
  options.market = {.load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 10'000, .seed = 42};
  options.schema_folder = QUARTET_SCHEMA_DIR;
  options.indexes = "covering";
  options.role = "oltp";
  options.threads = 2;
  return options;
}

// A connection to the database of PGDATABASE.
inline Connection& connection() {
  static Connection shared(2);
  return shared;
}

// Loads test_options() unless that was done before. Throws what load_database throws.
inline void load_once() {
  static const bool is_loaded = [] {
    Progress progress(ProgressFormat::kJson, test_options().market);
    return load_database(test_options(), progress) == LoadOutcome::kLoaded;
  }();
  (void)is_loaded;
}

}  // namespace quartet::load

#endif  // QUARTET_TEST_LOADED_DATABASE_H
