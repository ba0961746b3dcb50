// A million inputs on databases of which only some Load Units are active: none names anything of another unit.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <unordered_set>

#include "input/generator.h"

namespace quartet {
namespace {

constexpr uint64_t kSeed = 11;
constexpr int kDrawsPerType = 50'000;  // two databases x (8 types + 2 x Data-Maintenance)

class ActiveSubsetInputs : public testing::TestWithParam<MarketParameters> {
 protected:
  ActiveSubsetInputs() {
    for (int64_t broker = 0; broker < model.active_brokers(); ++broker) brokers.insert(model.broker_name(broker));
    for (int64_t company = 0; company < model.active_companies(); ++company) {
      companies.insert(model.company_name(company));
    }
    for (int64_t customer = 0; customer < model.active_customers(); ++customer) {
      tax_ids.insert(model.customer(customer).tax_id);
    }
  }

  [[nodiscard]] bool is_active_customer(int64_t id) const {
    return id > kIdBase && id <= kIdBase + model.active_customers();
  }
  [[nodiscard]] bool is_active_account(int64_t id) const {
    const int64_t owner = MarketModel::owner(id);
    return owner >= 0 && owner < model.active_customers() &&
           id - MarketModel::account_id(owner, 0) < model.account_count(owner);
  }
  [[nodiscard]] bool is_active_company(int64_t id) const {
    return id > kIdBase && id <= kIdBase + model.active_companies();
  }
  [[nodiscard]] bool is_active_symbol(const std::string& symbol) const {
    const int64_t security = model.security_of_symbol(symbol);
    return security >= 0 && security < model.active_securities();
  }

  // Frames 1 to 4 of Trade-Lookup, 1 to 3 of Trade-Update.
  void expect_active(const TradeSelection& input) {
    frames.insert(input.frame);
    const auto& parameters = model.parameters();
    const int64_t highest = kTradeIdBase + parameters.active_load_units * parameters.trade_days * kTradeIdsPerUnitDay;
    for (const int64_t id : input.trade_ids) {
      ASSERT_GT(id, kTradeIdBase);
      ASSERT_LE(id, highest);
      ASSERT_NE((id - kTradeIdBase) % 101, 51) << "an id that no trade has";
    }
    ASSERT_EQ(input.trade_ids.size(), input.frame == 1 ? 20U : 0U);
    ASSERT_EQ(input.account_id != 0, input.frame == 2 || input.frame == 4);
    if (input.account_id != 0) {
      ASSERT_TRUE(is_active_account(input.account_id));
    }
    if (input.frame == 3) {
      ASSERT_TRUE(is_active_symbol(input.symbol)) << input.symbol;
      ASSERT_EQ(input.max_account_id, (kIdBase + model.active_customers()) * 10);
    }
  }

  void expect_active(const DataMaintenanceInput& input) {
    const bool has_target = input.customer_id != 0 || input.account_id != 0 || input.company_id != 0 ||
                            !input.symbol.empty() || !input.tax_id.empty();
    ASSERT_EQ(has_target, input.table != static_cast<uint8_t>(MaintainedTable::kExchange)) << int{input.table};
    if (input.customer_id != 0) {
      ASSERT_TRUE(is_active_customer(input.customer_id));
    }
    if (input.account_id != 0) {
      ASSERT_TRUE(is_active_account(input.account_id));
    }
    if (input.company_id != 0) {
      ASSERT_TRUE(is_active_company(input.company_id));
    }
    if (!input.symbol.empty()) {
      ASSERT_TRUE(is_active_symbol(input.symbol));
    }
  }

  MarketModel model{GetParam()};
  InputGenerator generator{model, kSeed};
  std::unordered_set<std::string> brokers;
  std::unordered_set<std::string> companies;
  std::unordered_set<std::string> tax_ids;
  std::set<int> frames;
};

TEST_P(ActiveSubsetInputs, CustomersAskForActiveRowsOnly) {
  for (int i = 0; i < kDrawsPerType; ++i) {
    for (const std::string& broker : generator.broker_volume().brokers) ASSERT_TRUE(brokers.contains(broker)) << broker;
    const CustomerPositionInput position = generator.customer_position();
    ASSERT_TRUE(position.tax_id.empty() ? is_active_customer(position.customer_id) : tax_ids.contains(position.tax_id));
    const MarketWatchInput watch = generator.market_watch();
    ASSERT_TRUE(watch.customer_id == 0 || is_active_customer(watch.customer_id));
    ASSERT_TRUE(watch.account_id == 0 || is_active_account(watch.account_id));
    if (!watch.industry.empty()) {
      ASSERT_TRUE(is_active_company(watch.first_company_id) && is_active_company(watch.last_company_id));
      ASSERT_LE(watch.first_company_id, watch.last_company_id);
    }
    ASSERT_TRUE(is_active_symbol(generator.security_detail().symbol));
    ASSERT_TRUE(is_active_account(generator.trade_status().account_id));
  }
}

TEST_P(ActiveSubsetInputs, OrdersAreOfActiveAccountsAndSecurities) {
  for (int i = 0; i < kDrawsPerType; ++i) {
    const TradeOrderInput order = generator.trade_order();
    ASSERT_TRUE(is_active_account(order.account_id));
    ASSERT_TRUE(order.symbol.empty() ? companies.contains(order.company_name) : is_active_symbol(order.symbol));
    // The executor is the owner or a person named in the account's permissions, who is nobody's customer.
    bool may_trade = order.executor_tax_id == model.customer(MarketModel::owner(order.account_id)).tax_id;
    for (const int64_t number : model.extra_permissions(order.account_id)) {
      may_trade = may_trade || order.executor_tax_id == model.person(number).tax_id;
    }
    ASSERT_TRUE(may_trade);
  }
}

TEST_P(ActiveSubsetInputs, LookBacksStayInTheActiveTrades) {
  for (int i = 0; i < kDrawsPerType; ++i) expect_active(generator.trade_lookup());
  EXPECT_EQ(frames, (std::set<int>{1, 2, 3, 4}));
  frames.clear();
  for (int i = 0; i < kDrawsPerType; ++i) expect_active(generator.trade_update());
  EXPECT_EQ(frames, (std::set<int>{1, 2, 3}));
}

TEST_P(ActiveSubsetInputs, MaintenanceTouchesActiveRowsOnly) {
  for (int i = 0; i < 2 * kDrawsPerType; ++i) {
    expect_active(generator.data_maintenance(static_cast<MaintainedTable>(1 + i % kMaintainedTables)));
  }
}

TEST_P(ActiveSubsetInputs, CleanupBeginsAboveAllLoadedTradesAndNotOnlyTheActiveOnes) {
  const auto& parameters = model.parameters();
  EXPECT_EQ(generator.trade_cleanup().first_trade_id,
            kTradeIdBase + parameters.load_units * parameters.trade_days * kTradeIdsPerUnitDay + 1);
}

// One unit of two; and eleven of thirteen, more than a window of Market-Watch and a block of symbols.
INSTANTIATE_TEST_SUITE_P(
    Databases, ActiveSubsetInputs,
    testing::Values(MarketParameters{.load_units = 2, .active_load_units = 1, .trade_days = 1},
                    MarketParameters{.load_units = 13, .active_load_units = 11, .trade_days = 125}),
    [](const auto& database) { return "Active" + std::to_string(database.param.active_load_units); });

}  // namespace
}  // namespace quartet
