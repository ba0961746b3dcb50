#include "load/load_plan.h"

#include <gtest/gtest.h>

#include <set>

namespace quartet::load {
namespace {

constexpr MarketParameters kSeven = {
    .load_units = 7, .active_load_units = 7, .trade_days = 2, .news_length = 1000, .seed = 7};
constexpr double kEverything = 1e12;

// Every table and Load Unit of some streams; fails on one that comes twice.
std::set<std::pair<Table, int64_t>> pieces_of(const std::vector<Stream>& streams) {
  std::set<std::pair<Table, int64_t>> pieces;
  for (const Stream& stream : streams) {
    for (const Batch& batch : stream) {
      for (const Table table : batch.tables) {
        for (int64_t unit = batch.units.first; unit < batch.units.first + batch.units.count; ++unit) {
          EXPECT_TRUE(pieces.emplace(table, unit).second) << table_name(table) << " unit " << unit << " twice";
        }
      }
    }
  }
  return pieces;
}

size_t piece_count(int64_t load_units) {
  size_t count = 0;
  for (int i = 0; i < kTableCount; ++i) count += static_cast<size_t>(unit_count(static_cast<Table>(i), load_units));
  return count;
}

TEST(LoadPlan, SlicesAreDisjointCoverAllUnitsAndDifferByOne) {
  for (const int64_t units : {1, 2, 5, 7, 100}) {
    for (int count = 1; count <= units; ++count) {
      int64_t next = 0;
      for (int index = 1; index <= count; ++index) {
        const UnitRange range = units_of(units, {index, count});
        EXPECT_EQ(range.first, next);
        EXPECT_GE(range.count, units / count);
        EXPECT_LE(range.count, units / count + 1);
        next += range.count;
      }
      EXPECT_EQ(next, units);
    }
  }
}

TEST(LoadPlan, SlicesTogetherHaveEveryTableAndUnitOnce) {
  for (const int count : {1, 2, 3, 7}) {
    std::vector<Stream> all;
    for (int index = 1; index <= count; ++index) {
      for (Stream& stream : plan_streams(kSeven, {index, count}, kEverything, {})) all.push_back(std::move(stream));
    }
    EXPECT_EQ(pieces_of(all).size(), piece_count(kSeven.load_units));
  }
}

TEST(LoadPlan, ASmallBatchIsOneLoadUnitAndALargeOneEverything) {
  for (const Stream& stream : plan_streams(kSeven, {}, 1, {})) {
    for (const Batch& batch : stream) EXPECT_EQ(batch.units.count, 1);
  }
  for (const Stream& stream : plan_streams(kSeven, {}, kEverything, {})) EXPECT_EQ(stream.size(), 1U);
}

TEST(LoadPlan, BatchesHaveAboutTheRowsAskedFor) {
  const double three_units = 3.1 / 7 * estimated_rows(kSeven, Table::kDailyMarket);
  for (const Stream& stream : plan_streams(kSeven, {}, three_units, {})) {
    if (stream.front().tables != std::vector{Table::kDailyMarket}) continue;
    ASSERT_EQ(stream.size(), 3U);
    EXPECT_EQ(stream[0].units, (UnitRange{0, 3}));
    EXPECT_EQ(stream[1].units, (UnitRange{3, 3}));
    EXPECT_EQ(stream[2].units, (UnitRange{6, 1}));
  }
}

TEST(LoadPlan, WhatIsDoneIsLeftOut) {
  Coverage done;
  done.add(Table::kTrade, {2, 3});
  done.add(Table::kZipCode, {0, 1});
  done.add(Table::kCustomer, {0, 7});
  const auto streams = plan_streams(kSeven, {}, kEverything, done);
  const auto pieces = pieces_of(streams);
  EXPECT_EQ(pieces.size(), piece_count(kSeven.load_units) - 3 - 1 - 7);
  EXPECT_FALSE(pieces.contains({Table::kTrade, 3}));
  EXPECT_TRUE(pieces.contains({Table::kTrade, 5}));
  EXPECT_TRUE(pieces.contains({Table::kTradeHistory, 3})) << "the simulation of a unit runs again for what is missing";
  EXPECT_FALSE(pieces.contains({Table::kCustomer, 0}));
}

TEST(LoadPlan, TheSimulationIsOneStreamAndComesFirst) {
  const auto streams = plan_streams(kSeven, {}, kEverything, {});
  EXPECT_EQ(streams.front().front().tables.size(), 8U);
  EXPECT_EQ(streams[1].front().tables, std::vector{Table::kDailyMarket});
}

TEST(LoadPlan, NothingIsLeftWhenAllIsDone) {
  Coverage done;
  for (int i = 0; i < kTableCount; ++i) done.add(static_cast<Table>(i), {0, kSeven.load_units});
  EXPECT_TRUE(plan_streams(kSeven, {}, 1, done).empty());
}

TEST(Coverage, KnowsUnitsAndCompleteTables) {
  Coverage coverage;
  EXPECT_FALSE(coverage.has(Table::kTrade, 0));
  coverage.add(Table::kTrade, {1, 2});
  EXPECT_FALSE(coverage.has(Table::kTrade, 0));
  EXPECT_TRUE(coverage.has(Table::kTrade, 2));
  EXPECT_FALSE(coverage.is_complete(Table::kTrade, 3));
  coverage.add(Table::kTrade, {0, 1});
  EXPECT_TRUE(coverage.is_complete(Table::kTrade, 3));
  coverage.add(Table::kSector, {0, 1});
  EXPECT_TRUE(coverage.is_complete(Table::kSector, 3)) << "a fixed table does not grow with the Load Units";
}

}  // namespace
}  // namespace quartet::load
