// Hands values from one thread to another and makes a fast producer wait.
#ifndef QUARTET_LOAD_BOUNDED_QUEUE_H
#define QUARTET_LOAD_BOUNDED_QUEUE_H

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace quartet::load {

// Any number of producers and consumers. Waiting ends when the stop token given to it is asked to stop.
template <typename Value>
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  // Waits for room. False, and the value is dropped, when asked to stop.
  bool push(Value value, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return values_.size() < capacity_; })) return false;
    values_.push_back(std::move(value));
    changed_.notify_all();
    return true;
  }

  // No more values will come.
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

  // Waits for a value. Nothing when the queue is closed and empty, or when asked to stop.
  std::optional<Value> pop(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return !values_.empty() || is_closed_; }) || values_.empty()) return {};
    std::optional<Value> value(std::move(values_.front()));
    values_.pop_front();
    changed_.notify_all();
    return value;
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  // Not std::condition_variable, which cannot wait for a stop token. One for both sides: notify_one could wake the
  // wrong one.
  std::condition_variable_any changed_;
  std::deque<Value> values_;
  bool is_closed_ = false;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_BOUNDED_QUEUE_H
