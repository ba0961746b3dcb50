#include <gtest/gtest.h>

#include <sstream>
#include <thread>

#include "load/progress.h"
#include "parsed_json.h"

namespace quartet::load {
namespace {

constexpr MarketParameters kTwoUnits = {
    .load_units = 2, .active_load_units = 2, .trade_days = 1, .news_length = 1000, .seed = 7};

// The lines that `talk` makes a Progress write.
template <typename Talk>
std::vector<nlohmann::json> lines_of(const Talk& talk) {
  testing::internal::CaptureStderr();
  {
    Progress progress(ProgressFormat::kJson, kTwoUnits);
    talk(progress);
  }
  std::istringstream text(testing::internal::GetCapturedStderr());
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(test::parsed_json(line));
  return lines;
}

void complete(Progress& progress, Table table) {
  for (const Stage stage : {Stage::kCopy, Stage::kKeys, Stage::kVacuum, Stage::kForeignKeys}) {
    progress.reached(table, stage, 1);
  }
}

TEST(Progress, TheLastLineHasTheSumsOfTheWhole) {
  const auto lines = lines_of([](Progress& progress) {
    progress.rows_sent(Table::kSector, 12, 400);
    progress.rows_sent(Table::kTrade, 88, 600);
    progress.done();
  });
  const nlohmann::json& last = lines.back();
  EXPECT_EQ(last.at("stage"), "done");
  EXPECT_EQ(last.at("table"), "");
  EXPECT_EQ(last.at("rows"), 100);
  EXPECT_EQ(last.at("bytes"), 1000);
  EXPECT_EQ(last.at("share"), 1.0);
  EXPECT_GT(last.at("rowsPerSecond"), 0);
  EXPECT_NEAR(last.at("bytesPerSecond").get<double>(), 10 * last.at("rowsPerSecond").get<double>(), 1e-3);
}

TEST(Progress, ALongSilenceIsBrokenByTheTicker) {
  const auto lines = lines_of([](Progress& progress) {
    progress.reached(Table::kTrade, Stage::kCopy, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  });
  EXPECT_GE(lines.size(), 1U);
  EXPECT_EQ(lines.back().at("stage"), "copy");
  EXPECT_EQ(lines.back().at("table"), "trade");
}

TEST(Progress, ShareGrowsToOneAndTellsTheTimeLeft) {
  std::vector<double> shares;
  const auto lines = lines_of([](Progress& progress) {
    for (int i = 0; i < kTableCount; ++i) {
      complete(progress, static_cast<Table>(i));
      if (i % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  });
  double before = 0;
  for (const nlohmann::json& line : lines) {
    EXPECT_GE(line.at("share").get<double>(), before);
    before = line.at("share").get<double>();
    EXPECT_EQ(line.contains("etaSeconds"), before >= 0.03) << line;
  }
  EXPECT_NEAR(before, 1, 1e-9);
  EXPECT_NEAR(lines.back().at("etaSeconds").get<double>(), 0, 1e-6);
}

TEST(Progress, RowsInPlaceCountForTheShareButNotForTheRate) {
  const auto lines = lines_of([](Progress& progress) {
    progress.rows_in_place(Table::kDailyMarket, 1'000'000);
    progress.rows_sent(Table::kDailyMarket, 100, 1000);
    progress.waiting();
  });
  EXPECT_EQ(lines.back().at("stage"), "wait");
  EXPECT_GT(lines.back().at("share"), 0.1);
  EXPECT_LT(lines.back().at("rowsPerSecond"), 1e6);
}

}  // namespace
}  // namespace quartet::load
