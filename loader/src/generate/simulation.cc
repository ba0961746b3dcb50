// The trade simulation of one Load Unit: orders complete in the order of their completion times, move lots and
// brokers' totals, and leave their rows.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <queue>
#include <string>
#include <vector>

#include "generate/generators.h"
#include "generate/lot_book.h"
#include "generate/order_source.h"
#include "generate/rates.h"
#include "generate/unit_facts.h"
#include "market/arithmetic.h"

namespace quartet {
namespace {

constexpr int32_t kSettlementDays = 2;

// Microseconds since 2000-01-01 of simulated time.
int64_t timestamp_of(int64_t simulated_millis) {
  const int64_t day = simulated_millis / kMillisPerSimulatedDay;
  return calendar::trading_timestamp(day * kMillisPerTradeDay) + simulated_millis % kMillisPerSimulatedDay * 1000;
}

int32_t date_of_timestamp(int64_t simulated_millis) {
  return calendar::business_date(simulated_millis / kMillisPerSimulatedDay);
}

// The gain of closing lots, in cents.
struct ClosedValue {
  int64_t bought = 0;
  int64_t sold = 0;
};

// The money of a completed trade, in cents.
struct Amounts {
  int64_t charge;
  int64_t commission;
  int64_t tax;
  int64_t settled;
};

// Orders waiting for their completion, earliest first, ties by order number.
class CompletionQueue {
 public:
  [[nodiscard]] bool is_due(int64_t millis) const {
    return !heap_.empty() && (heap_.top().key >> kNumberBits) <= millis;
  }

  void push(int64_t number, const Order& order) {
    if (free_.empty()) {
      free_.push_back(orders_.size());
      orders_.emplace_back();
    }
    const size_t slot = free_.back();
    free_.pop_back();
    orders_[slot] = order;
    // Time and number in one key, so that equal times have one order everywhere. 37 bits of milliseconds hold more than
    // 1,500 days.
    heap_.push({(order.completed << kNumberBits) + number, slot});
  }

  Order pop() {
    const size_t slot = heap_.top().slot;
    heap_.pop();
    free_.push_back(slot);
    return orders_[slot];
  }

 private:
  static constexpr int kNumberBits = 26;  // 1,000 days x 58,176 orders
  static_assert(1000 * kTradeIdsPerUnitDay < int64_t{1} << kNumberBits);

  struct Entry {
    int64_t key;
    size_t slot;
    bool operator>(const Entry& other) const { return key > other.key; }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
  std::vector<Order> orders_;
  std::vector<size_t> free_;
};

class UnitSimulation {
 public:
  UnitSimulation(const MarketModel& model, int64_t unit, std::array<RowWriter, kTableCount>& writers,
                 const Drain& drain)
      : model_(model),
        unit_(unit),
        facts_(look_up_unit(model, unit)),
        source_(model, facts_, unit),
        lots_(facts_.positions),
        trade_(sink(Table::kTrade, writers, drain)),
        trade_history_(sink(Table::kTradeHistory, writers, drain)),
        settlement_(sink(Table::kSettlement, writers, drain)),
        cash_transaction_(sink(Table::kCashTransaction, writers, drain)),
        holding_summary_(sink(Table::kHoldingSummary, writers, drain)),
        holding_(sink(Table::kHolding, writers, drain)),
        holding_history_(sink(Table::kHoldingHistory, writers, drain)),
        broker_(sink(Table::kBroker, writers, drain)) {}

  void run() {
    const int64_t orders = model_.parameters().trade_days * kTradeIdsPerUnitDay;
    for (int64_t number = 0; number < orders; ++number) {
      // One order in 101 was rolled back on purpose: its id stays unused.
      if (MarketModel::is_skipped_offset(source_.offset(number))) {
        continue;
      }
      // No later order can complete before this one is placed.
      complete_until(OrderSource::earliest(number));
      queue_.push(number, source_.order(number));
    }
    complete_until(INT64_MAX);
    // Only now: lots, and the totals of brokers, are known when the last order has completed.
    write_holdings();
    write_brokers();
    for (const RowSink* sink : {&trade_, &trade_history_, &settlement_, &cash_transaction_, &holding_summary_,
                                &holding_, &holding_history_, &broker_}) {
      sink->finish();
    }
  }

