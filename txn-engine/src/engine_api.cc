// The session half of the C interface: handles around the engine's classes. No exception crosses it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engine.h"
#include "quartet/engine.h"

struct quartet_engine {
  quartet_engine(const char* dss, const char* oltp, const quartet::MarketParameters& parameters,
                 const quartet::EngineOptions& options)
      : engine(dss, oltp, parameters, options) {}
  quartet::Engine engine;
};

struct quartet_session {
  explicit quartet_session(const quartet_engine& owner) : session(owner.engine) {}
  quartet::EngineSession session;
  // The memory that the last reply points to.
  std::vector<quartet_retry> retries;
};

namespace {

constexpr const char* kOutOfMemory = "the engine ran out of memory. Give Tier A more memory or fewer sessions.";

void copy_message(std::string_view message, char* error, size_t error_size) {
  if (error == nullptr || error_size == 0) return;
  const size_t length = std::min(message.size(), error_size - 1);
  std::memcpy(error, message.data(), length);
  error[length] = '\0';
}

// Runs `body`; an exception becomes a message and 1.
template <typename Body>
int guarded(char* error, size_t error_size, Body body) noexcept {
  try {
    body();
    return 0;
  } catch (const std::bad_alloc&) {
    copy_message(kOutOfMemory, error, error_size);
  } catch (const std::exception& problem) {
    copy_message(problem.what(), error, error_size);
  } catch (...) {
    copy_message("an unknown exception in the engine. Please report it.", error, error_size);
  }
  return 1;
}

template <typename Value>
Value checked(const char* name, int32_t value, Value last) {
  if (value < 0 || value > static_cast<int32_t>(last)) {
    throw std::invalid_argument(
        fmt::format("engine: {} {} does not exist. Pass 0 to {}.", name, value, static_cast<int32_t>(last)));
  }
  return static_cast<Value>(value);
}

std::chrono::milliseconds longest_wait(const quartet_options& options) {
  if (options.longest_wait < 0) {
    throw std::invalid_argument(
        fmt::format("engine: the longest wait is {} ms. Pass 0 for the default, or more.", options.longest_wait));
  }
  return options.longest_wait == 0 ? quartet::db::kLongestWait : std::chrono::milliseconds(options.longest_wait);
}

// The reply points into the session.
void fill_reply(quartet_session& session, const quartet::Execution& execution, quartet_reply& reply) {
  session.retries.clear();
  for (const auto& retry : execution.retries) {
    session.retries.push_back({.sqlstate = retry.sqlstate.c_str(), .statement = retry.statement.c_str()});
  }
  reply = {.outcome = execution.outcome,
           .status = execution.answer.status,
           .round_trips = execution.round_trips,
           .service_micros = execution.service_micros,
           .already_applied = static_cast<uint8_t>(execution.answer.already_applied ? 1 : 0),
           .retries = session.retries.data(),
           .retry_count = session.retries.size(),
           .orders = execution.answer.orders.data(),
           .order_count = execution.answer.orders.size(),
           .output = reinterpret_cast<const uint8_t*>(execution.answer.output.data()),
           .output_length = execution.answer.output.size(),
           .sqlstate = execution.sqlstate.c_str(),
           .statement = execution.statement.c_str(),
           .message = execution.message.c_str()};
}

template <typename Body>
void answered(quartet_session* session, quartet_reply* reply, Body body) noexcept {
  if (reply == nullptr) return;
  *reply = {};
  reply->outcome = QUARTET_ENGINE_ERROR;
  reply->sqlstate = "";
  reply->statement = "";
  reply->message = "the engine was called without a session. Open one first.";
  if (session == nullptr) return;
  fill_reply(*session, body(session->session), *reply);
}

std::string_view bytes_of(const uint8_t* input, size_t length) {
  if (input == nullptr) return {};
  return {reinterpret_cast<const char*>(input), length};
}

}  // namespace

const char* quartet_version(void) { return quartet::engine_version(); }

const char* quartet_session_settings(void) { return quartet::session_settings(); }

int quartet_engine_open(const char* dss, const char* oltp, const quartet_model* model, const quartet_options* options,
                        quartet_engine** engine, char* error, size_t error_size) {
  return guarded(error, error_size, [&] {
    if (engine == nullptr || model == nullptr) throw std::invalid_argument("engine: no model, or nowhere to put it");
    if (dss == nullptr) throw std::invalid_argument("engine: DSS has no connection string");
    if (oltp == nullptr) throw std::invalid_argument("engine: OLTP has no connection string");
    const quartet_options chosen = options == nullptr ? quartet_options{} : *options;
    const quartet::EngineOptions how = {
        .access = checked("access path", chosen.access, quartet::db::Access::kOdbc),
        .statements = checked("manner of statements", chosen.statements, quartet::db::Statements::kPlain),
        .trade_result_isolation = chosen.repeatable_read != 0 ? quartet::db::Isolation::kRepeatableRead
                                                              : quartet::db::Isolation::kSerializable,
        .longest_wait = longest_wait(chosen)};
    const quartet::MarketParameters parameters = {.load_units = model->load_units,
                                                  .active_load_units = model->active_load_units,
                                                  .trade_days = model->trade_days,
                                                  .news_length = model->news_length,
                                                  .seed = model->seed};
    // Owned by the caller until quartet_engine_close.
    *engine = std::make_unique<quartet_engine>(dss, oltp, parameters, how).release();
  });
}

void quartet_engine_close(quartet_engine* engine) { const std::unique_ptr<quartet_engine> owned(engine); }

int quartet_session_open(quartet_engine* engine, quartet_session** session, char* error, size_t error_size) {
  return guarded(error, error_size, [&] {
    if (engine == nullptr || session == nullptr)
      throw std::invalid_argument("session: no engine, or nowhere to put it");
    // Owned by the caller until quartet_session_close; the engine must outlive it.
    *session = std::make_unique<quartet_session>(*engine).release();
  });
}

void quartet_session_close(quartet_session* session) { const std::unique_ptr<quartet_session> owned(session); }

void quartet_execute(quartet_session* session, int type, int database, const uint8_t* input, size_t input_length,
                     quartet_reply* reply) {
  answered(session, reply, [&](quartet::EngineSession& open) -> const quartet::Execution& {
    return open.execute(type, database, bytes_of(input, input_length));
  });
}

void quartet_resync(quartet_session* session, quartet_reply* reply) {
  answered(session, reply, [](quartet::EngineSession& open) -> const quartet::Execution& { return open.resync(); });
}

void quartet_probe(quartet_session* session, int database, quartet_reply* reply) {
  answered(session, reply,
           [&](quartet::EngineSession& open) -> const quartet::Execution& { return open.probe(database); });
}

int64_t quartet_ordering_key(const quartet_engine* engine, int type, const uint8_t* input, size_t input_length) {
  return engine == nullptr ? -1 : engine->engine.ordering_key(type, bytes_of(input, input_length));
}
