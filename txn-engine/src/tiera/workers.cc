#include "tiera/workers.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "tiera/log.h"

namespace quartet::tiera {

class Workers::Worker {
 public:
  // Given while the task was idle; guarded by the mutex of the workers.
  Work work;
  bool has_work = false;
  std::unique_ptr<Task> task;
};

namespace {

// The reply to work that was not run, or whose result is lost.
std::string_view failure(const Work& work, quartet_outcome outcome, std::string_view reason, FrameWriter& writer) {
  return work.kind == Work::Kind::kResync ? writer.resync_failure(work.correlation_id, reason)
                                          : writer.failure(work.correlation_id, outcome, reason);
}

// Runs the work on the session. The frame of the reply lasts until the next call of the writer.
std::string_view perform(TransactionSession& session, const Work& work, FrameWriter& writer) {
  try {
    if (work.kind == Work::Kind::kResync) return writer.resync_reply(work.correlation_id, session.resync());
    return writer.transaction_reply(work.correlation_id, session.execute(work.type, work.database, work.input));
  } catch (const std::exception& problem) {
    // Memory may have run out on the way back from a COMMIT.
    log_error("transaction failed outside the database type={} reason={}", work.type, problem.what());
    return failure(work, is_reading(work.type) ? QUARTET_ENGINE_ERROR : QUARTET_IN_DOUBT, problem.what(), writer);
  }
}

}  // namespace

Workers::Workers(std::string name, int limit, const SessionSource& sessions, Tasks& tasks)
    : name_(std::move(name)), limit_(static_cast<size_t>(limit)), sessions_(sessions), tasks_(tasks) {}

Workers::~Workers() {
  static_cast<void>(close_within(std::chrono::milliseconds(0)));
  for (const auto& worker : all_) worker->task.reset();
}

bool Workers::submit(Work work) {
  std::unique_lock lock(mutex_);
  if (is_closing_) return false;
  if (work.key >= 0) {
    const auto [queue, is_first] = busy_keys_.try_emplace(work.key);
    if (!is_first) {
      queue->second.push_back(std::move(work));
      return true;
    }
  }
  const int64_t key = work.key;
  try {
    hand_over(lock, std::move(work));
  } catch (...) {
    // Or what comes with this key would wait for ever.
    if (key >= 0) busy_keys_.erase(key);
    throw;
  }
  return true;
}

void Workers::hand_over(std::unique_lock<std::mutex>& lock, Work work) {
  if (!idle_.empty()) {
    Worker& worker = *idle_.back();
    idle_.pop_back();
    worker.work = std::move(work);
    worker.has_work = true;
    lock.unlock();
    worker.task->wake();
    return;
  }
  if (all_.size() < limit_) {
    auto worker = std::make_unique<Worker>();
    try {
      all_.reserve(all_.size() + 1);
      worker->work = std::move(work);
      worker->has_work = true;
      worker->task =
          tasks_.start(fmt::format("{}-{}", name_, all_.size() + 1), [this, &started = *worker] { run(started); });
      all_.push_back(std::move(worker));
      ++running_;
      return;
    } catch (const std::exception& problem) {
      if (all_.empty()) throw;
      // The tasks that are there do the work, later.
      log_warning("no more sessions can be started pool={} sessions={} reason={}", name_, all_.size(), problem.what());
      work = std::move(worker->work);
    }
  }
  waiting_.push_back(std::move(work));
}

std::unique_ptr<TransactionSession> Workers::open_session(std::string& problem) const {
  try {
    return sessions_.open(tasks_.waiter());
  } catch (const std::exception& failure) {
    problem = fmt::format("no session could be opened: {}", failure.what());
    log_error("{}", problem);
    return nullptr;
  }
}

void Workers::run(Worker& worker) {
  std::unique_ptr<TransactionSession> session;
  FrameWriter writer;
  Work work;
  while (next(worker, work)) {
    if (work.kind == Work::Kind::kCloseSession) {
      session.reset();
      continue;
    }
    std::string why_no_session;
    if (session == nullptr) session = open_session(why_no_session);
    work.sink->reply(session == nullptr ? failure(work, QUARTET_ENGINE_ERROR, why_no_session, writer)
                                        : perform(*session, work, writer));
    work.sink.reset();
    if (work.key >= 0) release(work.key);
  }
  session.reset();
  const std::scoped_lock lock(mutex_);
  --running_;
  has_ended_.notify_all();
}

bool Workers::next(Worker& worker, Work& work) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (worker.has_work) {
      worker.has_work = false;
      work = std::move(worker.work);
      return true;
    }
    if (!waiting_.empty()) {
      work = std::move(waiting_.front());
      waiting_.pop_front();
      return true;
    }
    // While a key is busy its next piece may still come.
    if (is_closing_ && busy_keys_.empty()) return false;
    idle_.push_back(&worker);
    lock.unlock();
    // The thread that wakes a task has taken it from the idle ones.
    worker.task->park();
    lock.lock();
  }
}

void Workers::wake_idle_if_done(std::unique_lock<std::mutex> lock) {
  if (!is_closing_ || !busy_keys_.empty()) return;
  const auto idle = std::exchange(idle_, {});
  lock.unlock();
  for (Worker* worker : idle) worker->task->wake();
}

void Workers::release(int64_t key) {
  std::unique_lock lock(mutex_);
  const auto queue = busy_keys_.find(key);
  if (queue->second.empty()) {
    busy_keys_.erase(queue);
    wake_idle_if_done(std::move(lock));
    return;
  }
  // To the end of the line, so that one busy broker does not keep a session from the others. The calling task looks
  // for work next.
  waiting_.push_back(std::move(queue->second.front()));
  queue->second.pop_front();
}

bool Workers::close_idle_sessions() {
  std::unique_lock lock(mutex_);
  const auto idle = std::exchange(idle_, {});
  for (Worker* worker : idle) {
    worker->work = {.kind = Work::Kind::kCloseSession};
    worker->has_work = true;
  }
  const bool was_none_busy = idle.size() == all_.size();
  lock.unlock();
  for (Worker* worker : idle) worker->task->wake();
  return was_none_busy;
}

void Workers::begin_close() {
  std::unique_lock lock(mutex_);
  is_closing_ = true;
  wake_idle_if_done(std::move(lock));
}

bool Workers::close_within(std::chrono::milliseconds longest) {
  begin_close();
  std::unique_lock lock(mutex_);
  const bool have_ended = has_ended_.wait_for(lock, longest, [this] { return running_ == 0; });
  if (have_ended) return true;
  std::deque<Work> left = std::exchange(waiting_, {});
  // Requests that still wait for a session hold their keys, which no session will release.
  std::vector<int64_t> keys_of_none;
  for (const Work& work : left) {
    if (work.key >= 0) keys_of_none.push_back(work.key);
  }
  for (auto& [key, queue] : busy_keys_) {
    for (Work& work : queue) left.push_back(std::move(work));
    queue.clear();
  }
  for (const int64_t key : keys_of_none) busy_keys_.erase(key);
  wake_idle_if_done(std::move(lock));
  FrameWriter writer;
  for (const Work& work : left) {
    work.sink->reply(failure(work, QUARTET_CONNECTION, kShuttingDown, writer));
  }
  return false;
}

size_t Workers::size() const {
  const std::scoped_lock lock(mutex_);
  return all_.size();
}

}  // namespace quartet::tiera
