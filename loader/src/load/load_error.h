// Failures of a load and the exit code each ends in.
#ifndef QUARTET_LOAD_LOAD_ERROR_H
#define QUARTET_LOAD_LOAD_ERROR_H

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace quartet::load {

inline constexpr int kExitBug = 1;
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitEnvironment = 3;
inline constexpr int kExitLoadFailed = 5;

// A failure an operator can act on. what() is one line in three parts: what went wrong, where, what to do.
class LoadError : public std::runtime_error {
 public:
  LoadError(int exit_code, const std::string& message) : std::runtime_error(message), exit_code_(exit_code) {}

  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

// A failure that a line of a file, counted from 1, explains; `problem` says what is wrong and what to do.
inline LoadError error_at(const std::filesystem::path& file, int line, const std::string& problem,
                          int exit_code = kExitBadInput) {
  return {exit_code, fmt::format("{}:{}: {}", file.string(), line, problem)};
}

// Tells the operator of a program why it ends, and returns the exit code. For main(), which has nowhere to throw to.
inline int report_failure(const char* program, int exit_code, const char* what, const char* advice = "") noexcept {
  for (const char* part : {program, ": ", what, advice, "\n"}) static_cast<void>(std::fputs(part, stderr));
  return exit_code;
}

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_ERROR_H
