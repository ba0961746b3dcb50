// Failures that end a program, and the exit code each ends in.
#ifndef QUARTET_BASE_ERROR_H
#define QUARTET_BASE_ERROR_H

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace quartet {

// docs/contracts.md explains them, "Exit codes".
inline constexpr int kExitBug = 1;
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitEnvironment = 3;
inline constexpr int kExitLoadFailed = 5;  // a load or a check

// The text with escapes such as \u001b for what a terminal obeys or does not show: control characters (line feeds
// too), separators of lines, marks of direction.
[[nodiscard]] std::string visible(std::string_view text);

// A failure an operator can act on; what it says of others is visible(). what() is one line in three parts: what went
// wrong, where, what to do.
class Error : public std::runtime_error {
 public:
  Error(int exit_code, const std::string& message) : std::runtime_error(visible(message)), exit_code_(exit_code) {}

  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

// A failure that a line of a file, counted from 1, explains; `problem` says what is wrong and what to do.
[[nodiscard]] Error error_at(const std::filesystem::path& file, int line, const std::string& problem,
                             int exit_code = kExitBadInput);

// Prints why a program ends, for its operator, with control characters but line feeds and tabs as escapes, and returns
// the exit code. For main(), which has nowhere to throw to.
int report_failure(const char* program, int exit_code, const char* what, const char* advice = "") noexcept;

}  // namespace quartet

#endif  // QUARTET_BASE_ERROR_H
