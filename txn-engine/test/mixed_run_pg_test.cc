// The whole mix at once, several sessions, a small exchange in between: what no single transaction's test can show.
#include <fmt/format.h>

#include <array>

#include "mixed_run_fixture.h"
#include "quartet/engine.h"
#include "trading_fixture.h"

namespace quartet::test {
namespace {

TEST_F(TradingTest, AConcurrentMixKeepsEveryInvariantAndLosesNoTrade) {
  constexpr int kThreads = 4;
  constexpr int kRequestsPerThread = 600;
  const quartet_model parameters = loaded_model();
  std::array<char, 200> error{};
  quartet_engine* engine = nullptr;
  // One database plays both roles, so that corrections of Trade-Update fall on trades of the run as well.
  ASSERT_EQ(quartet_engine_open(trading_conninfo().c_str(), trading_conninfo().c_str(), &parameters, nullptr, &engine,
                                error.data(), error.size()),
            0)
      << error.data();
  quartet_inputs* market_inputs = nullptr;
  ASSERT_EQ(quartet_inputs_open(&parameters, 99, &market_inputs, error.data(), error.size()), 0) << error.data();
  const std::string run_time = fmt::format("t_id >= {}", model.first_run_time_trade_id());
  const auto count = [&](const std::string& condition) {
    return sql.number(fmt::format("SELECT count(*) FROM trade WHERE {} AND {}", run_time, condition));
  };
  // Other tests of this program have left orders behind that no exchange knows.
  trade_cleanup(session, context, {model.first_run_time_trade_id()});
  const int64_t old_orders = count("true");
  const int64_t old_completed = count("t_st_id = 'CMPT'");

  Exchange exchange(market_inputs);
  Tally tally;
  MixedRun run(engine, parameters, exchange, tally);
  run.run(kThreads, kRequestsPerThread);
  EXPECT_EQ(tally.failures, std::vector<std::string>{});
  EXPECT_EQ(failed_checks(sql), std::vector<std::string>{}) << "with orders still open";

  run.drain();
  quartet_inputs_close(market_inputs);
  quartet_engine_close(engine);

  const auto of = [](const auto& counts, int type) { return counts[static_cast<size_t>(type)].load(); };
  RecordProperty("trade_results", static_cast<int>(of(tally.committed, QUARTET_TRADE_RESULT)));
  RecordProperty("trade_result_retries", static_cast<int>(of(tally.retries, QUARTET_TRADE_RESULT)));
  for (int type = 1; type <= QUARTET_DATA_MAINTENANCE; ++type) {
    EXPECT_GT(of(tally.committed, type), 0) << "type " << type << " never ran";
    fmt::print("type {:2}: {:5} committed, {} rolled back on purpose, {} retries\n", type, of(tally.committed, type),
               of(tally.rolled_back, type), of(tally.retries, type));
  }
  for (const auto& [what, times] : tally.retried) fmt::print("{} retried {} times\n", what, times);
  EXPECT_TRUE(exchange.has_drained());
  EXPECT_EQ(tally.failures, std::vector<std::string>{});
  EXPECT_EQ(tally.already_applied, 0);
  EXPECT_EQ(failed_checks(sql), std::vector<std::string>{});
  EXPECT_GT(of(tally.rolled_back, QUARTET_TRADE_ORDER), 0);
  EXPECT_EQ(count("true") - old_orders, tally.orders_accepted) << "orders accepted and trades in the database";
  EXPECT_EQ(count("t_st_id = 'CMPT'") - old_completed, of(tally.committed, QUARTET_TRADE_RESULT));
  EXPECT_EQ(count("t_st_id IN ('SBMT', 'PNDG')"), 0) << "every order was executed";
  // docs/spec/transactions.md, "Isolation and retries": retries above 1 % of the Trade-Results are a defect.
  EXPECT_LE(of(tally.retries, QUARTET_TRADE_RESULT) * 100, of(tally.committed, QUARTET_TRADE_RESULT));
}

}  // namespace
}  // namespace quartet::test
