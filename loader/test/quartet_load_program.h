// Runs the program quartet-load as a user would.
#ifndef QUARTET_TEST_QUARTET_LOAD_PROGRAM_H
#define QUARTET_TEST_QUARTET_LOAD_PROGRAM_H

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace quartet::load {

// The arguments that match unit_options(), followed by the profile.
inline const std::string kUnitArguments =
    "--load-units 1 --trade-days 1 --news-length 10000 --seed 42 --role oltp --progress json "
    "--schema " QUARTET_SCHEMA_DIR " --indexes ";

// The arguments that match test_options().
inline const std::string kTestArguments = kUnitArguments + "covering";

struct Finished {
  int exit_code;
  std::string message;
};

inline Finished run_program(const std::string& arguments) {
  const std::string file = testing::TempDir() + "quartet-load-stderr-" + std::to_string(getpid());
  const int status = std::system((QUARTET_LOAD " " + arguments + " 2>" + file).c_str());
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::remove(file.c_str());
  return {WEXITSTATUS(status), text.str()};
}

}  // namespace quartet::load

#endif  // QUARTET_TEST_QUARTET_LOAD_PROGRAM_H
