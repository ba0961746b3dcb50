#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "load/load_state.h"
#include "load/row_source.h"

namespace quartet::load {
namespace {

constexpr MarketParameters kTwoUnits = {
    .load_units = 2, .active_load_units = 2, .trade_days = 1, .news_length = 1000, .seed = 7};

// Keeps a running hash of the bytes it is given.
class HashSink : public Sink {
 public:
  void write(std::string rows) override {
    for (const char byte : rows) hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 1'099'511'628'211U;
    bytes_ += rows.size();
  }
  void close() override { is_closed_ = true; }

  [[nodiscard]] uint64_t hash() const { return hash_; }
  [[nodiscard]] size_t bytes() const { return bytes_; }
  [[nodiscard]] bool is_closed() const { return is_closed_; }

 private:
  uint64_t hash_ = 14'695'981'039'346'656'037U;
  size_t bytes_ = 0;
  bool is_closed_ = false;
};

using Sinks = std::array<HashSink, kTableCount>;

std::unique_ptr<Sinks> generate(int threads) {
  auto sinks = std::make_unique<Sinks>();
  Progress progress(ProgressFormat::kJson, kTwoUnits);
  FirstFailure failure;
  const RowSource source(MarketModel(kTwoUnits), progress,
                         [&](Table table) -> Sink& { return sinks->at(static_cast<size_t>(table)); });
  source.generate_all(threads, failure);
  failure.rethrow();
  return sinks;
}

TEST(RowSource, RowsDoNotDependOnTheNumberOfThreads) {
  const auto one = generate(1);
  const auto three = generate(3);
  for (size_t i = 0; i < one->size(); ++i) {
    SCOPED_TRACE(std::string(table_name(static_cast<Table>(i))));
    EXPECT_EQ(one->at(i).hash(), three->at(i).hash());
    EXPECT_EQ(one->at(i).bytes(), three->at(i).bytes());
    EXPECT_TRUE(one->at(i).is_closed());
    EXPECT_EQ(one->at(i).bytes() == 0, static_cast<Table>(i) == Table::kTradeRequest);
  }
}

TEST(RowSource, StopsWhenASinkFails) {
  class BrokenSink : public Sink {
   public:
    void write(std::string) override { throw LoadError(kExitLoadFailed, "the disk is full"); }
    void close() override {}
  };
  BrokenSink sink;
  Progress progress(ProgressFormat::kJson, kTwoUnits);
  FirstFailure failure;
  const RowSource source(MarketModel(kTwoUnits), progress, [&](Table) -> Sink& { return sink; });
  source.generate_all(2, failure);
  EXPECT_THROW(failure.rethrow(), LoadError);
}

TEST(Progress, JsonLinesHaveTheFieldsOfTheContract) {
  testing::internal::CaptureStderr();
  Progress progress(ProgressFormat::kJson, kTwoUnits);
  progress.rows_sent(Table::kSector, 12, 400);
  progress.copied(Table::kSector);
  progress.done();
  const std::string lines = testing::internal::GetCapturedStderr();
  EXPECT_NE(lines.find(R"({"stage":"copy","table":"sector","rows":12,"bytes":400,"share":0.000,"rowsPerSecond":)"),
            std::string::npos)
      << lines;
  EXPECT_NE(lines.find(R"({"stage":"done","table":"","rows":12,"bytes":400,"share":1.000,"rowsPerSecond":)"),
            std::string::npos)
      << lines;
}

TEST(LoadState, DifferenceNamesEveryParameterThatDiffers) {
  LoadOptions options;
  options.market = kTwoUnits;
  const LoadState wanted = wanted_state(options);
  EXPECT_EQ(difference(wanted, wanted), "");
  LoadState found = wanted;
  found.load_units = 1;
  found.seed = -1;
  found.indexes = "plain";
  EXPECT_EQ(difference(found, wanted), "load_units is 1, not 2, seed is -1, not 7, indexes is plain, not covering");
}

}  // namespace
}  // namespace quartet::load
