// Connections to one database, handed out one at a time.
#ifndef QUARTET_LOAD_SESSION_POOL_H
#define QUARTET_LOAD_SESSION_POOL_H

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <vector>

#include "load/connection.h"
#include "load/failure.h"

namespace quartet::load {

// Thread-safe.
class SessionPool {
 public:
  // At most `limit` connections are open; `threads` is passed on to them.
  SessionPool(int threads, int limit) : threads_(threads), limit_(limit) {}

  // A connection in use. It is closed, and a running transaction with it, unless it was given back.
  class Lease {
   public:
    Lease(SessionPool& pool, std::unique_ptr<Connection> connection)
        : pool_(&pool), connection_(std::move(connection)) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      // Forgotten before it is closed: cancel_all must not reach a connection that is gone.
      if (connection_) pool_->forget(*connection_);
    }

    Connection* operator->() { return connection_.get(); }
    Connection& operator*() { return *connection_; }
    // REQUIRES: no transaction is open.
    void give_back() { pool_->take_back(std::move(connection_)); }

   private:
    SessionPool* pool_;
    std::unique_ptr<Connection> connection_;
  };

  // Waits for a free connection. Throws Cancelled when asked to stop, Error when it cannot connect.
  Lease acquire(const std::stop_token& stop);

  // Asks the server to give up what the leased connections run.
  void cancel_all();

 private:
  void take_back(std::unique_ptr<Connection> connection);
  void forget(const Connection& connection);

  const int threads_;
  const int limit_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int open_ = 0;
  std::vector<std::unique_ptr<Connection>> idle_;
  std::set<const Connection*> leased_;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_SESSION_POOL_H
