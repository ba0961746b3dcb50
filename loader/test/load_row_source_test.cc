#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "byte_checksum.h"
#include "load/load_state.h"
#include "load/row_source.h"

namespace quartet::load {
namespace {

constexpr MarketParameters kTwoUnits = {
    .load_units = 2, .active_load_units = 2, .trade_days = 1, .news_length = 1000, .seed = 7};

// Keeps a running checksum of the bytes it is given.
class HashSink : public Sink {
 public:
  void write(RowChunk chunk) override {
    checksum_.add(chunk.bytes);
    bytes_ += chunk.bytes.size();
  }
  void close() override { is_closed_ = true; }

  [[nodiscard]] uint64_t hash() const { return checksum_.value(); }
  [[nodiscard]] size_t bytes() const { return bytes_; }
  [[nodiscard]] bool is_closed() const { return is_closed_; }

 private:
  ByteChecksum checksum_;
  size_t bytes_ = 0;
  bool is_closed_ = false;
};

using Sinks = std::array<HashSink, kTableCount>;

// Each slice after the other, into the same sinks.
std::unique_ptr<Sinks> generate(int threads, int slices, double batch_rows) {
  auto sinks = std::make_unique<Sinks>();
  Progress progress(ProgressFormat::kJson, kTwoUnits);
  FirstFailure failure;
  const RowSource source(MarketModel(kTwoUnits), progress,
                         [&](const Batch&, Table table) -> Sink& { return sinks->at(static_cast<size_t>(table)); });
  for (int slice = 1; slice <= slices; ++slice) {
    source.generate(plan_streams(kTwoUnits, {slice, slices}, batch_rows, {}), threads, failure);
  }
  failure.rethrow();
  return sinks;
}

// On one thread, all at once.
const Sinks& whole() {
  static const auto sinks = generate(1, 1, 1e12);
  return *sinks;
}

TEST(RowSource, BytesDoNotDependOnThreadsSlicesOrBatches) {
  for (const auto& split : {generate(2, 2, 1e12), generate(3, 1, 1)}) {
    for (size_t i = 0; i < whole().size(); ++i) {
      SCOPED_TRACE(std::string(table_name(static_cast<Table>(i))));
      EXPECT_EQ(whole().at(i).hash(), split->at(i).hash());
      EXPECT_EQ(whole().at(i).bytes(), split->at(i).bytes());
      EXPECT_TRUE(split->at(i).is_closed());
      EXPECT_EQ(split->at(i).bytes() == 0, static_cast<Table>(i) == Table::kTradeRequest);
    }
  }
}

TEST(RowSource, RowsOfOtherTablesOfTheSimulationAreDropped) {
  Coverage done;
  for (int i = 0; i < kTableCount; ++i) {
    if (static_cast<Table>(i) != Table::kHolding) done.add(static_cast<Table>(i), {0, 2});
  }
  HashSink sink;
  Progress progress(ProgressFormat::kJson, kTwoUnits);
  FirstFailure failure;
  const RowSource source(MarketModel(kTwoUnits), progress, [&](const Batch&, Table table) -> Sink& {
    EXPECT_EQ(table, Table::kHolding);
    return sink;
  });
  source.generate(plan_streams(kTwoUnits, {}, 1e12, done), 1, failure);
  failure.rethrow();
  EXPECT_EQ(sink.hash(), whole().at(static_cast<size_t>(Table::kHolding)).hash());
}

TEST(RowSource, StopsWhenASinkFails) {
  class BrokenSink : public Sink {
   public:
    void write(RowChunk) override { throw Error(kExitLoadFailed, "the disk is full"); }
    void close() override {}
  };
  BrokenSink sink;
  Progress progress(ProgressFormat::kJson, kTwoUnits);
  FirstFailure failure;
  const RowSource source(MarketModel(kTwoUnits), progress, [&](const Batch&, Table) -> Sink& { return sink; });
  source.generate(plan_streams(kTwoUnits, {}, 1e12, {}), 2, failure);
  EXPECT_THROW(failure.rethrow(), Error);
}

TEST(LoadState, DifferenceNamesEveryParameterThatDiffers) {
  LoadOptions options;
  options.market = kTwoUnits;
  LoadState wanted = wanted_state(options, SchemaFiles{});
  wanted.indexes = "covering";
  EXPECT_EQ(difference(wanted, wanted), "");
  LoadState found = wanted;
  found.load_units = 1;
  found.seed = -1;
  found.indexes = "plain";
  EXPECT_EQ(difference(found, wanted), "load_units is 1, not 2, seed is -1, not 7") << "the same under another name";
  found.schema_sha256 = "other";
  const std::string text = difference(found, wanted);
  EXPECT_TRUE(
      text.starts_with("load_units is 1, not 2, seed is -1, not 7, indexes is plain, not covering, schema_sha256 "))
      << text;
}

}  // namespace
}  // namespace quartet::load
