#include "mix.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "quartet/market_model.h"
#include "txn/inputs.h"

namespace quartet::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The deck of the elastic mix (docs/spec/workload.md, "Mix"): 900 cards.
struct Card {
  int type;
  int count;
};
constexpr std::array<Card, 8> kDeck = {{{QUARTET_BROKER_VOLUME, 39},
                                        {QUARTET_CUSTOMER_POSITION, 150},
                                        {QUARTET_MARKET_WATCH, 170},
                                        {QUARTET_SECURITY_DETAIL, 160},
                                        {QUARTET_TRADE_LOOKUP, 90},
                                        {QUARTET_TRADE_ORDER, 101},
                                        {QUARTET_TRADE_STATUS, 180},
                                        {QUARTET_TRADE_UPDATE, 10}}};

std::vector<int> deck() {
  std::vector<int> cards;
  for (const Card& card : kDeck) cards.insert(cards.end(), static_cast<size_t>(card.count), card.type);
  return cards;
}

// Customers and the market of one measurement. Trade-Results of a broker and Market-Feeds take turns, as in Tier A.
class Mix {
 public:
  Mix(const Setup& setup, const Engine& engine)
      : setup_(setup),
        engine_(engine),
        server_({setup.dss, setup.oltp}),
        market_inputs_(open_inputs(setup.model, 1)),
        exchange_(market_inputs_.get()) {}

  void run(int connections, double seconds) {
    std::vector<std::thread> threads;
    threads.reserve(static_cast<size_t>(connections));
    for (int i = 0; i < connections; ++i) threads.emplace_back([=, this] { work(i); });
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 5));
    const double server_before = server_.micros();
    const auto start = Clock::now();
    is_measured_ = true;
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    is_measured_ = false;
    elapsed_ = std::chrono::duration<double>(Clock::now() - start).count();
    server_micros_ = server_.micros() - server_before;
    is_over_ = true;
    for (std::thread& thread : threads) thread.join();
  }

  void print(int connections) const {
    Cost all;
    for (const Cost& cost : costs_) all.add(cost);
    const auto count = static_cast<double>(std::max<size_t>(all.micros.count(), 1));
    const auto& results = costs_[QUARTET_TRADE_RESULT];
    fmt::print("{:11} {:9.0f} {:8.1f} {:9.0f} {:9.0f} {:9.1f} {:10.1f} {:8.2f} {:8} {:8}\n", connections,
               count / elapsed_, static_cast<double>(results.micros.count()) / elapsed_, all.micros.mean(),
               all.micros.quantile(0.9), all.engine_micros.mean(), server_micros_ / count,
               static_cast<double>(all.round_trips) / count, results.retries, all.failures);
  }

 private:
  void work(int thread) {
    const EngineSession session = open_session(engine_);
    const Inputs inputs = open_inputs(setup_.model, static_cast<uint64_t>(100 + thread));
    Stream random(static_cast<uint64_t>(thread), 1, 1);
    std::vector<int> cards;
    std::array<Cost, kTypes> costs;
    while (!is_over_) {
      if (cards.empty()) cards = deck();
      std::swap(cards[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(cards.size()) - 1))], cards.back());
      const int type = cards.back();
      cards.pop_back();
      execute_one(session, {type, next_input(inputs, type)}, costs);
      // The clock of the market runs with the requests: about 9 of them make a Trade-Result.
      exchange_.advance(5);
      for (Request request; !is_over_ && exchange_.next(request);) execute_one(session, request, costs);
    }
    const std::lock_guard lock(mutex_);
    for (size_t i = 0; i < kTypes; ++i) costs_[i].add(costs[i]);
  }

  void execute_one(const EngineSession& session, const Request& request, std::array<Cost, kTypes>& costs) {
    std::unique_lock<std::mutex> turn;
    const int64_t broker =
        quartet_ordering_key(engine_.get(), request.type, request.input.data(), request.input.size());
    if (broker >= 0) turn = std::unique_lock(brokers_.at(static_cast<size_t>(broker) % brokers_.size()));
    if (request.type == QUARTET_MARKET_FEED) turn = std::unique_lock(feed_);
    Cost unmeasured;
    Cost& cost = is_measured_ ? costs.at(static_cast<size_t>(request.type)) : unmeasured;
    const quartet_reply reply = execute(session, request, cost);
    for (size_t i = 0; i < reply.order_count; ++i) exchange_.accept(reply.orders[i]);
  }

  const Setup& setup_;
  const Engine& engine_;
  ServerCpu server_;
  Inputs market_inputs_;
  lab::Exchange exchange_;
  std::array<std::mutex, 64> brokers_;
  std::mutex feed_;
  std::atomic<bool> is_measured_{false};
  std::atomic<bool> is_over_{false};
  std::mutex mutex_;
  std::array<Cost, kTypes> costs_;
  double elapsed_ = 0;
  double server_micros_ = 0;
};

