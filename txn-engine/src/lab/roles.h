// Which transactions a database runs.
#ifndef QUARTET_LAB_ROLES_H
#define QUARTET_LAB_ROLES_H

#include <cstdint>
#include <vector>

namespace quartet::lab {

enum class Role : uint8_t { kDss, kOltp };  // VM2, VM3

// "dss" or "oltp".
[[nodiscard]] const char* name_of(Role role);

// Transactions that customers ask for.
[[nodiscard]] std::vector<int> customer_types_of(Role role);

// All transactions, in an order in which each finds what it works on: Market-Feed and Trade-Result come after
// Trade-Order, Trade-Cleanup last.
[[nodiscard]] std::vector<int> types_of(Role role);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_ROLES_H
