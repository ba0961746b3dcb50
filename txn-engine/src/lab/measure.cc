#include "lab/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "db/pq_session.h"
#include "lab/sql_connection.h"
#include "lab/transaction_names.h"
#include "lab/workload.h"

namespace quartet::lab {
namespace {

using SliceClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kSlice{1};
constexpr int kOrdersPerSlice = 600;         // more than a session settles in a second
constexpr uint64_t kMeasuredSeed = 21;       // of the inputs, the same on both sides
constexpr int64_t kFlushingServer = 150000;  // pg_stat_force_next_flush() came with PostgreSQL 15

// To another address of the loopback network, a session comes from 127.0.0.1.
const db::Statement kBackend = {"BACKEND",
                                "SELECT pg_backend_pid()"
                                ", coalesce(inet_server_addr() = inet_client_addr()"
                                " OR inet_client_addr() << '127.0.0.0/8'::inet, true)"
                                ", current_setting('server_version_num')::integer",
                                {}};
const db::Statement kFlush = {"FLUSH", "SELECT pg_stat_force_next_flush()", {}};
const db::Statement kBuffers = {
    "BUFFERS", "SELECT blks_hit, blks_read FROM pg_stat_database WHERE datname = current_database()", {}};

// Position in the write-ahead log of the whole server; nothing else writes while a slice runs.
const db::Statement kLog = {"LOG", "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint", {}};

const db::Result& run_alone(db::Session& session, const db::Statement& statement) {
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  batch.add(statement);
  batch.commit();
  return session.run(batch)[0];
}

// A backend of this machine, or nothing: the number of a process elsewhere may be that of any process here.
std::optional<int64_t> local_backend(const db::Result& backend) {
  if (!backend.boolean(0, 1)) return {};
  const int64_t pid = backend.integer(0, 0);
  std::ifstream file(fmt::format("/proc/{}/comm", pid));
  std::string name;
  if (!std::getline(file, name) || !name.starts_with("postgres")) return {};
  return pid;
}

// Processor time of a process so far.
std::optional<int64_t> cpu_nanos(int64_t pid) {
  // stat counts clock ticks, which are a hundredth of a slice.
  std::ifstream file(fmt::format("/proc/{}/schedstat", pid));
  int64_t nanos = 0;
  if (!(file >> nanos)) return {};
  return nanos;
}

// The resources that a session has used so far; absent where unknown.
struct Meter {
  std::optional<int64_t> cpu_nanos;
  std::optional<int64_t> hit;
  std::optional<int64_t> read;
  std::optional<int64_t> wal_bytes;
};

Json spent(const std::optional<int64_t>& before, const std::optional<int64_t>& after, int64_t unit) {
  if (!before || !after) return Json();
  return Json((*after - *before) / unit);
}

// One of the two databases.
class Side {
 public:
  Side(const std::string& database, const MarketParameters& parameters, const std::vector<int>& types)
      : database_(database),
        types_(types),
        model_(parameters),
        context_{.model = model_,
                 .trade_result_isolation = db::Isolation::kSerializable,
                 .short_history = parameters.trade_days < kFullHistoryDays},
        workload_(context_, kMeasuredSeed),
        session_(conninfo_of(database)) {
    const db::Result& backend = run_alone(session_, kBackend);
    pid_ = local_backend(backend);
    is_flushing_ = backend.integer(0, 2) >= kFlushingServer;
  }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  Json slice(int number) {
    place_orders();
    const Meter before = read_meter();
    int64_t executions = 0;
    SliceClock::duration time{0};
    const auto end = SliceClock::now() + kSlice;
    for (bool has_work = true; has_work && SliceClock::now() < end;) {
      has_work = false;
      for (const int type : types_) {
        const auto start = SliceClock::now();
        if (!execute(type)) continue;
        time += SliceClock::now() - start;
        ++executions;
        has_work = true;
      }
    }
    const Meter after = read_meter();
    Json line = Json::object();
    line["database"] = database_;
    line["slice"] = number;
    line["executions"] = executions;
    line["micros"] = static_cast<int64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
    line["cpuMicros"] = spent(before.cpu_nanos, after.cpu_nanos, 1000);
    line["sharedHit"] = spent(before.hit, after.hit, 1);
    line["sharedRead"] = spent(before.read, after.read, 1);
    line["walBytes"] = spent(before.wal_bytes, after.wal_bytes, 1);
    return line;
  }

 private:
  void place_orders() {
    const bool needs_orders = std::any_of(types_.begin(), types_.end(), [](int type) {
      return type == QUARTET_MARKET_FEED || type == QUARTET_TRADE_RESULT;
    });
    for (int order = 0; needs_orders && order < kOrdersPerSlice; ++order) execute(QUARTET_TRADE_ORDER);
  }

  // False when there is no order to work on.
  bool execute(int type) {
    const std::optional<Answer> answer = workload_.execute(session_, type);
    if (answer && answer->status < 0) {
      session_.rollback();
      throw Error(kExitLoadFailed,
                  fmt::format("database {}: {} gave a wrong answer, status {}. Restore it from a snapshot and "
                              "measure again.",
                              database_, kTypeNames.at(static_cast<size_t>(type)), answer->status));
    }
    return answer.has_value();
  }

  Meter read_meter() {
    Meter meter;
    if (is_flushing_) {
      // The server sums up a session's buffers once a second at most, unless it is asked to.
      run_alone(session_, kFlush);
      const db::Result& buffers = run_alone(session_, kBuffers);
      meter.hit = buffers.integer(0, 0);
      meter.read = buffers.integer(0, 1);
    }
    meter.wal_bytes = run_alone(session_, kLog).integer(0, 0);
    if (pid_) meter.cpu_nanos = cpu_nanos(*pid_);
    return meter;
  }

  std::string database_;
  std::vector<int> types_;
  MarketModel model_;
  Context context_;  // refers to `model_`
  Workload workload_;
  db::PqSession session_;
  std::optional<int64_t> pid_;
  bool is_flushing_ = false;
};

}  // namespace

void measure(const std::string& database, const std::string& other, const MarketParameters& parameters,
             const std::vector<int>& types, int seconds, const std::function<void(const Json&)>& print) {
  Side first(database, parameters, types);
  Side second(other, parameters, types);
  std::array<Side*, 2> sides = {&first, &second};
  // Prepares statements and warms caches.
  for (Side* side : sides) static_cast<void>(side->slice(0));
  for (int number = 1; number <= seconds; ++number) {
    for (Side* side : sides) print(side->slice(number));
    std::swap(sides[0], sides[1]);
  }
}

}  // namespace quartet::lab
