// Requests for the engine from its own input generator, on databases that are loaded.
#ifndef QUARTET_BENCH_WORKLOAD_H
#define QUARTET_BENCH_WORKLOAD_H

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "exchange_fixture.h"
#include "meters.h"
#include "quartet/engine.h"

namespace quartet::bench {

using test::Bytes;
using test::Request;

constexpr size_t kTypes = 13;  // transaction types are 1 to 12
extern const std::array<const char*, kTypes> kTypeNames;

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
  void operator()(quartet_inputs* inputs) const { quartet_inputs_close(inputs); }
};
using Engine = std::unique_ptr<quartet_engine, Close>;
using EngineSession = std::unique_ptr<quartet_session, Close>;
using Inputs = std::unique_ptr<quartet_inputs, Close>;

// Each throws std::runtime_error with the engine's message.
[[nodiscard]] Engine open_engine(const Setup& setup);
[[nodiscard]] EngineSession open_session(const Engine& engine);
[[nodiscard]] Inputs open_inputs(const Setup& setup, uint64_t seed);

// The next input of a transaction of the Customer Emulator.
[[nodiscard]] Bytes next_input(const Inputs& inputs, int type);

// What a kind of transaction cost.
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
