// Proof that two databases with different index profiles give the same answers and end with the same rows.
#ifndef QUARTET_LAB_VERIFY_H
#define QUARTET_LAB_VERIFY_H

#include <cstddef>
#include <optional>
#include <string>

#include "lab/contents.h"
#include "lab/plan_tree.h"
#include "lab/roles.h"
#include "lab/script.h"

namespace quartet::lab {

struct Verification {
  size_t transactions = 0;
  std::optional<Difference> difference;
  Contents expected;  // after the transactions
  Contents found;

  [[nodiscard]] bool is_equal() const { return !difference && expected == found; }
};

// Runs the script on both databases at the same time. `expected` is what `found` is compared with; both change.
//
// Row order that SQL leaves to the plan does not count (FixedOrderSession). An index can still change answers: a
// UNIQUE index refuses rows, the expression of an index fails, an operator class orders wrongly. Storage options
// change the place of rows and the plan, but never the content of a row.
//
// Throws Error with exit code 2 when the databases differ before the first transaction, and with 5 when a
// transaction fails on `expected`.
[[nodiscard]] Verification verify(const std::string& expected, const std::string& found,
                                  const MarketParameters& parameters, Role role, int rounds);

// The form of docs/contracts.md.
[[nodiscard]] Json json_of(const Verification& verification);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_VERIFY_H
