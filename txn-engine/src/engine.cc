#include "engine.h"

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <utility>

#include "db/connection_settings.h"
#include "engine_resync.h"
#include "txn/transaction_types.h"

namespace quartet {
namespace {

constexpr const char* kOutOfMemory = "the engine ran out of memory. Give Tier A more memory or fewer sessions.";

// Sets the text; leaves it empty if memory is short.
void tell(std::string& text, const char* message) noexcept {
  try {
    text = message;
  } catch (const std::bad_alloc&) {
    text.clear();
  }
}

}  // namespace

Engine::Engine(std::string dss, std::string oltp, const MarketParameters& parameters, const EngineOptions& options)
    : dss_(std::move(dss)),
      oltp_(std::move(oltp)),
      options_(options),
      model_(parameters),
      context_{.model = model_,
               .trade_result_isolation = options.trade_result_isolation,
               .short_history = parameters.trade_days < kFullHistoryDays} {
  if (options_.longest_wait <= std::chrono::milliseconds(0)) {
    throw std::invalid_argument(
        fmt::format("engine: the longest wait is {} ms. Pass more than 0.", options_.longest_wait.count()));
  }
  db::check_connection(options_.access, "DSS", dss_);
  db::check_connection(options_.access, "OLTP", oltp_);
}

int64_t Engine::ordering_key(int type, std::string_view input) const noexcept {
  constexpr int64_t kNone = -1;
  if (type != QUARTET_TRADE_RESULT) return kNone;
  try {
    // All Trade-Results of a broker update its row of BROKER: run one after the other, they do not make each other
    // retry.
    return broker_of_trade(model_, decode<TradeResultInput>(input).trade_id);
  } catch (const std::exception&) {
    return kNone;
  }
}

std::unique_ptr<db::Session> Engine::open(const std::string& connection, db::Waiter& waiter) const {
  return db::open_session(options_.access, options_.statements, connection, options_.longest_wait, waiter);
}

EngineSession::EngineSession(const Engine& engine, db::Waiter& waiter)
    : engine_(engine),
      waiter_(waiter),
      dss_(engine.open(engine.dss_, waiter)),
      oltp_(engine.open(engine.oltp_, waiter)) {}

db::Session& EngineSession::route(int type, int database) {
  const TransactionType* const known = transaction_type(type);
  if (known == nullptr) {
    throw std::invalid_argument(fmt::format("transaction type {} does not exist; types are 1 to 12", type));
  }
  const int target = !known->is_for_both && database == QUARTET_BY_TYPE ? known->home : database;
  const bool is_right = known->is_for_both ? target == QUARTET_DSS || target == QUARTET_OLTP : target == known->home;
  if (!is_right) {
    throw std::invalid_argument(fmt::format(
        "transaction {}: it cannot run on database {}. {}.", type, database,
        known->is_for_both ? "Name 2 (DSS) or 3 (OLTP)" : fmt::format("Pass 0, or {}, its home", known->home)));
  }
  return target == QUARTET_DSS ? *dss_ : *oltp_;
}

// Runs `body`, which returns an Execution; what it throws becomes one. Memory may run out after a commit as well: what
// has written is in doubt then.
template <typename Body>
Execution& EngineSession::answered(bool is_reading, Body body) noexcept {
  const auto start = std::chrono::steady_clock::now();
  // A call that throws must not answer with what the call before it left.
  execution_ = Execution();
  try {
    execution_ = body();
  } catch (const std::bad_alloc&) {
    execution_.outcome = is_reading ? QUARTET_ENGINE_ERROR : QUARTET_IN_DOUBT;
    tell(execution_.message, kOutOfMemory);
  } catch (const std::exception& problem) {
    execution_.outcome = QUARTET_ENGINE_ERROR;
    tell(execution_.message, problem.what());
  }
  const auto elapsed = std::chrono::steady_clock::now() - start;
  execution_.service_micros =
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
  return execution_;
}

Execution& EngineSession::execute(int type, int database, std::string_view input) noexcept {
  return answered(is_reading(type), [&] {
    // Inside the guard: a wrong database and a malformed input are answers too.
    db::Session& connection = route(type, database);
    return quartet::execute(connection, type, make_attempt(type, input, engine_.context_), waiter_);
  });
}

Execution& EngineSession::resync() noexcept {
  return answered(true, [&] {
    return quartet::execute(
        *oltp_, kOnlyReads, [&](db::Session& connection) { return quartet::resync(connection, engine_.context_); },
        waiter_);
  });
}

Execution& EngineSession::probe(int database) noexcept {
  return answered(true, [&] {
    // Routed as what may run on both databases.
    return quartet::execute(route(QUARTET_DATA_MAINTENANCE, database), kOnlyReads, quartet::probe, waiter_);
  });
}

const char* engine_version() { return QUARTET_VERSION; }

const char* session_settings() { return db::server_options().c_str(); }

}  // namespace quartet
