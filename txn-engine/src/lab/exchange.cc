#include "lab/exchange.h"

#include <algorithm>

namespace quartet::lab {

void Exchange::accept(const quartet_order& order) {
  const std::lock_guard lock(mutex_);
  if (order.action == QUARTET_PROCESS_NOW) {
    execute(order);
    return;
  }
  const int64_t wait = quartet_millis_until_triggered(order.security, now_millis_, order.trade_type, order.price_cents);
  triggers_.emplace(now_millis_ + wait, order);
}

void Exchange::advance(int64_t millis) {
  const std::lock_guard lock(mutex_);
  now_millis_ += millis;
  while (!triggers_.empty() && triggers_.begin()->first <= now_millis_) {
    const quartet_order& order = triggers_.begin()->second;
    tick(order.security, order.price_cents, 375);
    triggers_.erase(triggers_.begin());
  }
}

void Exchange::flush() {
  const std::lock_guard lock(mutex_);
  if (!ticker_.empty()) feed();
}

bool Exchange::next(Request& request) {
  const std::lock_guard lock(mutex_);
  if (requests_.empty()) return false;
  request = std::move(requests_.front());
  requests_.pop_front();
  return true;
}

bool Exchange::has_drained() {
  const std::lock_guard lock(mutex_);
  return requests_.empty() && triggers_.empty() && ticker_.empty();
}

void Exchange::execute(const quartet_order& order) {
  uint32_t price = quartet_price_cents(order.security, now_millis_);
  if (order.trade_type == QUARTET_TLB) price = std::min(price, order.price_cents);
  if (order.trade_type == QUARTET_TLS) price = std::max(price, order.price_cents);
  const uint8_t* input = nullptr;
  size_t length = 0;
  quartet_inputs_trade_result(inputs_, order.trade_id, price, &input, &length);
  requests_.push_back({QUARTET_TRADE_RESULT, Bytes(input, input + length)});
  tick(order.security, quartet_price_cents(order.security, now_millis_), order.quantity);
}

void Exchange::tick(uint32_t security, uint32_t price, uint32_t quantity) {
  ticker_.push_back({security, price, quantity});
  if (ticker_.size() == 20) feed();
}

void Exchange::feed() {
  std::vector<uint32_t> securities;
  std::vector<uint32_t> prices;
  std::vector<uint32_t> quantities;
  for (const Entry& entry : ticker_) {
    securities.push_back(entry.security);
    prices.push_back(entry.price_cents);
    quantities.push_back(entry.quantity);
  }
  ticker_.clear();
  const uint8_t* input = nullptr;
  size_t length = 0;
  quartet_inputs_market_feed(inputs_, securities.data(), prices.data(), quantities.data(), securities.size(), &input,
                             &length);
  requests_.push_back({QUARTET_MARKET_FEED, Bytes(input, input + length)});
}

}  // namespace quartet::lab
