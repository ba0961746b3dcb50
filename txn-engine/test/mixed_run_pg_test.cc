// The whole mix at once, several sessions, a small exchange in between: what no single transaction's test can show.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <thread>

#include "quartet/engine.h"
#include "trading_fixture.h"

namespace quartet::test {
namespace {

using Bytes = std::vector<uint8_t>;

struct Request {
  int type;
  Bytes input;
};

// The market in little: executes orders, holds limit orders until the curve reaches them, feeds prices back. Its clock
// moves with the requests of the customers. Thread-safe.
class Exchange {
 public:
  explicit Exchange(quartet_inputs* inputs) : inputs_(inputs) {}

  void accept(const quartet_order& order) {
    const std::lock_guard lock(mutex_);
    if (order.action == QUARTET_PROCESS_NOW) {
      execute(order);
      return;
    }
    const int64_t wait =
        quartet_millis_until_triggered(order.security, now_millis_, order.trade_type, order.price_cents);
    triggers_.emplace(now_millis_ + wait, order);
  }

  void advance(int64_t millis) {
    const std::lock_guard lock(mutex_);
    now_millis_ += millis;
    while (!triggers_.empty() && triggers_.begin()->first <= now_millis_) {
      const quartet_order& order = triggers_.begin()->second;
      tick(order.security, order.price_cents, 375);
      triggers_.erase(triggers_.begin());
    }
  }

  // Sends the ticker entries that do not fill a batch.
  void flush() {
    const std::lock_guard lock(mutex_);
    if (!ticker_.empty()) feed();
  }

  bool next(Request& request) {
    const std::lock_guard lock(mutex_);
    if (requests_.empty()) return false;
    request = std::move(requests_.front());
    requests_.pop_front();
    return true;
  }

  [[nodiscard]] bool has_drained() {
    const std::lock_guard lock(mutex_);
    return requests_.empty() && triggers_.empty() && ticker_.empty();
  }

 private:
  struct Entry {
    uint32_t security;
    uint32_t price_cents;
    uint32_t quantity;
  };

  void execute(const quartet_order& order) {
    uint32_t price = quartet_price_cents(order.security, now_millis_);
    if (order.trade_type == QUARTET_TLB) price = std::min(price, order.price_cents);
    if (order.trade_type == QUARTET_TLS) price = std::max(price, order.price_cents);
    const uint8_t* input = nullptr;
    size_t length = 0;
    quartet_inputs_trade_result(inputs_, order.trade_id, price, &input, &length);
    requests_.push_back({QUARTET_TRADE_RESULT, Bytes(input, input + length)});
    tick(order.security, quartet_price_cents(order.security, now_millis_), order.quantity);
  }

  void tick(uint32_t security, uint32_t price, uint32_t quantity) {
    ticker_.push_back({security, price, quantity});
    if (ticker_.size() == 20) feed();
  }

  void feed() {
    std::vector<uint32_t> securities;
    std::vector<uint32_t> prices;
    std::vector<uint32_t> quantities;
    for (const Entry& entry : ticker_) {
      securities.push_back(entry.security);
      prices.push_back(entry.price_cents);
      quantities.push_back(entry.quantity);
    }
    ticker_.clear();
    const uint8_t* input = nullptr;
    size_t length = 0;
    quartet_inputs_market_feed(inputs_, securities.data(), prices.data(), quantities.data(), securities.size(), &input,
                               &length);
    requests_.push_back({QUARTET_MARKET_FEED, Bytes(input, input + length)});
  }

  std::mutex mutex_;
  quartet_inputs* inputs_;
  int64_t now_millis_ = 0;
  std::multimap<int64_t, quartet_order> triggers_;
  std::vector<Entry> ticker_;
  std::deque<Request> requests_;
};

// Outcomes by transaction type, over all threads.
struct Tally {
  std::array<std::atomic<int64_t>, 13> committed{};
  std::array<std::atomic<int64_t>, 13> rolled_back{};
  std::array<std::atomic<int64_t>, 13> retries{};
  std::atomic<int64_t> orders_accepted{0};
  std::atomic<int64_t> already_applied{0};
  std::mutex mutex;
  std::vector<std::string> failures;
  std::map<std::string, int> retried;  // by type, SQLSTATE and statement
};

class MixedRun {
 public:
  MixedRun(quartet_engine* engine, Exchange& exchange, Tally& tally, int64_t brokers)
      : engine_(engine), exchange_(exchange), tally_(tally), brokers_(static_cast<size_t>(brokers)) {}

  void execute(quartet_session* session, int type, int database, const Bytes& input) {
    // Tier A orders Trade-Results per broker and sends one Market-Feed at a time; so does this.
    std::unique_lock<std::mutex> turn;
    const int64_t key = quartet_ordering_key(engine_, type, input.data(), input.size());
    if (key >= 0) turn = std::unique_lock(brokers_[static_cast<size_t>(key) % brokers_.size()]);
    if (type == QUARTET_MARKET_FEED) turn = std::unique_lock(feed_);
    quartet_reply reply;
    quartet_execute(session, type, database, input.data(), input.size(), &reply);
    record(type, reply);
    for (size_t i = 0; i < reply.order_count; ++i) exchange_.accept(reply.orders[i]);
  }

