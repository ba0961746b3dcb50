// One logic, several ways to the database: every access path and every manner of statements gives the same answers to
// the same requests, and leaves the same rows behind.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/open_session.h"
#include "lab/contents.h"
#include "lab/script.h"
#include "lab_fixture.h"
#include "postgres_fixture.h"
#include "quartet/engine.h"
#include "test_length.h"
#include "txn/inputs.h"

namespace quartet::test {
namespace {

using lab::contents_of;
using lab::Exchanged;

struct Variant {
  const char* name;
  db::Access access;
  db::Statements statements;
};
// The first is what the others are compared with.
constexpr std::array<Variant, 4> kVariants = {{{"libpq, batched", db::Access::kLibpq, db::Statements::kBatched},
                                               {"odbc, batched", db::Access::kOdbc, db::Statements::kBatched},
                                               {"libpq, plain", db::Access::kLibpq, db::Statements::kPlain},
                                               {"odbc, plain", db::Access::kOdbc, db::Statements::kPlain}}};

const int kAllRounds = usual_or_soak(60, 250);  // each asks for every transaction of a customer once
constexpr int kFewRounds = 10;                  // enough to meet every exchange
const std::vector<int> kCustomerTypes = {QUARTET_BROKER_VOLUME,   QUARTET_CUSTOMER_POSITION, QUARTET_MARKET_WATCH,
                                         QUARTET_SECURITY_DETAIL, QUARTET_TRADE_LOOKUP,      QUARTET_TRADE_ORDER,
                                         QUARTET_TRADE_STATUS,    QUARTET_TRADE_UPDATE};

// Copies of the loaded database. All exist before anything runs on one of them.
class Copies {
 public:
  explicit Copies(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      copies_.push_back(std::make_unique<CopiedDatabase>(fmt::format("quartet_equal_{}", i), "oltp"));
    }
  }

  [[nodiscard]] std::string conninfo(size_t index) const { return copies_.at(index)->conninfo(); }

 private:
  std::vector<std::unique_ptr<CopiedDatabase>> copies_;
};

// The first transaction that was answered differently, or "".
std::string text_of_difference(const std::vector<Exchanged>& expected, const std::vector<Exchanged>& found) {
  const auto difference = lab::first_difference(expected, found);
  if (!difference) return "";
  const auto text = [](const std::optional<Exchanged>& one) {
    return one ? fmt::format("type {} frame {}\n{}", one->type, one->frame, one->answer) : std::string("none");
  };
  return fmt::format("transaction {}: {}\n{}", difference->number, text(difference->expected), text(difference->found));
}

// The script has run everything there is, and all of it went well.
void expect_complete(const std::vector<Exchanged>& exchanged) {
  std::map<int, int> executions;
  std::map<int, std::set<int>> frames;
  for (const Exchanged& one : exchanged) {
    ++executions[one.type];
    frames[one.type].insert(one.frame);
    EXPECT_TRUE(one.is_right()) << "type " << one.type << " frame " << one.frame << ": " << one.answer;
  }
  for (int type = 1; type < QUARTET_TRADE_CLEANUP; ++type)
    EXPECT_GE(executions[type], kAllRounds * 3 / 4) << "type " << type;
  EXPECT_EQ(executions[QUARTET_TRADE_CLEANUP], lab::Script::kCleanups);
  EXPECT_EQ(frames[QUARTET_TRADE_LOOKUP].size(), 4U);
  EXPECT_EQ(frames[QUARTET_TRADE_UPDATE].size(), 3U);
  EXPECT_EQ(frames[QUARTET_DATA_MAINTENANCE].size(), static_cast<size_t>(kMaintainedTables));
}

std::vector<Exchanged> run(const Variant& variant, const std::string& conninfo, int rounds = kAllRounds) {
  return lab::Script(db::open_session(variant.access, variant.statements, conninfo), loaded_parameters(),
                     kCustomerTypes)
      .run(rounds);
}

TEST(AccessEquivalence, EveryAccessPathGivesTheSameAnswersAndLeavesTheSameRows) {
  const Copies copies(kVariants.size());
  const auto before = contents_of(copies.conninfo(0));
  ASSERT_EQ(before.size(), 33U);
  const auto expected = run(kVariants[0], copies.conninfo(0));
  expect_complete(expected);
  const auto expected_contents = contents_of(copies.conninfo(0));
  EXPECT_NE(expected_contents, before);
  for (size_t i = 1; i < kVariants.size(); ++i) {
    EXPECT_EQ(text_of_difference(expected, run(kVariants[i], copies.conninfo(i))), "") << kVariants[i].name;
    EXPECT_EQ(contents_of(copies.conninfo(i)), expected_contents) << kVariants[i].name;
  }
}

// The comparison is worth something only if it can fail.
TEST(AccessEquivalence, OneChangedRowIsFound) {
  const Copies copies(2);
  EXPECT_EQ(contents_of(copies.conninfo(1)), contents_of(copies.conninfo(0)));
  Sql(copies.conninfo(1)).query("UPDATE exchange SET ex_close = ex_close + 1 WHERE ex_id = 'NYSE'");
  auto expected = contents_of(copies.conninfo(0));
  const auto changed = contents_of(copies.conninfo(1));
  EXPECT_NE(changed.at("exchange"), expected.at("exchange"));
  expected["exchange"] = changed.at("exchange");
  EXPECT_EQ(changed, expected) << "no other table differs";
  EXPECT_NE(text_of_difference(run(kVariants[0], copies.conninfo(0), kFewRounds),
                               run(kVariants[0], copies.conninfo(1), kFewRounds)),
            "");
}

}  // namespace
}  // namespace quartet::test
