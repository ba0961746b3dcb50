// Sends rows to a COPY ... FROM STDIN (FORMAT binary) that a script of statements frames.
#ifndef QUARTET_LOAD_COPY_SINK_H
#define QUARTET_LOAD_COPY_SINK_H

#include <functional>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "load/bounded_queue.h"
#include "load/failure.h"
#include "load/session_pool.h"
#include "load/sink.h"

namespace quartet::load {

// What one sink does with its connection: one transaction of `before`, `copy` and `after`, then each of `afterwards`
// by itself.
struct CopyScript {
  std::string name;  // for errors
  std::vector<std::string> before;
  std::string copy;
  std::vector<std::string> after;
  std::vector<std::string> afterwards;
  std::function<void()> on_copied = [] {};     // the COPY has ended
  std::function<void()> on_committed = [] {};  // `after` is done and durable
  std::function<void()> on_finished = [] {};   // `afterwards` is done
};

// Shared by the sinks of one load.
struct CopyContext {
  SessionPool& sessions;
  FirstFailure& failure;
  std::counting_semaphore<>& builders;  // how many sinks may run `after` and `afterwards` at once
};

// Has a thread of its own, so that generating overlaps with sending. Destruction waits for that thread.
class CopySink : public Sink {
 public:
  CopySink(CopyScript script, const CopyContext& context);

  void write(std::string rows) override;
  void close() override { queue_.close(); }

 private:
  // 64 KiB each: enough to ride out a checkpoint's hiccup, little memory with ten sinks at once.
  static constexpr size_t kQueuedChunks = 16;

  void run();
  void copy_rows(Connection& connection);
  void finish(Connection& connection);

  const CopyScript script_;
  const CopyContext context_;
  BoundedQueue<std::string> queue_{kQueuedChunks};
  std::jthread thread_;  // last: the thread uses the members above
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_COPY_SINK_H
