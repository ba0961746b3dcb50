// A database for one test.
#ifndef QUARTET_TEST_SCRATCH_DATABASE_H
#define QUARTET_TEST_SCRATCH_DATABASE_H

#include <cstdlib>
#include <set>
#include <string>

#include "loaded_database.h"

namespace quartet::load {

// A database that PGDATABASE names while this lives. Two that live at a time need different names.
class ScratchDatabase {
 public:
  // Empty.
  explicit ScratchDatabase(const std::string& name = "quartet_scratch") : ScratchDatabase(name, "") {}

  // A copy of a database that was loaded with unit_options(profile), once for all tests of this program.
  static ScratchDatabase loaded(const std::string& profile, const std::string& name = "quartet_scratch") {
    return {name, copying(original(profile))};
  }

  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;
  ~ScratchDatabase() {
    setenv("PGDATABASE", before_.c_str(), 1);
    if (!is_kept_) connection().execute("DROP DATABASE " + name_ + " WITH (FORCE)", "dropping");
  }

 private:
  ScratchDatabase(const std::string& name, const std::string& clause)
      : name_(name), before_(std::getenv("PGDATABASE")) {
    connection();  // connects to the shared database before PGDATABASE changes
    connection().execute("DROP DATABASE IF EXISTS " + name_ + " WITH (FORCE)", "dropping");
    connection().execute("CREATE DATABASE " + name_ + clause, "creating");
    setenv("PGDATABASE", name_.c_str(), 1);
  }

  // The database to copy, which this loads when a test asks for the profile first. Later only copies are used.
  static std::string original(const std::string& profile) {
    static std::set<std::string> loaded;
    const std::string name = "quartet_loaded_" + profile;
    if (loaded.contains(profile)) return name;
    ScratchDatabase database(name);
    const LoadOptions options = unit_options(profile);
    Progress progress(ProgressFormat::kJson, options.market);
    load_database(options, progress);
    database.is_kept_ = true;
    loaded.insert(profile);
    return name;
  }

  static std::string copying(const std::string& original) {
    // PostgreSQL 14 always copies files, and does not know the word. The other strategy writes all pages to the log.
    constexpr int64_t kFirstWithStrategies = 150000;
    const Rows version = connection().query("SHOW server_version_num", {}, "looking");
    return " TEMPLATE " + original + (version.number(0, 0) >= kFirstWithStrategies ? " STRATEGY file_copy" : "");
  }

  const std::string name_;
  const std::string before_;
  bool is_kept_ = false;
};

}  // namespace quartet::load

#endif  // QUARTET_TEST_SCRATCH_DATABASE_H
