// The whole mix on several connections at once.
#ifndef QUARTET_BENCH_MIX_H
#define QUARTET_BENCH_MIX_H

#include <vector>

#include "workload.h"

namespace quartet::bench {

// Prints a line for each number of connections: transactions and Trade-Results by second, processor time by
// transaction in the engine and in PostgreSQL. Each number runs for `seconds`, after a fifth of that unmeasured.
void print_mix(const Setup& setup, const std::vector<int>& connections, double seconds);

// Prints a line for each transaction run alone on one connection, `requests` times.
void print_alone(const Setup& setup, int requests);

}  // namespace quartet::bench

#endif  // QUARTET_BENCH_MIX_H
