// All transactions of one session, with the orders that tie them together: what Trade-Order places, Market-Feed
// releases and Trade-Result settles.
#ifndef QUARTET_LAB_WORKLOAD_H
#define QUARTET_LAB_WORKLOAD_H

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "base/random.h"
#include "input/generator.h"
#include "txn/transactions.h"

namespace quartet::lab {

// The same context, seed and sequence of calls give the same inputs, as long as the answers are the same.
class Workload {
 public:
  // `context` must outlive the workload.
  Workload(const Context& context, uint64_t seed);

  // Executes the next transaction of a type (quartet_type). Trade-Result settles the oldest order that is due and
  // Market-Feed releases up to four of the oldest limit orders among 20 ticker entries; without such an order nothing
  // is executed. Data-Maintenance takes the tables in rotation.
  std::optional<Answer> execute(db::Session& session, int type);

 private:
  std::optional<Answer> settle(db::Session& session);
  std::optional<Answer> feed(db::Session& session);
  void take_orders(const Answer& answer);

  const Context& context_;
  InputGenerator inputs_;
  Stream random_;
  int maintained_ = 0;
  std::deque<quartet_order> due_;
  std::map<uint64_t, quartet_order> waiting_;  // limit orders by trade id
};

}  // namespace quartet::lab

#endif  // QUARTET_LAB_WORKLOAD_H
