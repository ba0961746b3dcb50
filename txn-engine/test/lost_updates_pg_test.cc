// 16 sessions at once on four positions of two brokers, without the queues of Tier A: nothing may be lost, at either
// isolation level of Trade-Result. That the sums can tell is shown at READ COMMITTED, which does lose updates.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "base/random.h"
#include "engine_execution.h"
#include "trading_fixture.h"

namespace quartet::test {
namespace {

constexpr int kSessions = 16;
constexpr int kTradesPerSession = 12;

// A copy of its own: the control leaves contradictions behind.
const std::string& conninfo() {
  static const std::string value = copy_loaded_database("quartet_lost_updates", "oltp");
  return value;
}

class LostUpdatesTest : public testing::Test {
 protected:
  struct Hot {
    int64_t account;
    std::string symbol;
    Person owner;
  };

  void SetUp() override {
    choose_positions();
    sql.query(fmt::format(R"(
        DROP TABLE IF EXISTS old_accounts, old_brokers, old_prices, old_trades, fed;
        CREATE TABLE old_accounts AS SELECT ca_id, ca_bal AS balance FROM customer_account;
        CREATE TABLE old_brokers AS SELECT b_id, b_comm_total AS commission, b_num_trades AS trades FROM broker;
        CREATE TABLE old_prices AS SELECT lt_s_symb, lt_vol AS volume FROM last_trade;
        CREATE TABLE old_trades AS SELECT t_id FROM trade WHERE t_id >= {};
        CREATE TABLE fed (symbol text, volume bigint))",
                          first_id()));
  }
  int64_t first_id() const { return model.first_run_time_trade_id(); }

  // Four accounts of two brokers, each with a symbol it has never traded; other symbols in every test.
  void choose_positions() {
    static int64_t next_security = 0;
    for (int64_t customer = 0; hot.size() < 4; ++customer) {
      const int64_t account = MarketModel::account_id(customer, 0);
      if (model.broker_of(account) > 1) continue;
      const Basket basket = model.basket(account);
      const auto end = basket.securities.begin() + basket.size;
      while (std::find(basket.securities.begin(), end, static_cast<int32_t>(next_security)) != end) ++next_security;
      hot.push_back({account, model.symbol(next_security++), model.customer(customer)});
    }
  }

  // Again, a few times, while the transaction meets others: on four positions, sixteen sessions may use up all its
  // attempts. At REPEATABLE READ two that open the same position meet in its key.
  Execution finish(db::Session& session, int type, const Attempt& attempt) {
    constexpr int kMostCalls = 5;
    for (int call = 1;; ++call) {
      Execution execution = execute(session, type, attempt);
      retries += execution.retries.size();
      const bool has_met_another = execution.outcome == QUARTET_SERIALIZATION ||
                                   execution.outcome == QUARTET_DEADLOCK || execution.sqlstate == "23505";
      if (!has_met_another || call == kMostCalls) return execution;
    }
  }