void print_cost(int type, const Cost& cost, double server_micros) {
  const auto count = static_cast<double>(std::max<size_t>(cost.micros.count(), 1));
  fmt::print("{:18} {:7} {:9.0f} {:9.0f} {:9.0f} {:8.2f} {:10.1f} {:10.1f} {:8}\n",
             kTypeNames.at(static_cast<size_t>(type)), cost.micros.count(), cost.micros.mean(),
             cost.micros.quantile(0.5), cost.micros.quantile(0.9), static_cast<double>(cost.round_trips) / count,
             cost.engine_micros.mean(), server_micros / count, cost.failures);
}

// Runs the requests one after the other and prints what they cost.
void print_requests(const EngineSession& session, const ServerCpu& server, int type,
                    const std::vector<Request>& requests, lab::Exchange& exchange) {
  Cost cost;
  Cost unmeasured;
  // The first ones prepare statements and warm caches.
  const size_t warm_up = std::min<size_t>(50, requests.size() / 5);
  double before = server.micros();
  for (size_t i = 0; i < requests.size(); ++i) {
    if (i == warm_up) before = server.micros();
    const quartet_reply reply = execute(session, requests[i], i < warm_up ? unmeasured : cost);
    for (size_t order = 0; order < reply.order_count; ++order) exchange.accept(reply.orders[order]);
  }
  print_cost(type, cost, server.micros() - before);
}

}  // namespace

void print_mix(const Setup& setup, const std::vector<int>& connections, double seconds) {
  fmt::print("{:>11} {:>9} {:>8} {:>9} {:>9} {:>9} {:>10} {:>8} {:>8} {:>8}\n", "connections", "txn/s", "etps",
             "mean us", "p90 us", "engine us", "server us", "trips", "retries", "failures");
  const Engine engine = open_engine(setup);
  for (const int count : connections) {
    Mix mix(setup, engine);
    mix.run(count, seconds);
    mix.print(count);
  }
}

void print_alone(const Setup& setup, int requests) {
  fmt::print("{:18} {:>7} {:>9} {:>9} {:>9} {:>8} {:>10} {:>10} {:>8}\n", "transaction", "count", "mean us", "p50 us",
             "p90 us", "trips", "engine us", "server us", "failures");
  const Engine engine = open_engine(setup);
  const EngineSession session = open_session(engine);
  const ServerCpu server({setup.dss, setup.oltp});
  const Inputs inputs = open_inputs(setup.model, 5);
  lab::Exchange exchange(inputs.get());
  for (const Card& card : kDeck) {
    std::vector<Request> wanted;
    for (int i = 0; i < requests; ++i) wanted.push_back({card.type, next_input(inputs, card.type)});
    print_requests(session, server, card.type, wanted, exchange);
  }
  // The market's answers to the orders placed above.
  std::array<std::vector<Request>, kTypes> market;
  constexpr int64_t kPeriodMillis = 900'000;
  exchange.advance(kPeriodMillis);
  exchange.flush();
  for (Request request; exchange.next(request);) market.at(static_cast<size_t>(request.type)).push_back(request);
  print_requests(session, server, QUARTET_TRADE_RESULT, market[QUARTET_TRADE_RESULT], exchange);
  print_requests(session, server, QUARTET_MARKET_FEED, market[QUARTET_MARKET_FEED], exchange);
  std::vector<Request> maintenance;
  for (int i = 0; i < requests; ++i) {
    maintenance.push_back({QUARTET_DATA_MAINTENANCE, next_maintenance(inputs, 1 + i % quartet::kMaintainedTables)});
  }
  print_requests(session, server, QUARTET_DATA_MAINTENANCE, maintenance, exchange);
}

}  // namespace quartet::bench
