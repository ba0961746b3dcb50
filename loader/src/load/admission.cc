#include "load/admission.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace quartet::load {
namespace {

// First half of our lock numbers: any number of ours. The second half is one of these or names a slice.
constexpr int kLocks = 0x51756172;
constexpr int kGate = 0;
constexpr int kFinishing = 1;
constexpr int kPartBase = 1 << 16;  // above the largest number of slices

constexpr std::string_view kAsking = "checking for other loads";

int lock_of(Part part) { return kPartBase * part.count + part.index; }
Part part_of(int64_t lock) {
  return {.index = static_cast<int>(lock % kPartBase), .count = static_cast<int>(lock / kPartBase)};
}

std::string name_of(Part part) {
  return part.is_whole() ? "quartet-load" : fmt::format("quartet-load (part {} of {})", part.index, part.count);
}

void lock(Connection& connection, int number, std::string_view doing) {
  connection.query(fmt::format("SELECT pg_advisory_lock({}, {})", kLocks, number), {}, doing);
}

// True while the process with the gate gets further, for instance while it drops an earlier load.
bool is_gate_in_use(Connection& connection) {
  return connection
      .query(fmt::format("SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = "
                         "'advisory' AND classid = {} AND objid = {} AND granted AND state = 'active' AND "
                         "wait_event_type IS DISTINCT FROM 'Lock' AND datname = current_database() AND database = "
                         "datid)",
                         kLocks, kGate),
             {}, kAsking)
      .boolean(0, 0);
}

// Another process holds the gate for a moment, or for the time of one statement.
void lock_gate(Connection& connection) {
  connection.execute("SET lock_timeout = '30s'", kAsking);
  for (bool is_ours = false; !is_ours;) {
    try {
      lock(connection, kGate, kAsking);
      is_ours = true;
    } catch (const SqlError& error) {
      if (error.sqlstate() != "55P03") throw;
      if (is_gate_in_use(connection)) continue;
      throw Error(kExitLoadFailed,
                  fmt::format("another quartet-load has been about to begin loading {} for 30 s, and does not get "
                              "further. It was stopped, or waits for a lock (see pg_locks). End it or the session "
                              "that holds this lock, and try again.",
                              connection.where()));
    }
  }
  connection.execute("SET lock_timeout = 0", kAsking);
}

// Why the part may not be loaded now, in a sentence that says what to do; empty if it may.
std::string obstacle(Connection& connection, Part part, bool must_be_alone) {
  const Rows others = connection.query(
      fmt::format("SELECT objid::bigint, current_database() FROM pg_locks WHERE locktype = 'advisory' AND classid = {} "
                  "AND objid >= {} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
                  kLocks, kPartBase),
      {}, kAsking);
  for (int row = 0; row < others.size(); ++row) {
    const Part other = part_of(others.number(row, 0));
    // Slices of another count overlap with this one, so only equal counts may run side by side.
    if (other.count != part.count || other.index == part.index) {
      return fmt::format("another {} is loading database {}. Wait until it has ended or stop it.", name_of(other),
                         others.text(row, 1));
    }
  }
  if (must_be_alone && others.size() > 0) {
    return "other processes are loading parts of this database. Stop them before a load --from-scratch.";
  }
  return {};
}

}  // namespace

Admission::Admission(Connection& connection, Part part, bool must_be_alone) : connection_(connection) {
  // Held while it looks and takes its own lock, or two processes could each find the database free.
  lock_gate(connection);
  // The server notices within seconds that a process died (client_connection_check_interval), not at once.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  std::string why_not;
  while (!(why_not = obstacle(connection, part, must_be_alone)).empty()) {
    if (std::chrono::steady_clock::now() >= deadline) throw Error(kExitLoadFailed, why_not);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  lock(connection, lock_of(part), kAsking);
}

Admission::~Admission() {
  try {
    connection_.query(fmt::format("SELECT pg_advisory_unlock({}, {})", kLocks, kGate), {}, "letting others load");
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): the lock went with the connection
  }
}

void wait_for_finishing(Connection& connection) { lock(connection, kFinishing, "waiting for the other parts"); }

}  // namespace quartet::load
