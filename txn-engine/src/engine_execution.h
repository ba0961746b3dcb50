// One transaction from its first attempt to its outcome.
#ifndef QUARTET_ENGINE_EXECUTION_H
#define QUARTET_ENGINE_EXECUTION_H

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/session.h"
#include "db/waiter.h"
#include "quartet/engine.h"
#include "txn/transactions.h"

namespace quartet {

inline constexpr int kMostAttempts = 10;

// An attempt that was thrown away and followed by another.
struct Retry {
  std::string sqlstate;
  std::string statement;
};

// Outcome of a transaction after all its attempts.
struct Execution {
  quartet_outcome outcome = QUARTET_COMMITTED;
  Answer answer;
  uint32_t round_trips = 0;     // of all attempts
  uint64_t service_micros = 0;  // from taking the session to having the answer; set by EngineSession
  std::vector<Retry> retries;
  std::string sqlstate;   // of the failure, "" otherwise
  std::string statement;  // failing statement, "" otherwise
  std::string message;    // one line, "" otherwise
};

// One attempt: opens and ends its own database transaction.
using Attempt = std::function<Answer(db::Session&)>;

// A call that is no transaction is treated as one that reads.
inline constexpr int kOnlyReads = QUARTET_TRADE_STATUS;

// True for a transaction that changes nothing.
[[nodiscard]] bool is_reading(int type);

// The transaction that the bytes ask for. Throws std::invalid_argument when they are malformed or `type` is unknown.
// The result refers to `context`.
[[nodiscard]] Attempt make_attempt(int type, std::string_view input, const Context& context);

// Runs at most kMostAttempts attempts, until one ends without 40001 or 40P01. Between two attempts is a random pause
// of up to 32 ms. Leaves nothing open on the session. Throws only std::bad_alloc.
//
// A unique violation in Trade-Result is retried as well. It has one of two causes:
// - An earlier delivery was applied: the next attempt reads a completed trade.
// - Another Trade-Result opened the same position. This is frequent at REPEATABLE READ while many sessions trade it;
//   SERIALIZABLE reports 40001 instead.
// A reading transaction is never
// in doubt: it changes nothing, so a lost connection is a lost connection.
[[nodiscard]] Execution execute(db::Session& session, int type, const Attempt& attempt,
                                db::Waiter& waiter = db::thread_waiter());

}  // namespace quartet

#endif  // QUARTET_ENGINE_EXECUTION_H
