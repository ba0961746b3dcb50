#include "load/standby_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "load/connection.h"

namespace quartet::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{500};
constexpr std::chrono::seconds kLongestWait{10};
constexpr std::string_view kDoing = "looking for standbys";

// Every role sees the waits of its own sessions. Only members of pg_read_all_stats see the standbys themselves.
constexpr std::string_view kWaiting =
    "FROM pg_stat_activity WHERE usename = current_user AND datname = current_database() AND wait_event = 'SyncRep'";

class Watch {
 public:
  Watch(const LoadOptions& options, FirstFailure& failure) : options_(options), failure_(failure) {}

  void run(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any tick;
    std::unique_lock lock(mutex);
    while (!tick.wait_for(lock, stop, kTick, [] { return false; }) && !stop.stop_requested()) {
      try {
        look();
      } catch (const Error&) {
        // The sessions of the load see the same, and report it.
        connection_.reset();
      }
    }
  }

 private:
  void look() {
    if (!connection_) connection_ = std::make_unique<Connection>(options_.threads);
    remember(connection_->query(fmt::format("SELECT pid || ' ' || state_change {}", kWaiting), {}, kDoing));
    if (!is_over_) {
      const auto begun = Clock::now() - kLongestWait;
      if (std::ranges::none_of(since_, [begun](const auto& commit) { return commit.second <= begun; })) return;
      record();
    }
    // Also commits that began to wait later: the load ends.
    connection_->query(fmt::format("SELECT pg_cancel_backend(pid) {}", kWaiting), {}, kDoing);
  }

  void remember(const Rows& waiting) {
    std::map<std::string, Clock::time_point, std::less<>> since;
    for (int row = 0; row < waiting.size(); ++row) {
      const auto earlier = since_.find(waiting.text(row, 0));
      since.emplace(waiting.text(row, 0), earlier == since_.end() ? Clock::now() : earlier->second);
    }
    since_ = std::move(since);
  }

  void record() {
    is_over_ = true;
    try {
      throw Error(kExitLoadFailed,
                  fmt::format("{}: commits wait for standbys (synchronous_standby_names), and one has waited for {} s. "
                              "Start the standbys, or set synchronous_standby_names to '', then run quartet-load "
                              "again: it continues where it stopped.",
                              connection_->where(), kLongestWait.count()));
    } catch (const Error&) {
      failure_.record();
    }
  }

  const LoadOptions& options_;
  FirstFailure& failure_;
  std::unique_ptr<Connection> connection_;
  std::map<std::string, Clock::time_point, std::less<>> since_;  // that a commit has been seen waiting
  bool is_over_ = false;
};

}  // namespace

StandbyWatch::StandbyWatch(const LoadOptions& options, FirstFailure& failure)
    : thread_([&options, &failure](const std::stop_token& stop) { Watch(options, failure).run(stop); }) {}

}  // namespace quartet::load
