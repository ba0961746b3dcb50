#include "engine_execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/random.h"
#include "txn/transaction_types.h"

namespace quartet {
namespace {

constexpr std::string_view kSerializationFailure = "40001";
constexpr std::string_view kDeadlock = "40P01";
constexpr std::string_view kCancelled = "57014";
constexpr std::string_view kUniqueViolation = "23505";

// The input is decoded once; every attempt works on the same values.
template <typename Input>
Attempt attempt_of(Answer (*transaction)(db::Session&, const Context&, const Input&), std::string_view bytes,
                   const Context& context) {
  return [transaction, input = decode<Input>(bytes), &context](db::Session& session) {
    return transaction(session, context, input);
  };
}

quartet_outcome outcome_of(const db::DatabaseError& error, int type) {
  switch (error.kind) {
    case db::DatabaseError::Kind::kConnection:
      return QUARTET_CONNECTION;
    // The COMMIT was sent and not answered. What only reads can be repeated whatever became of it.
    case db::DatabaseError::Kind::kInDoubt:
      return is_reading(type) ? QUARTET_CONNECTION : QUARTET_IN_DOUBT;
    case db::DatabaseError::Kind::kSql:
      break;
  }
  if (error.sqlstate == kSerializationFailure) return QUARTET_SERIALIZATION;
  if (error.sqlstate == kDeadlock) return QUARTET_DEADLOCK;
  if (error.sqlstate == kCancelled) return QUARTET_TIMEOUT;
  return QUARTET_SQL_ERROR;
}

// Sessions that collided once must not collide again in step.
void pause(int attempts_done, db::Waiter& waiter) {
  // Clock and thread seed it: with equal seeds, two sessions would pause alike and collide again.
  thread_local Stream random(static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()), 0,
                             static_cast<uint64_t>(std::hash<std::thread::id>()(std::this_thread::get_id())));
  constexpr int64_t kFirstMicros = 1000;
  constexpr int kLargestShift = 5;
  // The bound doubles from 2 ms to 32 ms: the more sessions collide, the longer they need to get out of step.
  const int64_t longest = kFirstMicros << std::min(attempts_done, kLargestShift);
  waiter.sleep(std::chrono::microseconds(random.uniform(0, longest)));
}

// A lost connection has rolled back as well, and the next run connects again: nothing to report.
void roll_back(db::Session& session) {
  try {
    session.rollback();
  } catch (const db::DatabaseError&) {
  }
}

void fail(Execution& result, quartet_outcome outcome, std::string message) {
  result.outcome = outcome;
  result.message = std::move(message);
}

void fail(Execution& result, int type, const db::DatabaseError& error) {
  fail(result, outcome_of(error, type), error.what());
  result.sqlstate = error.sqlstate;
  result.statement = error.statement;
}

void judge(Execution& result, int type) {
  if (result.answer.status < 0) {
    fail(result, QUARTET_WRONG_ANSWER,
         fmt::format("transaction {}: status {}; docs/spec/transactions.md, \"Statuses\", says what it means.", type,
                     result.answer.status));
  } else if (result.answer.rolled_back_on_purpose) {
    result.outcome = QUARTET_ROLLED_BACK_ON_PURPOSE;
  }
}

bool may_retry(const db::DatabaseError& error, int type) {
  if (error.kind != db::DatabaseError::Kind::kSql) return false;
  // The server has undone everything, so another attempt applies nothing twice. After a lost connection that is not
  // certain.
  if (error.sqlstate == kSerializationFailure || error.sqlstate == kDeadlock) return true;
  // 23505 says that another session wrote the key first. A new snapshot shows whether it was this trade, which then
  // counts as applied, or another one that opened the same position.
  return type == QUARTET_TRADE_RESULT && error.sqlstate == kUniqueViolation;
}

// The outcome of an attempt that threw. A rollback waits for the server, and nothing may wait inside a
// handler: handlers only note what they caught.
struct Caught {
  std::optional<db::DatabaseError> error;
  std::string defect;
  bool is_out_of_memory = false;
};

Caught attempt_and_catch(db::Session& session, const Attempt& attempt, Answer& answer) {
  Caught caught;
  try {
    answer = attempt(session);
  } catch (const db::DatabaseError& error) {
    caught.error = error;
  } catch (const std::bad_alloc&) {
    caught.is_out_of_memory = true;
  } catch (const std::exception& error) {
    caught.defect = error.what();
  }
  return caught;
}

// One attempt. True when another one has to follow.
bool attempt_once(db::Session& session, int type, const Attempt& attempt, bool is_last, Execution& result) {
  const Caught caught = attempt_and_catch(session, attempt, result.answer);
  // A wrong answer may leave its transaction open, too.
  roll_back(session);
  // Not judged here: the COMMIT may have been answered before, so the caller reports a writing transaction as in doubt.
  if (caught.is_out_of_memory) throw std::bad_alloc();
  if (caught.error) {
    // The last attempt reports its error instead: the caller needs to see what it gave up on.
    if (!is_last && may_retry(*caught.error, type)) {
      result.retries.push_back({caught.error->sqlstate, caught.error->statement});
      return true;
    }
    fail(result, type, *caught.error);
  } else if (!caught.defect.empty()) {
    fail(result, QUARTET_ENGINE_ERROR,
         fmt::format("transaction {}: {}. This is a defect of the engine: please report it.", type, caught.defect));
  } else {
    judge(result, type);
  }
  return false;
}

}  // namespace

bool is_reading(int type) {
  const TransactionType* const known = transaction_type(type);
  return known != nullptr && known->is_reading;
}

Attempt make_attempt(int type, std::string_view input, const Context& context) {
  switch (type) {
    case QUARTET_BROKER_VOLUME:
      return attempt_of(broker_volume, input, context);
    case QUARTET_CUSTOMER_POSITION:
      return attempt_of(customer_position, input, context);
    case QUARTET_MARKET_FEED:
      return attempt_of(market_feed, input, context);
    case QUARTET_MARKET_WATCH:
      return attempt_of(market_watch, input, context);
    case QUARTET_SECURITY_DETAIL:
      return attempt_of(security_detail, input, context);
    case QUARTET_TRADE_LOOKUP:
      return attempt_of(trade_lookup, input, context);
    case QUARTET_TRADE_ORDER:
      return attempt_of(trade_order, input, context);
    case QUARTET_TRADE_RESULT:
      return attempt_of(trade_result, input, context);
    case QUARTET_TRADE_STATUS:
      return attempt_of(trade_status, input, context);
    case QUARTET_TRADE_UPDATE:
      return attempt_of(trade_update, input, context);
    case QUARTET_DATA_MAINTENANCE:
      return attempt_of(data_maintenance, input, context);
    case QUARTET_TRADE_CLEANUP:
      return attempt_of(trade_cleanup, input, context);
    default:
      throw std::invalid_argument(fmt::format("transaction type {} does not exist; types are 1 to 12", type));
  }
}

Execution execute(db::Session& session, int type, const Attempt& attempt, db::Waiter& waiter) {
  Execution result;
  for (int attempts = 1; attempt_once(session, type, attempt, attempts == kMostAttempts, result); ++attempts) {
    pause(attempts, waiter);
  }
  // The round trips of all attempts count: a retry costs the server as much as the first try.
  result.round_trips = session.take_round_trips();
  return result;
}

}  // namespace quartet
