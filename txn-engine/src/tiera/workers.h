// Tasks with a session each, and the work they are given.
#ifndef QUARTET_TIERA_WORKERS_H
#define QUARTET_TIERA_WORKERS_H

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tiera/frames.h"
#include "tiera/session.h"
#include "tiera/tasks.h"

namespace quartet::tiera {

// Where a reply goes: the connection that its request came from.
class ReplySink {
 public:
  virtual ~ReplySink() = default;
  // Sends the frame of one reply, or drops it when the connection is gone. Called once for each request, from any
  // thread; does not block.
  virtual void reply(std::string_view frame) = 0;
};

// One request on its way through a session.
struct Work {
  enum class Kind : uint8_t { kTransaction, kResync, kCloseSession };

  std::shared_ptr<ReplySink> sink{};  // none for kCloseSession
  Kind kind = Kind::kTransaction;
  uint64_t correlation_id = 0;
  int type = 0;      // quartet_type
  int database = 0;  // quartet_database
  std::string input{};
  int64_t key = -1;  // work with the same key, at least 0, runs one after the other in order of arrival
};

// Runs work on tasks, threads or fibers, with a session each. Work goes to the task that became idle last, so that a
// light load stays on few, warm connections. A task is started only when none is idle. When all are busy, work waits
// in order.
//
// Work with the same key runs one piece at a time. The next piece takes a session only after the previous one has
// returned, so after the COMMIT of a transaction. Trade-Results of one broker wait here. In the database they would
// collide. Thread-safe.
class Workers {
 public:
  static constexpr const char* kShuttingDown = "Tier A is shutting down";

  // `name` begins the names of the tasks; `limit`, at least 1, is the most tasks and so the most sessions.
  Workers(std::string name, int limit, const SessionSource& sessions, Tasks& tasks);
  // Tasks that are still inside a session are waited for.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Runs the work, soon, and sends its reply. False when the workers are closing and it will not run. Throws
  // std::exception when there is no thread at all and none can be started; then it will not run either.
  [[nodiscard]] bool submit(Work work);

  // Closes the sessions of idle tasks; their next work opens new ones. True if no task was busy, so that all sessions
  // will be closed soon.
  [[nodiscard]] bool close_idle_sessions();

  // Takes no more work; accepted work goes on.
  void begin_close();

  // Stops taking work and waits at most `longest` for accepted work. Work that has not begun by then is answered
  // CONNECTION. True if every task has ended and every session is closed. Not for the network thread, which may have to
  // run them.
  [[nodiscard]] bool close_within(std::chrono::milliseconds longest);

  // Sessions opened so far.
  [[nodiscard]] size_t size() const;

 private:
  class Worker;

  void run(Worker& worker);
  // A session, or none and the problem.
  [[nodiscard]] std::unique_ptr<TransactionSession> open_session(std::string& problem) const;
  // Work for a task that has none; false ends the task.
  [[nodiscard]] bool next(Worker& worker, Work& work);
  // The piece of work with the key has ended: the next one may begin.
  void release(int64_t key);
  // Ends idle tasks once no more work can come; unlocks.
  void wake_idle_if_done(std::unique_lock<std::mutex> lock);
  // Gives the work to an idle task, a new one or the queue; may unlock.
  void hand_over(std::unique_lock<std::mutex>& lock, Work work);

  const std::string name_;
  const size_t limit_;
  const SessionSource& sessions_;
  Tasks& tasks_;

  mutable std::mutex mutex_;
  // All guarded by the mutex.
  std::condition_variable has_ended_;
  std::vector<std::unique_ptr<Worker>> all_;
  std::vector<Worker*> idle_;  // the one that became idle last is at the end
  std::deque<Work> waiting_;
  std::unordered_map<int64_t, std::deque<Work>> busy_keys_;  // what waits behind the piece that is on its way
  size_t running_ = 0;                                       // tasks that have not ended
  bool is_closing_ = false;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_WORKERS_H
