// The C interface: handles, routing and replies. Everything that may throw ends in one of two guards below.
#include "quartet/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "db/open_session.h"
#include "db/pq_session.h"
#include "engine_execution.h"
#include "engine_resync.h"

struct quartet_engine {
  quartet_engine(std::string dss_connection, std::string oltp_connection, const quartet::MarketParameters& parameters,
                 quartet::db::Access access_path, quartet::db::Statements statements_sent,
                 std::chrono::milliseconds longest_wait_for_answers, bool is_repeatable_read)
      : dss(std::move(dss_connection)),
        oltp(std::move(oltp_connection)),
        access(access_path),
        statements(statements_sent),
        longest_wait(longest_wait_for_answers),
        model(parameters),
        context{.model = model,
                .trade_result_isolation = is_repeatable_read ? quartet::db::Isolation::kRepeatableRead
                                                             : quartet::db::Isolation::kSerializable,
                .short_history = parameters.trade_days < quartet::kFullHistoryDays} {}
  quartet_engine(const quartet_engine&) = delete;
  quartet_engine& operator=(const quartet_engine&) = delete;

  std::string dss;
  std::string oltp;
  quartet::db::Access access;
  quartet::db::Statements statements;
  std::chrono::milliseconds longest_wait;
  quartet::MarketModel model;
  quartet::Context context;  // refers to `model`
};

struct quartet_session {
  explicit quartet_session(const quartet_engine& owner)
      : engine(owner),
        dss(quartet::db::open_session(owner.access, owner.statements, owner.dss, owner.longest_wait)),
        oltp(quartet::db::open_session(owner.access, owner.statements, owner.oltp, owner.longest_wait)) {}
  quartet_session(const quartet_session&) = delete;
  quartet_session& operator=(const quartet_session&) = delete;

  const quartet_engine& engine;
  std::unique_ptr<quartet::db::Session> dss;
  std::unique_ptr<quartet::db::Session> oltp;
  // What the last reply points to.
  quartet::Execution execution;
  std::vector<quartet_retry> retries;
};

namespace {

using quartet::Execution;

// Calls that are no transaction are treated as one that reads.
constexpr int kOnlyReads = QUARTET_TRADE_STATUS;

constexpr const char* kOutOfMemory = "the engine ran out of memory. Give Tier A more of it or fewer sessions.";

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

quartet::db::Session& route(quartet_session& session, int type, int database) {
  const bool is_for_both = type == QUARTET_DATA_MAINTENANCE || type == QUARTET_TRADE_CLEANUP;
  // Trade-Lookup and Trade-Update ask for loaded trades only, so they need nothing of the database that takes orders.
  const int home = type == QUARTET_TRADE_LOOKUP || type == QUARTET_TRADE_UPDATE ? QUARTET_DSS : QUARTET_OLTP;
  const int target = !is_for_both && database == QUARTET_BY_TYPE ? home : database;
  const bool is_known = is_for_both ? target == QUARTET_DSS || target == QUARTET_OLTP : target == home;
  if (!is_known) {
    throw std::invalid_argument(
        fmt::format("transaction {}: it cannot run on database {}. {}.", type, database,
                    is_for_both ? "Name 2 (DSS) or 3 (OLTP)" : fmt::format("Pass 0, or {}, its home", home)));
  }
  return target == QUARTET_DSS ? *session.dss : *session.oltp;
}

void fill_reply(quartet_session& session, quartet_reply& reply) {
  const Execution& execution = session.execution;
  // Pointers are taken only now that the execution rests in the session: a short string moves with its object.
  session.retries.clear();
  for (const auto& retry : execution.retries) {
    session.retries.push_back({.sqlstate = retry.sqlstate.c_str(), .statement = retry.statement.c_str()});
  }
  reply.outcome = execution.outcome;
  reply.status = execution.answer.status;
  reply.round_trips = execution.round_trips;
  reply.already_applied = execution.answer.already_applied ? 1 : 0;
  reply.retries = session.retries.data();
  reply.retry_count = session.retries.size();
  reply.orders = execution.answer.orders.data();
  reply.order_count = execution.answer.orders.size();
  reply.output = reinterpret_cast<const uint8_t*>(execution.answer.output.data());
  reply.output_length = execution.answer.output.size();
  reply.sqlstate = execution.sqlstate.c_str();
  reply.statement = execution.statement.c_str();
  reply.message = execution.message.c_str();
}

quartet_reply engine_error(const char* message) {
  quartet_reply reply = {};
  reply.outcome = QUARTET_ENGINE_ERROR;
  reply.sqlstate = "";
  reply.statement = "";
  reply.message = message;
  return reply;
}

// Runs `body`, which returns an Execution, and fills the reply from it or from what it threw. Memory may run out after
// a commit as well: what has written is in doubt then.
template <typename Body>
void answered(quartet_session* session, quartet_reply* reply, int type, Body body) noexcept {
  const auto start = std::chrono::steady_clock::now();
  *reply = engine_error("the engine was called without a session. Open one first.");
  if (session == nullptr) return;
  try {
    // A call that throws must not answer with what the call before it left.
    session->execution = Execution();
    try {
      session->execution = body();
    } catch (const std::bad_alloc&) {
      // Left to the outer handler: to keep a message here would need memory.
      throw;
    } catch (const std::exception& problem) {
      session->execution.outcome = QUARTET_ENGINE_ERROR;
      session->execution.message = problem.what();
    }
    fill_reply(*session, *reply);
  } catch (const std::bad_alloc&) {
    *reply = engine_error(kOutOfMemory);
    if (!quartet::is_reading(type)) reply->outcome = QUARTET_IN_DOUBT;
  } catch (...) {
    *reply = engine_error("an unknown exception in the engine. Please report it.");
  }
  const auto elapsed = std::chrono::steady_clock::now() - start;
  reply->service_micros = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
}

std::string_view bytes_of(const uint8_t* input, size_t length) {
  if (input == nullptr) return {};
  return {reinterpret_cast<const char*>(input), length};
}

}  // namespace

