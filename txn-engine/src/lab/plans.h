// Plans of every statement that a database runs, as the engine's sessions get them.
#ifndef QUARTET_LAB_PLANS_H
#define QUARTET_LAB_PLANS_H

#include <optional>
#include <string>

#include "lab/plan_tree.h"
#include "lab/roles.h"
#include "quartet/market_model.h"

namespace quartet::lab {

// The form of docs/contracts.md.
//
// Without `executions` nothing is executed and nothing is written: the sessions force generic plans, so that EXPLAIN
// knows the plan without values. With it, every transaction runs so many times (Trade-Cleanup once, Market-Feed and
// Trade-Result as far as orders are there) in one database transaction that is undone. The rows and the counter of the
// trade ids are then as before; dead row versions and counters of the statistics stay. Nothing else may use the
// database meanwhile. A statement that no execution needed has its generic plan and 0 executions.
[[nodiscard]] Json plans_of(const std::string& database, const MarketParameters& parameters, Role role,
                            std::optional<int> executions);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_PLANS_H
