#include "lab/commands.h"

#include <fmt/format.h>

#include <cstdio>

#include "lab/measure.h"
#include "lab/plans.h"
#include "lab/verify.h"

namespace quartet::lab {
namespace {

void print_line(const Json& json) {
  fmt::print("{}\n", json.dump());
  // The reader shows each slice when it ends.
  static_cast<void>(std::fflush(stdout));
}

}  // namespace

void print_plans(const std::string& database, const MarketParameters& parameters, Role role,
                 std::optional<int> executions) {
  print_line(plans_of(database, parameters, role, executions));
}

bool print_verification(const std::string& database, const std::string& other, const MarketParameters& parameters,
                        Role role, int rounds) {
  const Verification verified = verify(database, other, parameters, role, rounds);
  print_line(json_of(verified));
  return verified.is_equal();
}

void print_measurement(const std::string& database, const std::string& other, const MarketParameters& parameters,
                       const std::vector<int>& types, int seconds) {
  measure(database, other, parameters, types, seconds, print_line);
}

}  // namespace quartet::lab