const char* quartet_version(void) { return QUARTET_VERSION; }

const char* quartet_session_settings(void) { return quartet::db::PqSession::kServerOptions; }

int quartet_engine_open(const char* dss, const char* oltp, const quartet_model* model, const quartet_options* options,
                        quartet_engine** engine, char* error, size_t error_size) {
  return guarded(error, error_size, [&] {
    if (engine == nullptr || model == nullptr) throw std::invalid_argument("engine: no model, or nowhere to put it");
    const quartet_options chosen = options == nullptr ? quartet_options{} : *options;
    const auto access = checked("access path", chosen.access, quartet::db::Access::kOdbc);
    const auto statements = checked("manner of statements", chosen.statements, quartet::db::Statements::kPlain);
    quartet::db::check_connection(access, "DSS", dss);
    quartet::db::check_connection(access, "OLTP", oltp);
    const quartet::MarketParameters parameters = {.load_units = model->load_units,
                                                  .active_load_units = model->active_load_units,
                                                  .trade_days = model->trade_days,
                                                  .news_length = model->news_length,
                                                  .seed = model->seed};
    // Owned by the caller until quartet_engine_close.
    *engine = std::make_unique<quartet_engine>(dss, oltp, parameters, access, statements, longest_wait(chosen),
                                               chosen.repeatable_read != 0)
                  .release();
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
  if (reply == nullptr) return;
  answered(session, reply, type, [&] {
    // Inside the guard: a wrong database and a malformed input are answers too.
    auto& connection = route(*session, type, database);
    const auto attempt = quartet::make_attempt(type, bytes_of(input, input_length), session->engine.context);
    return quartet::execute(connection, type, attempt);
  });
}

void quartet_resync(quartet_session* session, quartet_reply* reply) {
  if (reply == nullptr) return;
  answered(session, reply, kOnlyReads, [&] {
    return quartet::execute(*session->oltp, kOnlyReads, [&](quartet::db::Session& connection) {
      return quartet::resync(connection, session->engine.context);
    });
  });
}

void quartet_probe(quartet_session* session, int database, quartet_reply* reply) {
  if (reply == nullptr) return;
  answered(session, reply, kOnlyReads, [&] {
    // Routed as what may run on both databases.
    auto& connection = route(*session, QUARTET_DATA_MAINTENANCE, database);
    return quartet::execute(connection, kOnlyReads, quartet::probe);
  });
}

int64_t quartet_ordering_key(const quartet_engine* engine, int type, const uint8_t* input, size_t input_length) {
  constexpr int64_t kNone = -1;
  if (engine == nullptr || type != QUARTET_TRADE_RESULT) return kNone;
  int64_t key = kNone;
  // A malformed input waits for nobody; quartet_execute reports it.
  guarded(nullptr, 0, [&] {
    const auto trade = quartet::decode<quartet::TradeResultInput>(bytes_of(input, input_length));
    // All Trade-Results of a broker update its row of BROKER: run one after the other, they do not make each other
    // retry.
    key = quartet::broker_of_trade(engine->model, trade.trade_id);
  });
  return key;
}
