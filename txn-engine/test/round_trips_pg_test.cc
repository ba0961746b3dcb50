// How many messages each transaction costs, batched and one statement at a time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "db/open_session.h"
#include "lab/workload.h"
#include "postgres_fixture.h"
#include "test_length.h"

namespace quartet {
namespace {

struct Line {
  int type;
  const char* name;
  uint32_t most_batched;  // round trips
  double plain;           // statements, BEGIN and COMMIT not counted: docs/spec/transactions.md, "Statements"
};

constexpr std::array<Line, 10> kLines = {{{QUARTET_BROKER_VOLUME, "Broker-Volume", 2, 1},
                                          {QUARTET_CUSTOMER_POSITION, "Customer-Position", 2, 3.0},
                                          {QUARTET_MARKET_WATCH, "Market-Watch", 2, 201.6},
                                          {QUARTET_SECURITY_DETAIL, "Security-Detail", 2, 6},
                                          {QUARTET_TRADE_LOOKUP, "Trade-Lookup", 2, 59.4},
                                          {QUARTET_TRADE_STATUS, "Trade-Status", 2, 2},
                                          {QUARTET_TRADE_UPDATE, "Trade-Update", 3, 104.6},
                                          {QUARTET_TRADE_ORDER, "Trade-Order", 4, 13.4},
                                          {QUARTET_MARKET_FEED, "Market-Feed", 2, 52},
                                          {QUARTET_TRADE_RESULT, "Trade-Result", 3, 18.5}}};

// Executions of each type in one round: a Market-Feed comes for ten Trade-Orders, of which four wait for it.
const int kRounds = test::usual_or_soak(50, 150);
constexpr std::array<int, 10> kPerRound = {1, 5, 3, 3, 4, 2, 2, 10, 1, 10};

struct Count {
  int executions = 0;
  uint64_t total = 0;
  uint32_t most = 0;

  [[nodiscard]] double mean() const { return static_cast<double>(total) / std::max(executions, 1); }
};

std::vector<Count> round_trips(const std::string& conninfo, const MarketParameters& parameters,
                               db::Statements statements) {
  const MarketModel model(parameters);
  const Context context{.model = model, .trade_result_isolation = db::Isolation::kSerializable, .short_history = true};
  const auto session = db::open_session(db::Access::kLibpq, statements, conninfo);
  lab::Workload workload(context, statements == db::Statements::kPlain ? 1 : 2);
  std::vector<Count> counts(kLines.size());
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < kLines.size(); ++i) {
      for (int execution = 0; execution < kPerRound.at(i); ++execution) {
        const auto answer = workload.execute(*session, kLines.at(i).type);
        if (!answer) break;
        EXPECT_GE(answer->status, 0) << kLines.at(i).name;
        const uint32_t trips = session->take_round_trips();
        ++counts[i].executions;
        counts[i].total += trips;
        counts[i].most = std::max(counts[i].most, trips);
      }
    }
  }
  return counts;
}

TEST(RoundTrips, AreFewWhenBatchedAndThoseOfTheReferenceWhenPlain) {
  // Enough history that an account's trades nearly always fill the 20 rows of Trade-Lookup. Any index set does.
  MarketParameters parameters = test::loaded_parameters();
  parameters.trade_days = 3;
  const std::string conninfo = test::load_new_database("quartet_round_trips", parameters, "plain", "oltp");
  const std::vector<Count> batched = round_trips(conninfo, parameters, db::Statements::kBatched);
  const std::vector<Count> plain = round_trips(conninfo, parameters, db::Statements::kPlain);

  fmt::print("{:18} {:>6} {:>8} {:>5} {:>8} {:>10}\n", "round trips", "runs", "batched", "most", "plain", "reference");
  for (size_t i = 0; i < kLines.size(); ++i) {
    const Line& line = kLines[i];
    const double reference = line.plain + 2;
    fmt::print("{:18} {:6} {:8.2f} {:5} {:8.2f} {:10.1f}\n", line.name, plain[i].executions, batched[i].mean(),
               batched[i].most, plain[i].mean(), reference);
    SCOPED_TRACE(line.name);
    EXPECT_GE(plain[i].executions, kRounds * kPerRound[i] * 9 / 10);
    EXPECT_LE(batched[i].most, line.most_batched);
    EXPECT_NEAR(plain[i].mean(), reference, 0.1 * reference);
  }
}

}  // namespace
}  // namespace quartet
