// A market in little for programs that run orders to their end without the driver.
#ifndef QUARTET_LAB_EXCHANGE_H
#define QUARTET_LAB_EXCHANGE_H

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "lab/inputs.h"
#include "quartet/engine.h"

namespace quartet::lab {

struct Request {
  int type;
  Bytes input;
};

// The market in little: executes orders, holds limit orders until the curve reaches them, feeds prices back. Its clock
// moves with the requests of the customers. Thread-safe.
class Exchange {
 public:
  explicit Exchange(quartet_inputs* inputs) : inputs_(inputs) {}

  void accept(const quartet_order& order);
  void advance(int64_t millis);
  // Sends the ticker entries that do not fill a batch.
  void flush();
  bool next(Request& request);
  [[nodiscard]] bool has_drained();

 private:
  struct Entry {
    uint32_t security;
    uint32_t price_cents;
    uint32_t quantity;
  };

  void execute(const quartet_order& order);
  void tick(uint32_t security, uint32_t price, uint32_t quantity);
  void feed();

  std::mutex mutex_;
  quartet_inputs* inputs_;
  int64_t now_millis_ = 0;
  std::multimap<int64_t, quartet_order> triggers_;
  std::vector<Entry> ticker_;
  std::deque<Request> requests_;
};

}  // namespace quartet::lab

#endif  // QUARTET_LAB_EXCHANGE_H
