#include "meters.h"

#include <libpq-fe.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>

namespace quartet::bench {
namespace {

struct Process {
  int parent = 0;
  double ticks = 0;  // user and system time
};

// A process that is gone has no parent.
Process read_process(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  if (!std::getline(file, line)) return {};
  // The name stands in brackets and may hold blanks. After it: state, parent, and in places 12 and 13 the times.
  std::istringstream rest(line.substr(line.rfind(')') + 1));
  Process process;
  std::string skipped;
  rest >> skipped >> process.parent;
  constexpr int kFieldsBeforeTimes = 9;
  for (int i = 0; i < kFieldsBeforeTimes; ++i) rest >> skipped;
  double user = 0;
  double system = 0;
  rest >> user >> system;
  process.ticks = user + system;
  return process;
}

}  // namespace

double thread_cpu_micros() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

ServerCpu::ServerCpu(const std::vector<std::string>& connections) {
  for (const std::string& conninfo : connections) {
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(conninfo.c_str()), &PQfinish);
    if (PQstatus(connection.get()) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(connection.get()));
    const int postmaster = read_process(std::to_string(PQbackendPID(connection.get()))).parent;
    if (postmaster == 0) throw std::runtime_error("the server of '" + conninfo + "' does not run on this machine");
    postmasters_.insert(postmaster);
  }
}

double ServerCpu::micros() const {
  double ticks = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const Process process = read_process(name);
    if (postmasters_.contains(process.parent)) ticks += process.ticks;
  }
  return ticks * 1e6 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double Sample::sum() const { return std::accumulate(values_.begin(), values_.end(), 0.0); }

double Sample::quantile(double share) const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(rank, 1) - 1);
  std::nth_element(sorted.begin(), place, sorted.end());
  return *place;
}

}  // namespace quartet::bench
