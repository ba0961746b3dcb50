// A database for one test.
#ifndef QUARTET_TEST_SCRATCH_DATABASE_H
#define QUARTET_TEST_SCRATCH_DATABASE_H

#include <cstdlib>
#include <string>

#include "loaded_database.h"

namespace quartet::load {

// An empty database that PGDATABASE names while this lives.
class ScratchDatabase {
 public:
  ScratchDatabase() : before_(std::getenv("PGDATABASE")) {
    connection();  // connects to the shared database before PGDATABASE changes
    connection().execute("DROP DATABASE IF EXISTS quartet_scratch WITH (FORCE)", "dropping");
    connection().execute("CREATE DATABASE quartet_scratch", "creating");
    setenv("PGDATABASE", "quartet_scratch", 1);
  }
  ScratchDatabase(const ScratchDatabase&) = delete;
  ScratchDatabase& operator=(const ScratchDatabase&) = delete;
  ~ScratchDatabase() {
    setenv("PGDATABASE", before_.c_str(), 1);
    connection().execute("DROP DATABASE quartet_scratch WITH (FORCE)", "dropping");
  }

 private:
  std::string before_;
};

}  // namespace quartet::load

#endif  // QUARTET_TEST_SCRATCH_DATABASE_H
