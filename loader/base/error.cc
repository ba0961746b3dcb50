#include "base/error.h"

#include <fmt/format.h>

#include <cstdio>

namespace quartet {

Error error_at(const std::filesystem::path& file, int line, const std::string& problem, int exit_code) {
  return {exit_code, fmt::format("{}:{}: {}", file.string(), line, problem)};
}

int report_failure(const char* program, int exit_code, const char* what, const char* advice) noexcept {
  for (const char* part : {program, ": ", what, advice, "\n"}) static_cast<void>(std::fputs(part, stderr));
  return exit_code;
}

}  // namespace quartet
