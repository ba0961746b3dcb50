// Interface of an engine for Tier A: sessions that run transactions. Implemented by the native engine, one that
// answers at once, and a fake.
#ifndef QUARTET_TIERA_SESSION_H
#define QUARTET_TIERA_SESSION_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "db/waiter.h"
#include "engine_execution.h"

namespace quartet::tiera {

// Runs one transaction after the other. Serves one thread at a time. The result lasts until the next call; its strings
// may be moved out.
class TransactionSession {
 public:
  virtual ~TransactionSession() = default;
  virtual Execution& execute(int type, int database, std::string_view input) noexcept = 0;
  // An answer whose orders are accepted but not settled.
  virtual Execution& resync() noexcept = 0;
};

// Opens sessions. Safe for use by several threads.
class SessionSource {
 public:
  virtual ~SessionSource() = default;
  // Connects nothing yet. Throws std::exception when there cannot be another session.
  // All its waiting happens in `waiter`, which has to outlive it.
  [[nodiscard]] virtual std::unique_ptr<TransactionSession> open(db::Waiter& waiter) const = 0;
  // Key of the queue a request has to wait in before it takes a session, or -1 for none.
  [[nodiscard]] virtual int64_t ordering_key(int type, std::string_view input) const noexcept = 0;
  [[nodiscard]] virtual std::string version() const = 0;
  // Settings of every database session, as in libpq's `options`.
  [[nodiscard]] virtual std::string session_settings() const = 0;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_SESSION_H
