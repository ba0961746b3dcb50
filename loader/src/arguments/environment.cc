#include "arguments/environment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace quartet {
namespace {

constexpr std::array<std::string_view, 8> kTaken = {"PGHOST",     "PGPORT",    "PGUSER",        "PGDATABASE",
                                                    "PGPASSFILE", "PGSSLMODE", "PGSSLROOTCERT", "PGCONNECT_TIMEOUT"};

}  // namespace

void ignore_other_pg_variables(const char* program) {
  std::vector<std::string> others;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (name.starts_with("PG") && std::ranges::find(kTaken, name) == kTaken.end()) others.emplace_back(name);
  }
  if (others.empty()) return;
  std::ranges::sort(others);
  for (const std::string& name : others) unsetenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
  fmt::print(stderr, "{}: ignored variables of the environment: {}. It takes {} only.\n", program,
             visible(fmt::format("{}", fmt::join(others, ", "))), fmt::join(kTaken, ", "));
}

}  // namespace quartet
