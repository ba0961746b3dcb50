#include "mixed_run_fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "quartet/market_model.h"
#include "txn/inputs.h"

namespace quartet::test {

MixedRun::MixedRun(quartet_engine* engine, const quartet_model& model, Exchange& exchange, Tally& tally)
    : engine_(engine),
      model_(model),
      exchange_(exchange),
      tally_(tally),
      brokers_(static_cast<size_t>(model.active_load_units * kBrokersPerUnit)) {}

void MixedRun::run(int threads, int requests) {
  std::vector<std::thread> running;
  running.reserve(static_cast<size_t>(threads));
  for (int thread = 0; thread < threads; ++thread) running.emplace_back([=, this] { work(thread, requests); });
  for (std::thread& thread : running) thread.join();
}

void MixedRun::drain() {
  quartet_session* session = nullptr;
  ASSERT_EQ(quartet_session_open(engine_, &session, nullptr, 0), 0);
  for (int round = 0; round < 2000 && !exchange_.has_drained(); ++round) {
    exchange_.advance(1000);
    exchange_.flush();
    execute_market(session);
  }
  quartet_session_close(session);
}

void MixedRun::work(int thread, int requests) {
  constexpr int64_t kMillisPerRequest = 300;
  // Cards of the elastic mix (docs/spec/workload.md, "Mix"), Trade-Order ten times as frequent.
  constexpr std::array<std::pair<int, int>, 8> kCards = {{{QUARTET_TRADE_ORDER, 1010},
                                                          {QUARTET_TRADE_UPDATE, 1020},
                                                          {QUARTET_TRADE_STATUS, 1200},
                                                          {QUARTET_MARKET_WATCH, 1370},
                                                          {QUARTET_SECURITY_DETAIL, 1530},
                                                          {QUARTET_CUSTOMER_POSITION, 1680},
                                                          {QUARTET_TRADE_LOOKUP, 1770},
                                                          {QUARTET_BROKER_VOLUME, 1809}}};
  quartet_session* session = nullptr;
  quartet_inputs* inputs = nullptr;
  ASSERT_EQ(quartet_session_open(engine_, &session, nullptr, 0), 0);
  ASSERT_EQ(quartet_inputs_open(&model_, static_cast<uint64_t>(thread), &inputs, nullptr, 0), 0);
  Stream random(static_cast<uint64_t>(thread), 1, 1);
  const uint8_t* input = nullptr;
  size_t length = 0;
  for (int i = 0; i < requests; ++i) {
    const int64_t card = random.uniform(1, kCards.back().second);
    const auto* const drawn =
        std::find_if(kCards.begin(), kCards.end(), [card](const auto& c) { return card <= c.second; });
    ASSERT_EQ(quartet_inputs_next(inputs, drawn->first, &input, &length), 0);
    execute(session, drawn->first, QUARTET_BY_TYPE, Bytes(input, input + length));
    if (i % 30 == 0) {
      ASSERT_EQ(quartet_inputs_data_maintenance(inputs, 1 + (i / 30 + thread) % kMaintainedTables, &input, &length), 0);
      execute(session, QUARTET_DATA_MAINTENANCE, QUARTET_OLTP, Bytes(input, input + length));
    }
    exchange_.advance(kMillisPerRequest);
    execute_market(session);
  }
  quartet_inputs_close(inputs);
  quartet_session_close(session);
}

void MixedRun::execute_market(quartet_session* session) {
  Request request;
  while (exchange_.next(request)) execute(session, request.type, QUARTET_BY_TYPE, request.input);
}

void MixedRun::execute(quartet_session* session, int type, int database, const Bytes& input) {
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

void MixedRun::record(int type, const quartet_reply& reply) {
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

}  // namespace quartet::test
