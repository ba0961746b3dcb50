// Verbs of quartet-lab. Each prints lines of JSON on standard output, as docs/contracts.md gives them.
#ifndef QUARTET_LAB_COMMANDS_H
#define QUARTET_LAB_COMMANDS_H

#include <optional>
#include <string>
#include <vector>

#include "lab/roles.h"
#include "quartet/market_model.h"

namespace quartet::lab {

// See plans_of; executes nothing without `executions`.
void print_plans(const std::string& database, const MarketParameters& parameters, Role role,
                 std::optional<int> executions);

// See verify. Returns true when both databases give the same answers.
[[nodiscard]] bool print_verification(const std::string& database, const std::string& other,
                                      const MarketParameters& parameters, Role role, int rounds);

// See measure.
void print_measurement(const std::string& database, const std::string& other, const MarketParameters& parameters,
                       const std::vector<int>& types, int seconds);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_COMMANDS_H
