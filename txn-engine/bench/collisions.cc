#include "collisions.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "db/pq_session.h"
#include "engine_execution.h"
#include "input/generator.h"
#include "txn/transactions.h"

namespace quartet::bench {
namespace {

struct Manner {
  const char* name;
  bool is_ordered;               // Trade-Results of a broker wait for each other before BEGIN
  bool is_scanning;              // sequential scans are allowed
  bool has_broker_prefixed_ids;  // ids of a broker lie together
  db::Isolation isolation;
};

constexpr auto kSerializable = db::Isolation::kSerializable;
constexpr std::array<Manner, 7> kManners = {
    {{"nothing", false, true, false, kSerializable},
     {"ordered", true, true, false, kSerializable},
     {"ordered, no scans", true, false, false, kSerializable},
     {"ordered, ids by broker", true, true, true, kSerializable},
     {"no scans, ids by broker", false, false, true, kSerializable},
     {"all three", true, false, true, kSerializable},
     {"all three, REPEATABLE READ", true, false, true, db::Isolation::kRepeatableRead}}};

struct Order {
  int64_t trade_id;
  int64_t broker;
};

// A statement of the benchmark's own.
void run_sql(db::Session& session, const db::Statement& statement) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(statement);
  batch.commit();
  session.run(batch);
}

// Market orders that wait for their Trade-Result.
std::vector<Order> place_orders(db::Session& session, const Context& context, uint64_t seed, int count) {
  InputGenerator generator(context.model, seed);
  std::vector<Order> orders;
  while (orders.size() < static_cast<size_t>(count)) {
    TradeOrderInput input = generator.trade_order();
    input.roll_it_back = false;
    input.trade_type = static_cast<uint8_t>(orders.size() % 2 == 0 ? QUARTET_TMB : QUARTET_TMS);
    const auto attempt = [&](db::Session& connection) { return trade_order(connection, context, input); };
    for (const quartet_order& order : quartet::execute(session, QUARTET_TRADE_ORDER, attempt).answer.orders) {
      const auto trade_id = static_cast<int64_t>(order.trade_id);
      orders.push_back({trade_id, broker_of_trade(context.model, trade_id)});
    }
  }
  return orders;
}

// Gives the open orders ids in their order of arrival, whatever their brokers. Ids stay unique through the runs of this
// program because the sequence's values are.
void renumber(db::Session& session, const Context& context, std::vector<Order>& orders) {
  static const db::Statement kNoTriggers = {"replica", "SET session_replication_role = replica", {}};
  static const db::Statement kTriggers = {"origin", "SET session_replication_role = origin", {}};
  static const db::Statement kTrades = {
      "trades",
      "UPDATE trade SET t_id = new_id FROM unnest($1, $2) AS moved (old_id, new_id) WHERE t_id = old_id",
      {db::Type::kInt8Array, db::Type::kInt8Array}};
  static const db::Statement kHistory = {
      "history",
      "UPDATE trade_history SET th_t_id = new_id FROM unnest($1, $2) AS moved (old_id, new_id) WHERE th_t_id = old_id",
      {db::Type::kInt8Array, db::Type::kInt8Array}};
  // Beyond every id by broker.
  const int64_t first = context.model.first_run_time_trade_id() + 1'000'000 * kRunTimeIdsPerBroker;
  std::vector<int64_t> from;
  std::vector<int64_t> to;
  for (Order& order : orders) {
    from.push_back(order.trade_id);
    order.trade_id = first + (order.trade_id - context.model.first_run_time_trade_id()) % kRunTimeIdsPerBroker;
    to.push_back(order.trade_id);
  }
  run_sql(session, kNoTriggers);
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(kTrades, db::Parameters().int8_array(from).int8_array(to));
  batch.add(kHistory, db::Parameters().int8_array(from).int8_array(to));
  batch.commit();
  session.run(batch);
  run_sql(session, kTriggers);
}

struct Tally {
  std::atomic<int64_t> retried{0};  // Trade-Results with at least one retry
  std::atomic<int64_t> retries{0};
  std::atomic<int64_t> given_up{0};
  std::atomic<int64_t> failed{0};
  std::mutex mutex;
  std::map<std::string, int> statements;
};

void count(const Execution& execution, Tally& tally) {
  if (!execution.retries.empty()) ++tally.retried;
  tally.retries += static_cast<int64_t>(execution.retries.size());
  if (execution.outcome == QUARTET_SERIALIZATION || execution.outcome == QUARTET_DEADLOCK) {
    ++tally.given_up;
  } else if (execution.outcome != QUARTET_COMMITTED) {
    ++tally.failed;
  }
  const std::lock_guard lock(tally.mutex);
  for (const Retry& retry : execution.retries) ++tally.statements[retry.sqlstate + " " + retry.statement];
}

// Settles the orders in their order on several sessions. Returns the seconds it took.
double settle(const Setup& setup, const Context& context, const Manner& manner, int sessions,
              const std::vector<Order>& orders, Tally& tally) {
  static const db::Statement kScan = {"scan", "SET enable_seqscan = on", {}};
  std::atomic<size_t> next{0};
  std::array<std::mutex, 64> brokers;
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&] {
    db::PqSession session(setup.oltp);
    if (manner.is_scanning) run_sql(session, kScan);
    for (size_t i = next++; i < orders.size(); i = next++) {
      std::unique_lock<std::mutex> turn;
      if (manner.is_ordered) {
        turn = std::unique_lock(brokers.at(static_cast<size_t>(orders[i].broker) % brokers.size()));
      }
      constexpr int64_t kPriceCents = 2500;
      const TradeResultInput input{orders[i].trade_id, kPriceCents};
      const auto attempt = [&](db::Session& connection) { return trade_result(connection, context, input); };
      count(quartet::execute(session, QUARTET_TRADE_RESULT, attempt), tally);
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(sessions));
  for (int i = 0; i < sessions; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void print_collisions(const Setup& setup, int sessions, int orders) {
  const MarketModel model({.load_units = setup.model.load_units,
                           .active_load_units = setup.model.active_load_units,
                           .trade_days = setup.model.trade_days,
                           .news_length = setup.model.news_length,
                           .seed = setup.model.seed});
  db::PqSession session(setup.oltp);
  fmt::print("{:28} {:>9} {:>10} {:>8} {:>8}  {}\n", "Trade-Results", "per s", "retried %", "given up", "failed",
             "retries by SQLSTATE and statement");
  uint64_t seed = 0;
  for (const Manner& manner : kManners) {
    const Context context{.model = model, .trade_result_isolation = manner.isolation, .short_history = true};
    std::vector<Order> placed = place_orders(session, context, ++seed, orders);
    if (!manner.has_broker_prefixed_ids) renumber(session, context, placed);
    Tally tally;
    const double seconds = settle(setup, context, manner, sessions, placed, tally);
    std::string statements;
    for (const auto& [statement, times] : tally.statements) statements += fmt::format("{} x {}; ", statement, times);
    fmt::print("{:28} {:9.0f} {:10.2f} {:8} {:8}  {}\n", manner.name, static_cast<double>(orders) / seconds,
               100.0 * static_cast<double>(tally.retried) / static_cast<double>(orders), tally.given_up.load(),
               tally.failed.load(), statements);
  }
}

}  // namespace quartet::bench
