// Databases to compare with each other, and the program quartet-lab.
#ifndef QUARTET_TEST_LAB_FIXTURE_H
#define QUARTET_TEST_LAB_FIXTURE_H

#include <string>
#include <vector>

#include "postgres_fixture.h"

namespace quartet::test {

// A copy of a loaded database of the profile `covering`, dropped with the object. Autovacuum is off: some statements
// leave the order of their rows to the plan, and statistics that change half-way could change it.
class CopiedDatabase {
 public:
  // `role` is dss or oltp.
  CopiedDatabase(std::string name, const std::string& role);
  ~CopiedDatabase();
  CopiedDatabase(const CopiedDatabase&) = delete;
  CopiedDatabase& operator=(const CopiedDatabase&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string conninfo() const { return "dbname=" + name_; }

 private:
  std::string name_;
};

struct LabRun {
  int exit_code;
  std::string out;
  std::string error;
};

// Runs quartet-lab with a verb, its arguments and the model of loaded_parameters() for `role`.
[[nodiscard]] LabRun run_lab(std::vector<std::string> arguments, const std::string& role);

}  // namespace quartet::test

#endif  // QUARTET_TEST_LAB_FIXTURE_H