 private:
  static RowSink sink(Table table, std::array<RowWriter, kTableCount>& writers, const Drain& drain) {
    return {table, writers.at(static_cast<size_t>(table)), drain};
  }

  void complete_until(int64_t millis) {
    while (queue_.is_due(millis)) {
      complete(queue_.pop());
    }
  }

  void complete(const Order& order) {
    const AccountFacts& account = facts_.accounts[order.account];
    const Amounts amounts = amounts_of(order, account, move_lots(order));
    BrokerTotal& broker = brokers_.at(account.broker);
    ++broker.trades;
    broker.commission += amounts.commission;
    write_trade(order, account, amounts);
    write_trade_history(order);
    write_settlement(order, amounts);
  }

  // Closes opposite lots and opens one with what is left, writing their history.
  ClosedValue move_lots(const Order& order) {
    ClosedValue value;
    const int32_t direction = is_sell(order.type) ? -1 : 1;
    // The same walk as close_lots of the engine, so that loaded positions look like traded ones.
    int32_t need = order.quantity;
    while (need > 0) {
      const uint32_t index = order.is_lifo ? lots_.newest(order.position) : lots_.oldest(order.position);
      // Lots of a position have one sign: a lot of the order's own side means that there is nothing to close.
      if (index == LotBook::kNone || lots_.at(index).quantity * direction > 0) {
        break;
      }
      Lot& lot = lots_.at(index);
      const int32_t used = std::min(need, std::abs(lot.quantity));
      const int32_t before = lot.quantity;
      lot.quantity += direction * used;
      (direction < 0 ? value.bought : value.sold) += int64_t{used} * lot.price_cents;
      (direction < 0 ? value.sold : value.bought) += int64_t{used} * order.trade_price;
      write_holding_history(lot.trade_id, order.trade_id, before, lot.quantity);
      if (lot.quantity == 0) {
        lots_.remove_end(order.position, order.is_lifo);
      }
      need -= used;
    }
    if (need > 0) {
      lots_.append(order.position, {order.trade_id, order.completed, direction * need, order.trade_price,
                                    LotBook::kNone, LotBook::kNone});
      write_holding_history(order.trade_id, order.trade_id, 0, direction * need);
    }
    return value;
  }

