#include "load/standby_watch.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "load/connection.h"

namespace quartet::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{500};
constexpr std::chrono::seconds kLongestWait{10};
constexpr std::string_view kDoing = "looking for standbys";

constexpr std::string_view kWaiting =
    "FROM pg_stat_activity WHERE usename = current_user AND datname = current_database() AND wait_event = 'SyncRep'";

class Watch {
 public:
  Watch(const LoadOptions& options, const SchemaFiles& schema, FirstFailure& failure)
      : options_(options), schema_(schema), failure_(failure) {}

  void run(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any tick;
    std::unique_lock lock(mutex);
    while (!tick.wait_for(lock, stop, kTick, [] { return false; }) && !stop.stop_requested()) {
      try {
        look();
      } catch (const LoadError&) {
        // The sessions of the load see the same, and report it.
        connection_.reset();
      }
    }
  }

 private:
  void look() {
    if (!connection_) connection_ = std::make_unique<Connection>(options_.threads);
    const Rows missing = connection_->query(schema_.missing_standbys, {}, kDoing);
    if (missing.size() == 0 || call("count(*)") == 0) {
      since_.reset();
      return;
    }
    if (!since_) since_ = Clock::now();
    if (Clock::now() - *since_ < kLongestWait) return;
    record(missing.number(0, 0), missing.number(0, 1));
    call("count(pg_cancel_backend(pid))");
  }

  int64_t call(std::string_view aggregate) {
    return connection_->query(fmt::format("SELECT {} {}", aggregate, kWaiting), {}, kDoing).number(0, 0);
  }

  void record(int64_t in_sync, int64_t needed) {
    try {
      throw LoadError(
          kExitLoadFailed,
          fmt::format("{}: commits wait for standbys (synchronous_standby_names), and {} of {} are in sync. "
                      "Start the standbys, or set synchronous_standby_names to '', then run quartet-load "
                      "again: it continues where it stopped.",
                      connection_->where(), in_sync, needed));
    } catch (const LoadError&) {
      failure_.record();
    }
  }

  const LoadOptions& options_;
  const SchemaFiles& schema_;
  FirstFailure& failure_;
  std::unique_ptr<Connection> connection_;
  std::optional<Clock::time_point> since_;  // that sessions have been waiting
};

}  // namespace

StandbyWatch::StandbyWatch(const LoadOptions& options, const SchemaFiles& schema, FirstFailure& failure)
    : thread_(
          [&options, &schema, &failure](const std::stop_token& stop) { Watch(options, schema, failure).run(stop); }) {}

}  // namespace quartet::load
