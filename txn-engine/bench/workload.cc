#include "workload.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>

namespace quartet::bench {
namespace {

using Message = std::array<char, 1024>;

void require(int result, const Message& message) {
  if (result != 0) throw std::runtime_error(message.data());
}

}  // namespace

Engine open_engine(const Setup& setup) {
  Message message = {};
  quartet_engine* engine = nullptr;
  require(quartet_engine_open(setup.dss.c_str(), setup.oltp.c_str(), &setup.model, &setup.options, &engine,
                              message.data(), message.size()),
          message);
  return Engine(engine);
}

EngineSession open_session(const Engine& engine) {
  Message message = {};
  quartet_session* session = nullptr;
  require(quartet_session_open(engine.get(), &session, message.data(), message.size()), message);
  return EngineSession(session);
}

void Cost::add(const Cost& other) {
  micros.add(other.micros);
  engine_micros.add(other.engine_micros);
  round_trips += other.round_trips;
  retries += other.retries;
  failures += other.failures;
}

quartet_reply execute(const EngineSession& session, const Request& request, Cost& cost) {
  static std::atomic_flag has_told = ATOMIC_FLAG_INIT;
  quartet_reply reply = {};
  const int database = request.type == QUARTET_DATA_MAINTENANCE ? QUARTET_OLTP : QUARTET_BY_TYPE;
  const double cpu = thread_cpu_micros();
  const auto start = std::chrono::steady_clock::now();
  quartet_execute(session.get(), request.type, database, request.input.data(), request.input.size(), &reply);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  cost.engine_micros.add(thread_cpu_micros() - cpu);
  cost.micros.add(elapsed.count());
  cost.round_trips += reply.round_trips;
  cost.retries += static_cast<int64_t>(reply.retry_count);
  if (reply.outcome != QUARTET_COMMITTED && reply.outcome != QUARTET_ROLLED_BACK_ON_PURPOSE) {
    ++cost.failures;
    if (!has_told.test_and_set()) {
      fmt::print(stderr, "{}: outcome {} status {} {} {}\n", kTypeNames.at(static_cast<size_t>(request.type)),
                 reply.outcome, reply.status, reply.sqlstate, reply.message);
    }
  }
  return reply;
}

}  // namespace quartet::bench