  Amounts amounts_of(const Order& order, const AccountFacts& account, const ClosedValue& value) const {
    const CustomerFacts& owner = facts_.customers[account.customer];
    const int64_t notional = int64_t{order.quantity} * order.trade_price;
    const int rate =
        commission_rate(owner.tier, facts_.securities[order.security].exchange, quantity_band(order.quantity));
    Amounts amounts{};
    amounts.charge = charge_cents(order.type, owner.tier);
    // Integers and one rounding, as in the engine: rows must not depend on how a machine computes doubles.
    amounts.commission = rounded_division(notional * rate, 10'000);
    if (account.tax_status != 0 && value.sold > value.bought) {
      amounts.tax = rounded_division((value.sold - value.bought) * owner.tax_rate, 100'000);
    }
    const int64_t costs = amounts.charge + amounts.commission;
    amounts.settled = is_sell(order.type) ? notional - costs : -(notional + costs);
    // Withheld from the settlement. With status 2 the customer pays it elsewhere.
    if (account.tax_status == 1) {
      amounts.settled -= amounts.tax;
    }
    return amounts;
  }

  void write_trade(const Order& order, const AccountFacts& account, const Amounts& amounts) {
    RowWriter& out = trade_.row(15);
    out.int8(order.trade_id);
    out.timestamp(timestamp_of(order.completed));
    out.text("CMPT");
    out.text(kTradeTypeIds.at(static_cast<size_t>(order.type)));
    out.boolean(order.is_cash);
    out.text(facts_.securities[order.security].symbol);
    out.int4(order.quantity);
    out.numeric(order.bid_price, 2);
    out.int8(account.id);
    out.text(facts_.customers[account.customer].name);
    out.numeric(order.trade_price, 2);
    out.numeric(amounts.charge, 2);
    out.numeric(amounts.commission, 2);
    out.numeric(amounts.tax, 2);
    out.boolean(order.is_lifo);
  }

  void write_trade_history(const Order& order) {
    if (!is_market(order.type)) {
      write_status(order.trade_id, order.ordered, "PNDG");
    }
    write_status(order.trade_id, order.submitted, "SBMT");
    write_status(order.trade_id, order.completed, "CMPT");
  }

  void write_status(int64_t trade_id, int64_t millis, std::string_view status) {
    RowWriter& out = trade_history_.row(3);
    out.int8(trade_id);
    out.timestamp(timestamp_of(millis));
    out.text(status);
  }

  void write_settlement(const Order& order, const Amounts& amounts) {
    RowWriter& out = settlement_.row(4);
    out.int8(order.trade_id);
    out.text(order.is_cash ? "Cash Account" : "Margin");
    out.date(date_of_timestamp(order.completed) + kSettlementDays);
    out.numeric(amounts.settled, 2);
    if (order.is_cash) {
      write_cash_transaction(order, amounts);
    }
  }

  void write_cash_transaction(const Order& order, const Amounts& amounts) {
    name_.assign(kTradeTypeNames.at(static_cast<size_t>(order.type)));
    name_ += ' ';
    const fmt::format_int quantity(order.quantity);
    name_.append(quantity.data(), quantity.size());
    name_ += " shares of ";
    name_ += facts_.securities[order.security].name;
    RowWriter& out = cash_transaction_.row(4);
    out.int8(order.trade_id);
    out.timestamp(timestamp_of(order.completed));
    out.numeric(amounts.settled, 2);
    out.text(name_);
  }

  void write_holding_history(int64_t lot_trade, int64_t trade, int32_t before, int32_t after) {
    RowWriter& out = holding_history_.row(4);
    out.int8(lot_trade);
    out.int8(trade);
    out.int4(before);
    out.int4(after);
  }

  void write_holdings() {
    for (const AccountFacts& account : facts_.accounts) {
      for (size_t i = 0; i < static_cast<size_t>(account.basket_size); ++i) {
        write_holdings_of(account, account.first_position + i, facts_.securities[account.basket.at(i)].symbol);
      }
    }
  }

  void write_holdings_of(const AccountFacts& account, size_t position, const std::string& symbol) {
    int32_t sum = 0;
    for (uint32_t index = lots_.oldest(position); index != LotBook::kNone; index = lots_.at(index).newer) {
      const Lot& lot = lots_.at(index);
      sum += lot.quantity;
      RowWriter& out = holding_.row(6);
      out.int8(lot.trade_id);
      out.int8(account.id);
      out.text(symbol);
      out.timestamp(timestamp_of(lot.opened_millis));
      out.numeric(lot.price_cents, 2);
      out.int4(lot.quantity);
    }
    // A position that is closed has no row, as after a Trade-Result.
    if (sum != 0) {
      RowWriter& out = holding_summary_.row(3);
      out.int8(account.id);
      out.text(symbol);
      out.int4(sum);
    }
  }

  void write_brokers() {
    for (size_t i = 0; i < brokers_.size(); ++i) {
      const int64_t broker = unit_ * kBrokersPerUnit + static_cast<int64_t>(i);
      RowWriter& out = broker_.row(5);
      out.int8(kIdBase + 1 + broker);
      out.text("ACTV");
      out.text(model_.broker_name(broker));
      out.int4(brokers_.at(i).trades);
      out.numeric(brokers_.at(i).commission, 2);
    }
  }

  struct BrokerTotal {
    int32_t trades = 0;
    int64_t commission = 0;
  };

  const MarketModel& model_;
  int64_t unit_;
  UnitFacts facts_;
  OrderSource source_;
  CompletionQueue queue_;
  LotBook lots_;
  std::array<BrokerTotal, kBrokersPerUnit> brokers_{};
  std::string name_;
  RowSink trade_;
  RowSink trade_history_;
  RowSink settlement_;
  RowSink cash_transaction_;
  RowSink holding_summary_;
  RowSink holding_;
  RowSink holding_history_;
  RowSink broker_;
};

}  // namespace

void simulate_unit(const MarketModel& model, int64_t unit, std::array<RowWriter, kTableCount>& writers,
                   const Drain& drain) {
  UnitSimulation(model, unit, writers, drain).run();
}

}  // namespace quartet
