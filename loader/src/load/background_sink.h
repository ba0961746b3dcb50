// A sink with its own thread, so that generating overlaps with sending or writing.
#ifndef QUARTET_LOAD_BACKGROUND_SINK_H
#define QUARTET_LOAD_BACKGROUND_SINK_H

#include <memory>
#include <thread>

#include "load/bounded_queue.h"
#include "load/failure.h"
#include "load/sink.h"

namespace quartet::load {

// Where the thread of a sink puts rows. All calls come from that thread; destruction without commit() undoes what
// began.
class RowTarget {
 public:
  RowTarget() = default;
  RowTarget(const RowTarget&) = delete;
  RowTarget& operator=(const RowTarget&) = delete;
  virtual ~RowTarget() = default;

  virtual void begin() = 0;
  virtual void add(const RowChunk& chunk) = 0;
  virtual void commit() = 0;
};

// Destruction waits for the target's commit, or for its end after a failure.
class BackgroundSink : public Sink {
 public:
  BackgroundSink(std::unique_ptr<RowTarget> target, FirstFailure& failure)
      : target_(std::move(target)), failure_(failure), thread_([this] { run(); }) {}
  BackgroundSink(const BackgroundSink&) = delete;
  BackgroundSink& operator=(const BackgroundSink&) = delete;
  ~BackgroundSink() override {
    // Not closed: its producer failed, and said so to failure_.
    thread_.join();
  }

  void write(RowChunk chunk) override {
    if (!queue_.push(std::move(chunk), failure_.stop_token())) throw Cancelled();
  }
  void close() override { queue_.close(); }

 private:
  // 64 KiB each: enough to ride out a checkpoint's hiccup, little memory with ten sinks at once.
  static constexpr size_t kQueuedChunks = 16;

  void run() {
    try {
      target_->begin();
      while (const auto chunk = queue_.pop(failure_.stop_token())) target_->add(*chunk);
      // The queue also ends when another thread failed: then its rows are not all here.
      failure_.check();
      target_->commit();
    } catch (...) {
      failure_.record();
    }
    // In this thread: a target without a commit closes its session, which undoes its rows.
    target_.reset();
  }

  std::unique_ptr<RowTarget> target_;
  FirstFailure& failure_;
  BoundedQueue<RowChunk> queue_{kQueuedChunks};
  std::thread thread_;  // last: the thread uses the members above
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_BACKGROUND_SINK_H
