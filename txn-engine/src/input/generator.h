// Chooses what the customers, the market and the maintenance ask for, on the market model:
// docs/spec/transactions.md, "The twelve transactions".
#ifndef QUARTET_INPUT_GENERATOR_H
#define QUARTET_INPUT_GENERATOR_H

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "quartet/market_model.h"
#include "txn/inputs.h"

namespace quartet {

// Generates the inputs of one emulated source of load. The same model, seed and sequence of calls give the same
// inputs. Each transaction has its own streams, so calls for one do not change the inputs of another. Not
// thread-safe.
class InputGenerator {
 public:
  // `model` must outlive the generator.
  InputGenerator(const MarketModel& model, uint64_t seed);

  BrokerVolumeInput broker_volume();
  CustomerPositionInput customer_position();
  MarketWatchInput market_watch();
  SecurityDetailInput security_detail();
  TradeLookupInput trade_lookup();
  TradeOrderInput trade_order();
  TradeStatusInput trade_status();
  TradeUpdateInput trade_update();
  DataMaintenanceInput data_maintenance(MaintainedTable table);
  [[nodiscard]] TradeCleanupInput trade_cleanup() const;

 private:
  // Positions of the intended rollbacks: exactly one in every 101 orders, at a random place.
  class RollbackDeck {
   public:
    explicit RollbackDeck(Stream random) : random_(random) {}
    bool next();

   private:
    static constexpr int64_t kOrders = 101;
    Stream random_;
    int64_t position_ = kOrders;
    int64_t rollback_at_ = 0;
  };

  int64_t customer(Stream& random) const {
    return model_.pick_customer(random, 0, model_.parameters().active_load_units);
  }
  int64_t account(Stream& random) const { return model_.pick_account(random, customer(random)); }
  int64_t security(Stream& random) const { return random.uniform(0, model_.active_securities() - 1); }
  std::vector<int64_t> trade_ids(Stream& random) const;
  int64_t start_dts(Stream& random, int64_t back_off_millis) const;
  void select_trades(Stream& random, int frame, TradeSelection& selection) const;
  void choose_executor(Stream& random, TradeOrderInput& order) const;
  void choose_security(Stream& random, TradeOrderInput& order) const;

  const MarketModel& model_;
  Stream broker_volume_;
  Stream customer_position_;
  Stream market_watch_;
  Stream security_detail_;
  Stream trade_lookup_;
  Stream trade_order_account_;
  Stream trade_order_terms_;
  Stream trade_status_;
  Stream trade_update_;
  Stream data_maintenance_;
  RollbackDeck rollbacks_;
};

}  // namespace quartet

#endif  // QUARTET_INPUT_GENERATOR_H
