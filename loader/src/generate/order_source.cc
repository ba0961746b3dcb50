#include "generate/order_source.h"

#include <algorithm>
#include <array>

#include "market/purpose.h"

namespace quartet {
namespace {

// Orders are g = (100/101) x 500/1000 s apart on average: 58,176 in 8 h.
constexpr int64_t kMicrosPer101Orders = 50'000'000;
// Shorter than the gap to the next slot: orders keep the order of their numbers.
constexpr int64_t kLongestJitterMicros = kMicrosPer101Orders / 101 - 1'000;
constexpr int64_t kLastSecond = 1'000;  // between the price of a trade and its completion
constexpr int64_t kNight = kMillisPerSimulatedDay - kMillisPerTradeDay;

int64_t slot_micros(int64_t number_in_day) { return number_in_day * kMicrosPer101Orders / 101; }

TradeType choose_type(Stream& random) {
  const int64_t percent = random.uniform(0, 99);
  return percent < 30   ? TradeType::kMarketBuy
         : percent < 60 ? TradeType::kMarketSell
         : percent < 80 ? TradeType::kLimitBuy
         : percent < 90 ? TradeType::kLimitSell
                        : TradeType::kStopLoss;
}

}  // namespace

OrderSource::OrderSource(const MarketModel& model, const UnitFacts& facts, int64_t unit)
    : model_(model),
      facts_(facts),
      unit_(unit),
      first_offset_(unit * model.parameters().trade_days * kTradeIdsPerUnitDay + 1) {}

int64_t OrderSource::earliest(int64_t number) {
  return number / kTradeIdsPerUnitDay * kMillisPerSimulatedDay + slot_micros(number % kTradeIdsPerUnitDay) / 1000;
}

Order OrderSource::order(int64_t number) const {
  // By Load Unit and number, not by trade id, whose block depends on the trade days: a longer history starts alike.
  Stream random(model_.parameters().seed, purpose::kOrder + (static_cast<uint64_t>(unit_) << 32U),
                static_cast<uint64_t>(number));
  Order order{};
  order.trade_id = kTradeIdBase + offset(number);
  order.ordered = number / kTradeIdsPerUnitDay * kMillisPerSimulatedDay +
                  (slot_micros(number % kTradeIdsPerUnitDay) + random.uniform(0, kLongestJitterMicros)) / 1000;
  choose_account(order, random);
  order.type = choose_type(random);
  order.quantity = std::array<int32_t, 4>{100, 200, 400, 800}[static_cast<size_t>(random.uniform(0, 3))];
  order.is_lifo = random.percent(35);
  order.is_cash = is_sell(order.type) || !random.percent(16);
  choose_prices(order, random);
  return order;
}

void OrderSource::choose_account(Order& order, Stream& random) const {
  const int64_t customer = model_.pick_customer(random, unit_, 1) - unit_ * kCustomersPerUnit;
  const CustomerFacts& owner = facts_.customers[static_cast<size_t>(customer)];
  order.account = owner.first_account + static_cast<size_t>(random.uniform(0, owner.accounts - 1));
  const AccountFacts& account = facts_.accounts[order.account];
  const auto in_basket = static_cast<size_t>(random.uniform(0, account.basket_size - 1));
  order.position = account.first_position + in_basket;
  order.security = account.basket[in_basket];
}

void OrderSource::choose_prices(Order& order, Stream& random) const {
  // A simulated day is a multiple of the curve's period, so simulated time stands for trading time.
  const int64_t security = unit_ * kSecuritiesPerUnit + static_cast<int64_t>(order.security);
  if (is_market(order.type)) {
    order.submitted = order.ordered;
    order.bid_price = static_cast<int32_t>(MarketModel::price_cents(security, order.ordered));
  } else {
    order.bid_price = static_cast<int32_t>(random.uniform(20'00, 30'00));
    // Computed, not simulated: the price curve is known for all times.
    const int64_t wait = MarketModel::millis_until_triggered(security, order.ordered, order.type, order.bid_price);
    order.submitted = order.ordered + (wait == 0 ? random.uniform(500, 1'500) : wait);
    if (order.submitted % kMillisPerSimulatedDay > kMillisPerTradeDay) {
      // The exchange is closed at night. It is 64 periods long, so the price next morning is the one of now.
      order.submitted += kNight;
    }
  }
  const int64_t executed = order.submitted + delay_.millis(random.bits());
  // The price is that of the execution, not of the completion one second later.
  order.completed = executed + kLastSecond;
  order.trade_price = static_cast<int32_t>(MarketModel::price_cents(security, executed));
  if (order.type == TradeType::kLimitBuy) {
    // A limit order is never executed at a worse price than its limit.
    order.trade_price = std::min(order.trade_price, order.bid_price);
  } else if (order.type == TradeType::kLimitSell) {
    order.trade_price = std::max(order.trade_price, order.bid_price);
  }
}

}  // namespace quartet
