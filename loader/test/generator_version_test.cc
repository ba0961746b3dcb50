// Whoever changes the rows of a seed has to say so: databases of two versions must not pass for each other.
#include <gtest/gtest.h>

#include "load/row_checksum.h"
#include "load/row_source.h"
#include "load/schema_files.h"

namespace quartet::load {
namespace {

class ChecksumSink : public Sink {
 public:
  void write(RowChunk chunk) override { checksum.add(chunk.bytes); }
  void close() override {}

  RowChecksum checksum;
};

TEST(GeneratorVersion, GrowsWhenTheRowsOfASeedChange) {
  constexpr MarketParameters kOneUnit = {
      .load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 1000, .seed = 42};
  ChecksumSink sink;
  Progress progress(ProgressFormat::kText, kOneUnit);
  FirstFailure failure;
  const RowSource source(MarketModel(kOneUnit), progress, [&](const Batch&, Table) -> Sink& { return sink; });
  source.generate(plan_streams(kOneUnit, {}, 1e12, {}), 1, failure);
  failure.rethrow();
  EXPECT_EQ(read_schema(QUARTET_SCHEMA_DIR, "plain", "oltp").generator, 2);
  EXPECT_EQ(sink.checksum.text(), "8bfcbbf0bbbb3f5d")
      << "The generators make other rows than before. Write the next number to schema/control/generator_version, and "
         "here, beside the new checksum.";
}

}  // namespace
}  // namespace quartet::load
