#include "lab/plan_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace quartet::lab {
namespace {

int64_t count_of(const Json& node, const char* key) { return node.value(key, int64_t{0}); }

// EXPLAIN gives the mean of all loops.
int64_t removed_rows(const Json& node) {
  double rows = 0;
  for (const char* key : {"Rows Removed by Filter", "Rows Removed by Join Filter", "Rows Removed by Index Recheck"}) {
    rows += node.value(key, 0.0);
  }
  return std::llround(rows * node.value("Actual Loops", 0.0));
}

void collect(const Json& node, std::set<std::string>& scans, PlanFacts& facts) {
  const std::string type = node.at("Node Type");
  if (type == "Index Only Scan") {
    scans.insert("index only " + node.at("Index Name").get<std::string>());
    facts.index_only_tables.insert(node.at("Relation Name").get<std::string>());
    facts.heap_fetches += count_of(node, "Heap Fetches");
  } else if (type == "Index Scan") {
    scans.insert("index " + node.at("Index Name").get<std::string>());
  } else if (type == "Bitmap Index Scan") {
    scans.insert("bitmap " + node.at("Index Name").get<std::string>());
  } else if (type == "Seq Scan") {
    scans.insert("seq " + node.at("Relation Name").get<std::string>());
  } else if (type == "ModifyTable") {
    facts.written_tables.insert(node.at("Relation Name").get<std::string>());
  }
  facts.rows_removed += removed_rows(node);
  if (!node.contains("Plans")) return;
  for (const Json& child : node.at("Plans")) collect(child, scans, facts);
}

}  // namespace

PlanFacts facts_of(const Json& plan) {
  PlanFacts facts;
  std::set<std::string> scans;
  collect(plan, scans, facts);
  facts.scans = fmt::format("{}", fmt::join(scans, ", "));
  // Buffers of a node include those of the nodes below it.
  facts.shared_hit = count_of(plan, "Shared Hit Blocks");
  facts.shared_read = count_of(plan, "Shared Read Blocks");
  return facts;
}

}  // namespace quartet::lab
