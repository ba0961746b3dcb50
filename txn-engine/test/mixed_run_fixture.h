// The whole mix at once on several sessions, with a small exchange in between that executes the orders.
#ifndef QUARTET_TEST_MIXED_RUN_FIXTURE_H
#define QUARTET_TEST_MIXED_RUN_FIXTURE_H

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "lab/exchange.h"
#include "quartet/engine.h"

namespace quartet::test {

using lab::Bytes;
using lab::Exchange;
using lab::Request;

// Outcomes by transaction type, over all threads.
struct Tally {
  std::array<std::atomic<int64_t>, 13> committed{};
  std::array<std::atomic<int64_t>, 13> rolled_back{};
  std::array<std::atomic<int64_t>, 13> retries{};
  std::atomic<int64_t> orders_accepted{0};
  std::atomic<int64_t> already_applied{0};
  std::mutex mutex;
  std::vector<std::string> failures;   // every outcome that is neither committed nor rolled back on purpose
  std::map<std::string, int> retried;  // by type, SQLSTATE and statement
};

// Runs requests against one engine. Thread-safe.
class MixedRun {
 public:
  MixedRun(quartet_engine* engine, const quartet_model& model, Exchange& exchange, Tally& tally);

  // Customers of `threads` sessions ask `requests` times each, by the elastic mix with Trade-Order ten times as
  // frequent; one in 30 requests is followed by a Data-Maintenance of the next table. What the exchange sends is
  // executed as it comes.
  void run(int threads, int requests);
  // Executes what the exchange still holds.
  void drain();
  void execute(quartet_session* session, int type, int database, const Bytes& input);

 private:
  void work(int thread, int requests);
  void execute_market(quartet_session* session);
  void record(int type, const quartet_reply& reply);

  quartet_engine* engine_;
  quartet_model model_;
  Exchange& exchange_;
  Tally& tally_;
  std::vector<std::mutex> brokers_;
  std::mutex feed_;
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_MIXED_RUN_FIXTURE_H
