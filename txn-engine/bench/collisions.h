// Trade-Results alone on several sessions: what each measure of docs/spec/transactions.md, "Isolation and
// retries" buys.
#ifndef QUARTET_BENCH_COLLISIONS_H
#define QUARTET_BENCH_COLLISIONS_H

#include "workload.h"

namespace quartet::bench {

// Prints a line for each combination: share of Trade-Results that were retried, rate, those given up. Each settles
// `orders` market orders, placed beforehand, on `sessions` sessions. Needs a role that may set
// session_replication_role.
void print_collisions(const Setup& setup, int sessions, int orders);

}  // namespace quartet::bench

#endif  // QUARTET_BENCH_COLLISIONS_H
