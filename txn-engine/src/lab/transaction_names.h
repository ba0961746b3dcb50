// Names of the transactions.
#ifndef QUARTET_LAB_TRANSACTION_NAMES_H
#define QUARTET_LAB_TRANSACTION_NAMES_H

#include <array>
#include <cstddef>
#include <string>

namespace quartet::lab {

inline constexpr size_t kTypes = 13;                      // transaction types (quartet_type) are 1 to 12
extern const std::array<const char*, kTypes> kTypeNames;  // by type: "Trade-Lookup"

// Name of a transaction in the results folder: "TRADE_LOOKUP".
[[nodiscard]] std::string results_name(int type);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_TRANSACTION_NAMES_H
