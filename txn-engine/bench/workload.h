// Requests for the engine from its own input generator, on databases that are loaded.
#ifndef QUARTET_BENCH_WORKLOAD_H
#define QUARTET_BENCH_WORKLOAD_H

#include <memory>
#include <string>
#include <vector>

#include "lab/exchange.h"
#include "lab/inputs.h"
#include "lab/transaction_names.h"
#include "meters.h"
#include "quartet/engine.h"

namespace quartet::bench {

using lab::Bytes;
using lab::Inputs;
using lab::kTypeNames;
using lab::kTypes;
using lab::next_input;
using lab::next_maintenance;
using lab::open_inputs;
using lab::Request;

// Where the databases are, and how they are reached.
struct Setup {
  std::string dss = "dbname=quartet_dss";
  std::string oltp = "dbname=quartet_oltp";
  quartet_model model = {.load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 1000, .seed = 42};
  quartet_options options = {};
};

struct Close {
  void operator()(quartet_engine* engine) const { quartet_engine_close(engine); }
  void operator()(quartet_session* session) const { quartet_session_close(session); }
};
using Engine = std::unique_ptr<quartet_engine, Close>;
using EngineSession = std::unique_ptr<quartet_session, Close>;

// Each throws std::runtime_error with the engine's message.
[[nodiscard]] Engine open_engine(const Setup& setup);
[[nodiscard]] EngineSession open_session(const Engine& engine);

// The cost of a kind of transaction.
struct Cost {
  Sample micros;         // from call to return
  Sample engine_micros;  // processor time of the calling thread
  int64_t round_trips = 0;
  int64_t retries = 0;
  int64_t failures = 0;  // neither committed nor rolled back on purpose

  void add(const Cost& other);
};

// Runs one request and adds what it cost. The first failure of all is printed. Thread-safe but for `session` and
// `cost`.
quartet_reply execute(const EngineSession& session, const Request& request, Cost& cost);

}  // namespace quartet::bench

#endif  // QUARTET_BENCH_WORKLOAD_H
