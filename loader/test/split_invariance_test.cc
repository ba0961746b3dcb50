// Any split of the Load Units over slices, threads and orders gives the same bytes of every table and unit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <thread>
#include <vector>

#include "binary_rows.h"
#include "byte_checksum.h"

namespace quartet {
namespace {

constexpr int64_t kUnits = 5;
constexpr uint64_t kSeed = 42;

MarketModel model_of(int64_t units) {
  return MarketModel({.load_units = units, .active_load_units = 1, .news_length = 1'000, .seed = kSeed});
}

using UnitSums = std::array<uint64_t, kTableCount>;  // of one Load Unit, by table
using Sums = std::map<int64_t, UnitSums>;            // by Load Unit

enum class Order : uint8_t { kForward, kBackward };

// The output of one process for these units: tables in the given order, with writers that it keeps.
Sums generate_slice(const MarketModel& model, const std::vector<int64_t>& units, Order order) {
  Sums sums;
  std::array<RowWriter, kTableCount> writers;
  for (const int64_t unit : units) {
    std::array<ByteChecksum, kTableCount> checksums;
    const Drain drain = [&checksums](Table table, RowWriter& writer) {
      checksums.at(static_cast<size_t>(table)).add(writer.buffer());
      writer.clear();
    };
    if (order == Order::kBackward) simulate_unit(model, unit, writers, drain);
    for (int i = 0; i < kTableCount; ++i) {
      const int index = order == Order::kForward ? i : kTableCount - 1 - i;
      const auto table = static_cast<Table>(index);
      if (table_kind(table) == TableKind::kPerUnit) {
        generate_unit(model, table, unit, writers.at(static_cast<size_t>(index)), drain);
      }
    }
    if (order == Order::kForward) simulate_unit(model, unit, writers, drain);
    for (size_t i = 0; i < checksums.size(); ++i) sums[unit].at(i) = checksums.at(i).value();
  }
  return sums;
}

// The units of 0..units-1 in `slices` contiguous parts, each made on a thread of its own with a model of its own.
Sums generate_split(int64_t loaded, int64_t units, int64_t slices, Order order) {
  std::vector<Sums> parts(static_cast<size_t>(slices));
  std::vector<std::thread> threads;
  for (int64_t slice = 0; slice < slices; ++slice) {
    threads.emplace_back([&, slice] {
      std::vector<int64_t> own(static_cast<size_t>(units * (slice + 1) / slices - units * slice / slices));
      std::iota(own.begin(), own.end(), units * slice / slices);
      if (order == Order::kBackward) std::reverse(own.begin(), own.end());
      parts.at(static_cast<size_t>(slice)) = generate_slice(model_of(loaded), own, order);
    });
  }
  for (std::thread& thread : threads) thread.join();
  Sums all;
  for (const Sums& part : parts) all.insert(part.begin(), part.end());
  return all;
}

void expect_same(const Sums& reference, const Sums& other) {
  ASSERT_EQ(reference.size(), other.size());
  for (const auto& [unit, sums] : reference) {
    for (size_t i = 0; i < sums.size(); ++i) {
      EXPECT_EQ(sums.at(i), other.at(unit).at(i)) << table_name(static_cast<Table>(i)) << " of unit " << unit;
    }
  }
}

TEST(SplitInvariance, EverySliceThreadAndOrderGivesTheSameBytes) {
  const Sums whole = generate_split(kUnits, kUnits, 1, Order::kForward);
  ASSERT_EQ(whole.size(), static_cast<size_t>(kUnits));
  // Other units are other rows, so equal sums mean something.
  for (size_t i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    if (table_kind(table) == TableKind::kPerUnit || table_kind(table) == TableKind::kSimulated) {
      EXPECT_NE(whole.at(0).at(i), whole.at(1).at(i)) << table_name(table);
    }
  }
  expect_same(whole, generate_split(kUnits, kUnits, 2, Order::kBackward));
  expect_same(whole, generate_split(kUnits, kUnits, 3, Order::kForward));
  // Five slices, as part of a database of more Load Units.
  expect_same(whole, generate_split(kUnits + 4, kUnits, 5, Order::kBackward));
}

TEST(SplitInvariance, OfTheFixedTablesOnlyTheExchangesKnowTheSizeOfTheDatabase) {
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    if (table_kind(table) != TableKind::kFixed) continue;
    const std::string small = fixed_table(model_of(2), table);
    const std::string large = fixed_table(model_of(5), table);
    if (table != Table::kExchange) {
      EXPECT_TRUE(small == large) << table_name(table);
      continue;
    }
    // EX_NUM_SYMB counts the securities loaded (docs/spec/population.md, "Load Units"); nothing else differs.
    const auto few = read_rows(small);
    const auto many = read_rows(large);
    ASSERT_EQ(few.size(), many.size());
    for (size_t row = 0; row < few.size(); ++row) {
      for (size_t column = 0; column < few[row].size(); ++column) {
        EXPECT_EQ(few[row][column].text() == many[row][column].text(), column != 2) << "column " << column;
      }
    }
  }
}

TEST(SplitInvariance, TheTextFormDrawsTheSameRows) {
  const MarketModel model = model_of(1);
  RowWriter text(RowFormat::kText);
  RowWriter binary;
  std::string lines;
  TableBytes tables;
  generate_unit(model, Table::kCustomerAccount, 0, text, [&lines](Table, RowWriter& writer) {
    lines += writer.buffer();
    writer.clear();
  });
  generate_unit(model, Table::kCustomerAccount, 0, binary, collect_into(tables));
  size_t begin = 0;
  for (const Row& row : read_rows(bytes_of(tables, Table::kCustomerAccount))) {
    const size_t end = lines.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    const std::string line = lines.substr(begin, end - begin);
    EXPECT_TRUE(line.starts_with(std::to_string(row[0].integer()) + "\t" + std::to_string(row[1].integer()))) << line;
    EXPECT_NE(line.find("\t" + std::string(row[3].text()) + "\t"), std::string::npos) << line;
    begin = end + 1;
  }
  EXPECT_EQ(begin, lines.size());
}

}  // namespace
}  // namespace quartet
