// Stops all threads of one load after a failure.
#ifndef QUARTET_LOAD_FAILURE_H
#define QUARTET_LOAD_FAILURE_H

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace quartet::load {

// Thrown to leave a thread because another one failed; never reported.
struct Cancelled : std::exception {};

// Keeps the first failure of several threads and asks all of them to stop. Thread-safe.
class FirstFailure {
 public:
  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

  // Throws Cancelled when another thread failed.
  void check() const {
    if (stop_.stop_requested()) throw Cancelled();
  }

  // To be called in a catch block.
  void record() {
    {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
    }
    // Outside the lock: callbacks run here, and they ask the server to cancel statements, which takes time.
    stop_.request_stop();
  }

  void rethrow() {
    const std::lock_guard lock(mutex_);
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
  std::stop_source stop_;
};

// Calls task(0) .. task(count - 1) on `threads` threads, in order of start. Returns when all have ended; after a
// failure the tasks not yet begun are left out.
inline void run_parallel(size_t count, int threads, FirstFailure& failure, const std::function<void(size_t)>& task) {
  std::atomic<size_t> next{0};
  std::vector<std::jthread> workers;
  workers.reserve(static_cast<size_t>(threads));
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      try {
        for (size_t index = next++; index < count; index = next++) {
          failure.check();
          task(index);
        }
      } catch (...) {
        failure.record();
      }
    });
  }
}

}  // namespace quartet::load

#endif  // QUARTET_LOAD_FAILURE_H
