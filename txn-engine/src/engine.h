// The transaction engine of one Set: two databases, and sessions that run transactions on them.
#ifndef QUARTET_ENGINE_CLASS_H
#define QUARTET_ENGINE_CLASS_H

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "db/open_session.h"
#include "db/waiter.h"
#include "engine_execution.h"
#include "quartet/market_model.h"
#include "txn/transactions.h"

namespace quartet {

struct EngineOptions {
  db::Access access = db::Access::kLibpq;
  db::Statements statements = db::Statements::kBatched;
  db::Isolation trade_result_isolation = db::Isolation::kSerializable;
  std::chrono::milliseconds longest_wait = db::kLongestWait;  // for an answer, above 0. Not with ODBC
};

// Safe for use by several threads. Its sessions must not outlive it.
class Engine {
 public:
  // `dss` and `oltp` are connection strings without a password: keyword=value pairs of libpq for both access paths.
  // With ODBC they may be `DSN=NAME`, followed by `;key=value` pairs of the driver manager (doc/odbc.md). Connects
  // nothing. Throws std::invalid_argument with a three-part message, with ODBC also when there is no driver.
  Engine(std::string dss, std::string oltp, const MarketParameters& parameters, const EngineOptions& options = {});
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Key of the queue in which the request has to wait before it takes a session, or -1. A malformed input does not
  // wait.
  [[nodiscard]] int64_t ordering_key(int type, std::string_view input) const noexcept;

 private:
  friend class EngineSession;
  [[nodiscard]] std::unique_ptr<db::Session> open(const std::string& connection, db::Waiter& waiter) const;

  std::string dss_;
  std::string oltp_;
  EngineOptions options_;
  MarketModel model_;
  Context context_;  // refers to model_
};

// Runs transactions one after the other on one connection per database, which are made when first needed and again
// after a loss. Serves one thread at a time. What a call returns belongs to the session and lasts until its next call;
// the caller may move strings out of it. Nothing is thrown: what goes wrong is an outcome.
class EngineSession {
 public:
  explicit EngineSession(const Engine& engine, db::Waiter& waiter = db::thread_waiter());

  // Runs one transaction to its outcome: retries of 40001 and 40P01 (and of 23505 in Trade-Result) included, at most
  // kMostAttempts. `type` is a quartet_type, `database` a quartet_database.
  Execution& execute(int type, int database, std::string_view input) noexcept;
  // The orders of the answer are those of VM3 with a run-time trade id that are submitted or pending.
  Execution& resync() noexcept;
  // Asks a database, QUARTET_DSS or QUARTET_OLTP, for the version of its server, which is the output.
  Execution& probe(int database) noexcept;

 private:
  template <typename Body>
  Execution& answered(bool is_reading, Body body) noexcept;
  [[nodiscard]] db::Session& route(int type, int database);

  const Engine& engine_;
  db::Waiter& waiter_;
  std::unique_ptr<db::Session> dss_;
  std::unique_ptr<db::Session> oltp_;
  Execution execution_;
};

// Version of this build.
[[nodiscard]] const char* engine_version();

// Settings that every session makes on its connections, as in libpq's `options`: "-c jit=off ...".
[[nodiscard]] const char* session_settings();

}  // namespace quartet

#endif  // QUARTET_ENGINE_CLASS_H
