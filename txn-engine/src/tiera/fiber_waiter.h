// Waits for fibers: the network thread serves others meanwhile.
#ifndef QUARTET_TIERA_FIBER_WAITER_H
#define QUARTET_TIERA_FIBER_WAITER_H

#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>
#include <asio/thread_pool.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>

#include "db/waiter.h"

namespace quartet::tiera {

class FiberWatch;

// For fibers of the thread that runs the network. Deadlines are kept to a tenth of a second.
class FiberWaiter final : public db::Waiter {
 public:
  explicit FiberWaiter(asio::io_context& network) : network_(network), tick_(network) {}

  [[nodiscard]] std::unique_ptr<db::Watch> watch(int descriptor) override;
  void sleep(std::chrono::microseconds time) override;
  void run_blocking(const std::function<void()>& call) override;

 private:
  friend class FiberWatch;
  // Ends waits whose deadline is over, now and then while there are watches. A timer for each wait would cost more than
  // the wait.
  void tick();

  asio::io_context& network_;
  asio::steady_timer tick_;
  bool is_ticking_ = false;
  std::unordered_set<FiberWatch*> watches_;
  std::optional<asio::thread_pool> blocking_;  // a thread, once there has been something to block it
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_FIBER_WAITER_H
