// Figures of EXPLAIN (FORMAT JSON) for one statement, over all nodes of its plan.
#ifndef QUARTET_LAB_PLAN_TREE_H
#define QUARTET_LAB_PLAN_TREE_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace quartet::lab {

using Json = nlohmann::ordered_json;

struct PlanFacts {
  // Each scan once and sorted: "index only customer_pkey, index trade_pkey, bitmap trade_by_account, seq exchange".
  std::string scans;
  std::set<std::string> index_only_tables;
  std::set<std::string> written_tables;
  // The rest is 0 without ANALYZE.
  int64_t shared_hit = 0;    // buffers found in shared buffers
  int64_t shared_read = 0;   // buffers read
  int64_t rows_removed = 0;  // rows that filters and rechecks threw away
  int64_t heap_fetches = 0;  // of index-only scans
};

// `plan` is the object "Plan" of EXPLAIN.
[[nodiscard]] PlanFacts facts_of(const Json& plan);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_PLAN_TREE_H
