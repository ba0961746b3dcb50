// Work of one process, in pieces that are committed one by one.
#ifndef QUARTET_LOAD_LOAD_PLAN_H
#define QUARTET_LOAD_LOAD_PLAN_H

#include <array>
#include <cstdint>
#include <vector>

#include "quartet/tables.h"

namespace quartet::load {

// Load Units first .. first + count - 1, counted from 0. A table of a fixed size, or without rows, counts as one Load
// Unit, number 0.
struct UnitRange {
  int64_t first = 0;
  int64_t count = 0;

  friend bool operator==(const UnitRange&, const UnitRange&) = default;
};

// Slice `index` of `count`, both from 1; count is at most the number of Load Units.
struct Part {
  int index = 1;
  int count = 1;

  [[nodiscard]] bool is_whole() const { return count == 1; }
};

// The Load Units of a slice. The slices of one count are disjoint, cover all units and differ by one unit at most.
[[nodiscard]] UnitRange units_of(int64_t load_units, Part part);

// How many Load Units a table counts: all of them, or one.
[[nodiscard]] int64_t unit_count(Table table, int64_t load_units);

// Rows a table will have: exact where a formula exists, else the usual figure (docs/spec/schema.md, "Row counts"),
// good to a few percent.
[[nodiscard]] double estimated_rows(const MarketParameters& parameters, Table table);

// Which Load Units of which table are in place.
class Coverage {
 public:
  void add(Table table, UnitRange units);
  [[nodiscard]] bool has(Table table, int64_t unit) const;
  [[nodiscard]] bool is_complete(Table table, int64_t load_units) const;

 private:
  std::array<std::vector<bool>, kTableCount> units_;
};

// One run of a generator over some Load Units, and the tables whose rows of these are wanted.
struct Batch {
  UnitRange units;
  std::vector<Table> tables;  // one, or some of the simulated ones
};

// Batches that have to follow each other. Streams are independent.
using Stream = std::vector<Batch>;

// The rest of a slice to generate: first the simulation, which feeds the tables with the most keys, then the
// others, the longest first. A batch has about `batch_rows` rows, at least one Load Unit and never units that differ in
// what is done.
[[nodiscard]] std::vector<Stream> plan_streams(const MarketParameters& parameters, Part part, double batch_rows,
                                               const Coverage& done);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_PLAN_H
