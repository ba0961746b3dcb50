// A session on libpq in pipeline mode.
//
// Every run() is one round trip: a pipeline of the statements that ends with one synchronisation point. It also
// prepares those that this connection sees for the first time. An error skips the rest of its pipeline, a COMMIT
// included. A READ COMMITTED transaction that fits in one pipeline needs neither BEGIN nor COMMIT.
//
// The first run() connects, and so does the first run() after a loss. A connection found closed before anything of a
// new transaction was sent is replaced without notice.
//
// Each connection has the settings of every session of Quartet (schema/control/session_options), and these
// (docs/spec/transactions.md, "Isolation and retries"):
// - jit=off, and generic plans, because no plan here depends on a parameter;
// - no sequential scans, which under SERIALIZABLE would lock whole tables;
// - random_page_cost=1.1: the working set is cached, and at 4 a look-up by ten keys becomes a scan of an index range.
//
// A server that stops answering (a hung machine, a stopped process, a network that swallows packets) is given up after
// `longest_wait` for one round trip. The connection is dropped and the run fails as a lost connection, in doubt when
// the COMMIT was on its way. The kernel gives up on an unreachable peer after 30 s, a connect after 5 s.
#ifndef QUARTET_DB_PQ_SESSION_H
#define QUARTET_DB_PQ_SESSION_H

#include <libpq-fe.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/connection_settings.h"
#include "db/pq_result.h"
#include "db/session.h"
#include "db/waiter.h"

namespace quartet::db {

// Not thread-safe.
class PqSession final : public Session {
 public:
  // `conninfo` is a libpq connection string without a password. `longest_wait`, above 0, bounds every round trip.
  // All waiting happens in `waiter`, which has to outlive the session. Connects nothing.
  explicit PqSession(std::string conninfo, std::chrono::milliseconds longest_wait = kLongestWait,
                     Waiter& waiter = thread_waiter());

  const Results& run(const Batch& batch) override;
  [[nodiscard]] std::unique_ptr<Result> take_result(size_t index) override { return results_.take(index); }
  void rollback() override;
  uint32_t take_round_trips() override;

  // Statements this connection has prepared, BEGIN, COMMIT and ROLLBACK included.
  [[nodiscard]] size_t prepared_statements() const { return prepared_.size(); }

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  // One message of the pipeline whose result is still to come.
  struct Sent {
    enum class Kind : uint8_t { kPrepare, kBegin, kStatement, kCommit, kRollback } kind;
    const Statement* statement;
  };

  void ensure_connected(bool is_new_transaction);
  void disconnect();
  void connect();
  // Tries each address of the server until a connection is made; why there is none, or "".
  [[nodiscard]] std::string make_connection();
  // The same with one numeric address, or with what the connection string says if it is null.
  [[nodiscard]] std::string make_connection(const char* numeric);
  [[nodiscard]] bool is_closed_by_server();
  void send(Sent::Kind kind, const Statement& statement, const Parameters& parameters);
  void prepare(const Statement& statement);
  // Sends and takes the answers; what fails in between leaves no pipeline out of step.
  void round_trip(const std::function<void()>& send_everything, std::chrono::milliseconds longest_wait);
  void send_all(const std::vector<Batch::Entry>& entries);
  void finish_pipeline(std::chrono::milliseconds longest_wait);
  void flush();
  [[nodiscard]] int await(int events);
  void wait_for_results();
  [[nodiscard]] ResultHandle next_result();
  void receive();
  void receive_one(const Sent& sent);
  void accept(const Sent& sent, ResultHandle result);
  void record_failure(const Sent& sent, const PGresult* result);
  [[noreturn]] void lose_connection(const std::string& what);
  [[nodiscard]] std::string address(const PGconn* connection) const;

  std::string conninfo_;
  std::chrono::milliseconds longest_wait_;
  Waiter& waiter_;
  std::chrono::milliseconds round_trip_limit_{0};   // of the round trip under way
  std::chrono::steady_clock::time_point deadline_;  // likewise
  std::unique_ptr<PGconn, Finish> connection_;
  std::unique_ptr<Watch> watch_;                                // of the socket of the connection; ends before it
  std::unordered_map<const Statement*, std::string> prepared_;  // name on the server
  std::vector<Sent> sent_;
  PqResults results_;
  std::unique_ptr<DatabaseError> failure_;  // first of the pipeline
  bool has_sent_commit_ = false;
  bool is_in_transaction_ = false;
  uint32_t round_trips_ = 0;
};

}  // namespace quartet::db

#endif  // QUARTET_DB_PQ_SESSION_H
