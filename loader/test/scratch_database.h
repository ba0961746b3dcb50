// A database for one test.
#ifndef QUARTET_TEST_SCRATCH_DATABASE_H
#define QUARTET_TEST_SCRATCH_DATABASE_H

#include <cstdlib>
#include <string>

#include "loaded_database.h"

namespace quartet::load {

// An empty database that PGDATABASE names while this lives. Two that live at a time need different names.
class ScratchDatabase {
 public:
  explicit ScratchDatabase(const std::string& name = "quartet_scratch")
      : name_(name), before_(std::getenv("PGDATABASE")) {
    connection();  // connects to the shared database before PGDATABASE changes
    connection().execute("DROP DATABASE IF EXISTS " + name_ + " WITH (FORCE)", "dropping");
    connection().execute("CREATE DATABASE " + name_, "creating");
    setenv("PGDATABASE", name_.c_str(), 1);
  }
  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;
  ~ScratchDatabase() {
    setenv("PGDATABASE", before_.c_str(), 1);
    connection().execute("DROP DATABASE " + name_ + " WITH (FORCE)", "dropping");
  }

 private:
  const std::string name_;
  const std::string before_;
};

}  // namespace quartet::load

#endif  // QUARTET_TEST_SCRATCH_DATABASE_H