  void run(db::Isolation isolation) {
    const Context context{model, isolation, true};
    std::vector<std::thread> threads;
    for (int number = 0; number < kSessions; ++number) {
      threads.emplace_back([&, number] {
        db::PqSession session(conninfo());
        Stream random(7, 1, static_cast<uint64_t>(number));
        for (int i = 0; i < kTradesPerSession; ++i) {
          trade(session, context, random);
          if (i % 4 == 0) feed(session, context, random);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& [symbol, volume] : fed) {
      sql.query(fmt::format("INSERT INTO fed VALUES ('{}', {})", symbol, volume));
    }
    fmt::print("{} trades completed, {} attempts thrown away\n", completed.load(), retries.load());
  }

  void trade(db::Session& session, const Context& context, Stream& random) {
    const Hot& position = hot[static_cast<size_t>(random.uniform(0, 3))];
    TradeOrderInput order;
    order.account_id = position.account;
    order.symbol = position.symbol;
    order.executor_first_name = position.owner.first_name;
    order.executor_last_name = position.owner.last_name;
    order.executor_tax_id = position.owner.tax_id;
    order.trade_type = random.percent(50) ? QUARTET_TMB : QUARTET_TMS;
    order.quantity = int32_t{100} << random.uniform(0, 3);
    order.requested_price_cents = 2500;
    order.is_lifo = random.percent(50);
    const Execution placed = finish(session, QUARTET_TRADE_ORDER,
                                    [&](db::Session& connection) { return trade_order(connection, context, order); });
    ASSERT_EQ(placed.outcome, QUARTET_COMMITTED) << placed.message;
    const TradeResultInput result = {static_cast<int64_t>(placed.answer.orders.at(0).trade_id),
                                     random.uniform(2000, 3000)};
    const Execution settled = finish(session, QUARTET_TRADE_RESULT, [&](db::Session& connection) {
      return trade_result(connection, context, result);
    });
    if (settled.outcome == QUARTET_COMMITTED) {
      ++completed;
    } else {
      const std::lock_guard lock(mutex);
      failures.push_back(settled.message);
    }
  }

  void feed(db::Session& session, const Context& context, Stream& random) {
    MarketFeedInput input;
    for (int i = 0; i < 3; ++i) {
      const auto quantity = static_cast<int32_t>(random.uniform(1, 900));
      input.entries.push_back({hot[static_cast<size_t>(random.uniform(0, 3))].symbol, 2500, quantity});
    }
    input.unique_symbols = 1;
    const Execution execution = finish(
        session, QUARTET_MARKET_FEED, [&](db::Session& connection) { return market_feed(connection, context, input); });
    ASSERT_EQ(execution.outcome, QUARTET_COMMITTED) << execution.message;
    const std::lock_guard lock(mutex);
    for (const auto& entry : input.entries) fed[entry.symbol] += entry.quantity;
  }

  // The sums that do not match; each line names a sum and its row.
  std::vector<std::string> discrepancies() {
    const std::string positions = [this] {
      std::string list;
      for (const Hot& position : hot) {
        list += fmt::format("{}({}, '{}')", list.empty() ? "" : ", ", position.account, position.symbol);
      }
      return list;
    }();
    const std::string run_trades = fmt::format(R"(
        run_trades AS (
            SELECT trade.*, CASE WHEN t_tt_id = 'TMS' THEN -t_qty ELSE t_qty END AS signed_quantity
            FROM trade
            WHERE t_id >= {} AND t_st_id = 'CMPT' AND t_id NOT IN (SELECT t_id FROM old_trades)))",
                                               first_id());
    std::vector<std::string> result;
    for (const std::string& check :
         {fmt::format(R"(WITH {}
                 , moved AS (SELECT t_ca_id, sum(ct_amt) AS amount FROM run_trades JOIN cash_transaction ON ct_t_id = t_id
                             GROUP BY t_ca_id)
                 SELECT 'balance of account ' || ca_id || ' is off by ' || ca_bal - balance - coalesce(amount, 0)
                 FROM customer_account JOIN old_accounts USING (ca_id) LEFT JOIN moved ON t_ca_id = ca_id
                 WHERE ca_bal <> balance + coalesce(amount, 0))",
                      run_trades),
          fmt::format(R"(WITH {}
                 , earned AS (SELECT ca_b_id, sum(t_comm) AS amount, count(*) AS number
                              FROM run_trades JOIN customer_account ON ca_id = t_ca_id GROUP BY ca_b_id)
                 SELECT 'broker ' || broker.b_id || ' is off by ' || b_num_trades - trades - coalesce(number, 0) || ' trades'
                 FROM broker JOIN old_brokers ON old_brokers.b_id = broker.b_id LEFT JOIN earned ON ca_b_id = broker.b_id
                 WHERE b_num_trades <> trades + coalesce(number, 0) OR b_comm_total <> commission + coalesce(amount, 0))",
                      run_trades),
          fmt::format(R"(WITH {}
                 , hot (account, symbol) AS (VALUES {})
                 , sums AS (SELECT account, symbol
                     , coalesce((SELECT sum(signed_quantity) FROM run_trades
                                 WHERE t_ca_id = account AND t_s_symb = symbol), 0) AS traded
                     , coalesce((SELECT hs_qty FROM holding_summary
                                 WHERE hs_ca_id = account AND hs_s_symb = symbol), 0) AS summary
                     , coalesce((SELECT sum(h_qty) FROM holding WHERE h_ca_id = account AND h_s_symb = symbol), 0) AS lots
                     FROM hot)
                 SELECT 'position of ' || account || ': ' || traded || ' traded, ' || summary || ' in the summary, ' || lots
                     || ' in lots'
                 FROM sums WHERE traded <> summary OR summary <> lots)",
                      run_trades, positions),
          fmt::format(R"(WITH {}
                 SELECT 'trade ' || t_id || ' changed lots by ' || coalesce(sum(hh_after_qty - hh_before_qty), 0)
                 FROM run_trades LEFT JOIN holding_history ON hh_t_id = t_id GROUP BY t_id, signed_quantity
                 HAVING coalesce(sum(hh_after_qty - hh_before_qty), 0) <> signed_quantity)",
                      run_trades),
          fmt::format(R"(WITH {}
                 SELECT 'trade ' || t_id || ' is not settled once' FROM run_trades
                 WHERE (SELECT count(*) FROM settlement WHERE se_t_id = t_id) <> 1
                    OR (SELECT count(*) FROM trade_history WHERE th_t_id = t_id AND th_st_id = 'CMPT') <> 1)",
                      run_trades),
          fmt::format("WITH {} SELECT count(*) || ' trades in the database' FROM run_trades HAVING count(*) <> {}",
                      run_trades, completed.load()),
          std::string(
              "SELECT 'volume of ' || lt_s_symb || ' is off' FROM last_trade JOIN old_prices USING (lt_s_symb) "
              "LEFT JOIN fed ON symbol = lt_s_symb WHERE lt_vol <> old_prices.volume + coalesce(fed.volume, 0)")}) {
      for (const Sql::Row& row : sql.query(check)) result.push_back(row.at(0));
    }
    return result;
  }

  const MarketModel model{loaded_parameters()};
  Sql sql{conninfo()};
  std::vector<Hot> hot;
  std::atomic<int> completed{0};
  std::atomic<size_t> retries{0};
  std::mutex mutex;
  std::vector<std::string> failures;
  std::map<std::string, int64_t> fed;
};

TEST_F(LostUpdatesTest, NoneAtSerializable) {
  run(db::Isolation::kSerializable);
  EXPECT_EQ(failures, std::vector<std::string>{});
  EXPECT_EQ(completed, kSessions * kTradesPerSession);
  EXPECT_GT(retries, 0U) << "the sessions never met";
  EXPECT_EQ(discrepancies(), std::vector<std::string>{});
}

TEST_F(LostUpdatesTest, NoneAtRepeatableRead) {
  run(db::Isolation::kRepeatableRead);
  EXPECT_EQ(failures, std::vector<std::string>{});
  EXPECT_EQ(completed, kSessions * kTradesPerSession);
  EXPECT_GT(retries, 0U) << "the sessions never met";
  EXPECT_EQ(discrepancies(), std::vector<std::string>{});
}

TEST_F(LostUpdatesTest, ReadCommittedLosesThemAndTheSumsTell) {
  run(db::Isolation::kReadCommitted);
  EXPECT_NE(discrepancies(), std::vector<std::string>{});
}

}  // namespace
}  // namespace quartet::test