 private:
  void record(int type, const quartet_reply& reply) {
    const auto index = static_cast<size_t>(type);
    tally_.retries[index] += static_cast<int64_t>(reply.retry_count);
    tally_.already_applied += reply.already_applied;
    for (size_t i = 0; i < reply.retry_count; ++i) {
      const std::lock_guard lock(tally_.mutex);
      ++tally_.retried[fmt::format("type {} {} {}", type, reply.retries[i].sqlstate, reply.retries[i].statement)];
    }
    if (reply.outcome == QUARTET_COMMITTED) {
      ++tally_.committed[index];
      if (type == QUARTET_TRADE_ORDER) tally_.orders_accepted += static_cast<int64_t>(reply.order_count);
    } else if (reply.outcome == QUARTET_ROLLED_BACK_ON_PURPOSE) {
      ++tally_.rolled_back[index];
    } else {
      const std::lock_guard lock(tally_.mutex);
      tally_.failures.push_back(fmt::format("type {} outcome {} status {} {} {} {}", type, reply.outcome, reply.status,
                                            reply.sqlstate, reply.statement, reply.message));
    }
  }

  quartet_engine* engine_;
  Exchange& exchange_;
  Tally& tally_;
  std::vector<std::mutex> brokers_;
  std::mutex feed_;
};

TEST_F(TradingTest, AConcurrentMixKeepsEveryInvariantAndLosesNoTrade) {
  constexpr int kThreads = 4;
  constexpr int kRequestsPerThread = 600;
  constexpr int64_t kMillisPerRequest = 300;
  const quartet_model parameters = loaded_model();
  std::array<char, 200> error{};
  quartet_engine* engine = nullptr;
  // One database plays both roles, so that corrections of Trade-Update fall on trades of the run as well.
  ASSERT_EQ(quartet_engine_open(trading_conninfo().c_str(), trading_conninfo().c_str(), &parameters, 0, &engine,
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
  MixedRun run(engine, exchange, tally, model.active_brokers());
  const auto work = [&](int thread) {
    quartet_session* own = nullptr;
    quartet_inputs* inputs = nullptr;
    ASSERT_EQ(quartet_session_open(engine, &own, nullptr, 0), 0);
    ASSERT_EQ(quartet_inputs_open(&parameters, static_cast<uint64_t>(thread), &inputs, nullptr, 0), 0);
    // Cards of the elastic mix (transactions.md section 1.2), Trade-Order ten times as frequent.
    constexpr std::array<std::pair<int, int>, 8> kCards = {{{QUARTET_TRADE_ORDER, 1010},
                                                            {QUARTET_TRADE_UPDATE, 1020},
                                                            {QUARTET_TRADE_STATUS, 1200},
                                                            {QUARTET_MARKET_WATCH, 1370},
                                                            {QUARTET_SECURITY_DETAIL, 1530},
                                                            {QUARTET_CUSTOMER_POSITION, 1680},
                                                            {QUARTET_TRADE_LOOKUP, 1770},
                                                            {QUARTET_BROKER_VOLUME, 1809}}};
    Stream random(static_cast<uint64_t>(thread), 1, 1);
    const uint8_t* input = nullptr;
    size_t length = 0;
    for (int i = 0; i < kRequestsPerThread; ++i) {
      const int64_t card = random.uniform(1, 1809);
      int type = 0;
      for (const auto& [candidate, last] : kCards) {
        if (type == 0 && card <= last) type = candidate;
      }
      ASSERT_EQ(quartet_inputs_next(inputs, type, &input, &length), 0);
      run.execute(own, type, QUARTET_BY_TYPE, Bytes(input, input + length));
      if (i % 30 == 0) {
        ASSERT_EQ(quartet_inputs_data_maintenance(inputs, 1 + (i / 30 + thread) % 12, &input, &length), 0);
        run.execute(own, QUARTET_DATA_MAINTENANCE, QUARTET_OLTP, Bytes(input, input + length));
      }
      exchange.advance(kMillisPerRequest);
      Request request;
      while (exchange.next(request)) run.execute(own, request.type, QUARTET_BY_TYPE, request.input);
    }
    quartet_inputs_close(inputs);
    quartet_session_close(own);
  };
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread);
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(tally.failures, std::vector<std::string>{});
  EXPECT_EQ(failed_checks(sql), std::vector<std::string>{}) << "with orders still open";

  quartet_session* last = nullptr;
  ASSERT_EQ(quartet_session_open(engine, &last, error.data(), error.size()), 0);
  for (int round = 0; round < 2000 && !exchange.has_drained(); ++round) {
    exchange.advance(1000);
    exchange.flush();
    Request request;
    while (exchange.next(request)) run.execute(last, request.type, QUARTET_BY_TYPE, request.input);
  }
  quartet_session_close(last);
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
  // design.md section 5: retries above 1 % of the Trade-Results are a defect.
  EXPECT_LE(of(tally.retries, QUARTET_TRADE_RESULT) * 100, of(tally.committed, QUARTET_TRADE_RESULT));
}

}  // namespace
}  // namespace quartet::test
