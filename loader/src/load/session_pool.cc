#include "load/session_pool.h"

namespace quartet::load {

SessionPool::Lease SessionPool::acquire(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return !idle_.empty() || open_ < limit_; })) throw Cancelled();
  std::unique_ptr<Connection> connection;
  if (!idle_.empty()) {
    connection = std::move(idle_.back());
    idle_.pop_back();
  } else {
    ++open_;
    // Connecting takes long; others may take and return sessions meanwhile. The place is counted already.
    lock.unlock();
    try {
      connection = std::make_unique<Connection>(threads_);
    } catch (...) {
      lock.lock();
      // A place is free again for those that wait.
      --open_;
      changed_.notify_all();
      throw;
    }
    lock.lock();
  }
  leased_.insert(connection.get());
  return {*this, std::move(connection)};
}

void SessionPool::cancel_all() {
  const std::lock_guard lock(mutex_);
  // Under the lock, so that no connection is closed while it is asked to cancel.
  for (const Connection* connection : leased_) connection->cancel();
}

void SessionPool::take_back(std::unique_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  leased_.erase(connection.get());
  idle_.push_back(std::move(connection));
  changed_.notify_all();
}

void SessionPool::forget(const Connection& connection) {
  const std::lock_guard lock(mutex_);
  leased_.erase(&connection);
  --open_;
  changed_.notify_all();
}

}  // namespace quartet::load
