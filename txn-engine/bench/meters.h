// Meters of the benchmarks: processor time of this thread and of the servers, and distributions.
#ifndef QUARTET_BENCH_METERS_H
#define QUARTET_BENCH_METERS_H

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace quartet::bench {

// Processor time of the calling thread in microseconds.
[[nodiscard]] double thread_cpu_micros();

// Processor time of servers on this machine.
class ServerCpu {
 public:
  // Finds the servers behind libpq connection strings. Throws std::runtime_error when one cannot be reached or is
  // elsewhere.
  explicit ServerCpu(const std::vector<std::string>& connections);

  // User and system time of all their processes so far in microseconds, to a clock tick (10 ms) for each. A backend
  // that ends takes its time with it.
  [[nodiscard]] double micros() const;

 private:
  std::set<int> postmasters_;
};

// Times of one kind of call.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  void add(const Sample& other) { values_.insert(values_.end(), other.values_.begin(), other.values_.end()); }
  [[nodiscard]] size_t count() const { return values_.size(); }
  [[nodiscard]] double sum() const;
  [[nodiscard]] double mean() const { return values_.empty() ? 0 : sum() / static_cast<double>(values_.size()); }
  // The value that a share of the others does not exceed; `share` above 0, at most 1. 0 of an empty sample.
  [[nodiscard]] double quantile(double share) const;

 private:
  std::vector<double> values_;
};

}  // namespace quartet::bench

#endif  // QUARTET_BENCH_METERS_H
