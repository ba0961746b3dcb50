// A fixed series of transactions whose answers can be compared: on every access path, on every index profile.
#ifndef QUARTET_LAB_SCRIPT_H
#define QUARTET_LAB_SCRIPT_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/session.h"
#include "lab/exchange.h"
#include "lab/inputs.h"
#include "quartet/market_model.h"
#include "txn/transactions.h"

namespace quartet::lab {

// One transaction: what was asked, and everything that came back.
struct Exchanged {
  int type;
  int frame;  // of Trade-Lookup and Trade-Update, table of Data-Maintenance; otherwise 0
  std::string answer;
  bool operator==(const Exchanged&) const = default;

  // Committed, or rolled back because the input asked for it.
  [[nodiscard]] bool is_right() const;
};

// The first place where two series differ.
struct Difference {
  size_t number;  // of the transaction, from 0
  // Absent: the series ended before.
  std::optional<Exchanged> expected;
  std::optional<Exchanged> found;
};
[[nodiscard]] std::optional<Difference> first_difference(const std::vector<Exchanged>& expected,
                                                         const std::vector<Exchanged>& found);

// The same parameters, types and rounds give the same requests, as long as the answers are the same: the clock of the
// transactions is a counter. Each thread runs one script at a time.
class Script {
 public:
  static constexpr int kCleanups = 20;  // Trade-Cleanups at the end

  // `customer_types` are the transactions that a customer asks for; what Trade-Orders lead to is executed as well.
  Script(std::unique_ptr<db::Session> session, const MarketParameters& parameters, std::vector<int> customer_types);

  // Each round asks for every transaction of a customer once, maintains the next table and lets the market execute. The
  // Trade-Cleanups come last, each after some orders that are never executed. Transactions are committed. Runs once.
  std::vector<Exchanged> run(int rounds);

 private:
  void ask(int type, bool is_for_market);
  void execute_market();
  void execute(int type, int frame, const Bytes& input, bool is_for_market);

  std::unique_ptr<db::Session> session_;
  std::vector<int> customer_types_;
  MarketModel model_;
  Context context_;
  Inputs inputs_;
  Inputs market_inputs_;
  Exchange exchange_;
  std::vector<Exchanged> exchanged_;
};

}  // namespace quartet::lab

#endif  // QUARTET_LAB_SCRIPT_H
