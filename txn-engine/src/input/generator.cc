#include "input/generator.h"

#include <algorithm>
#include <array>
#include <string>

namespace quartet {
namespace {

// Purposes of the streams. The loader draws under other seeds, so the numbers need to differ among themselves only.
enum Purpose : uint64_t {
  kBrokerVolume = 1,
  kCustomerPosition,
  kMarketWatch,
  kSecurityDetail,
  kTradeLookup,
  kTradeOrderAccount,
  kTradeOrderTerms,
  kTradeStatus,
  kTradeUpdate,
  kDataMaintenance,
  kRollback,
};

constexpr int64_t kMinute = 60'000;
constexpr int64_t kHour = 60 * kMinute;
constexpr int kTradesPerFrame = 20;
constexpr int32_t kFirstMarketDate = 2;  // 2000-01-03, a Monday
constexpr int64_t kMarketDays = 1305;
constexpr int64_t kCompanyWindow = 5000;

int64_t company_id(int64_t company) { return kIdBase + company + 1; }
int64_t customer_id(int64_t customer) { return kIdBase + customer + 1; }

Stream stream(uint64_t seed, Purpose purpose) { return {seed, purpose, 0}; }

}  // namespace

InputGenerator::InputGenerator(const MarketModel& model, uint64_t seed)
    : model_(model),
      // A stream for each transaction: its inputs do not depend on how many of the others were drawn in between.
      broker_volume_(stream(seed, kBrokerVolume)),
      customer_position_(stream(seed, kCustomerPosition)),
      market_watch_(stream(seed, kMarketWatch)),
      security_detail_(stream(seed, kSecurityDetail)),
      trade_lookup_(stream(seed, kTradeLookup)),
      trade_order_account_(stream(seed, kTradeOrderAccount)),
      trade_order_terms_(stream(seed, kTradeOrderTerms)),
      trade_status_(stream(seed, kTradeStatus)),
      trade_update_(stream(seed, kTradeUpdate)),
      data_maintenance_(stream(seed, kDataMaintenance)),
      rollbacks_(stream(seed, kRollback)) {}

bool InputGenerator::RollbackDeck::next() {
  // A deck: one order in 101 exactly. Independent draws would miss the narrow range of the rule in a short run.
  if (position_ == kOrders) {
    position_ = 0;
    rollback_at_ = random_.uniform(0, kOrders - 1);
  }
  return position_++ == rollback_at_;
}

BrokerVolumeInput InputGenerator::broker_volume() {
  Stream& random = broker_volume_;
  BrokerVolumeInput input;
  // One Load Unit has only ten brokers.
  const int64_t wanted = std::min(random.uniform(20, 40), model_.active_brokers());
  std::vector<int64_t> chosen;
  while (static_cast<int64_t>(chosen.size()) < wanted) {
    const int64_t broker = random.uniform(0, model_.active_brokers() - 1);
    if (std::find(chosen.begin(), chosen.end(), broker) != chosen.end()) continue;
    chosen.push_back(broker);
    input.brokers.push_back(model_.broker_name(broker));
  }
  const auto& sectors = MarketModel::sector_names();
  input.sector = sectors[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(sectors.size()) - 1))];
  return input;
}

CustomerPositionInput InputGenerator::customer_position() {
  Stream& random = customer_position_;
  CustomerPositionInput input;
  const int64_t chosen = customer(random);
  if (random.percent(50)) {
    input.tax_id = model_.customer(chosen).tax_id;
  } else {
    input.customer_id = customer_id(chosen);
  }
  input.get_history = random.percent(50);
  if (input.get_history) {
    input.account_index = static_cast<int32_t>(random.uniform(0, model_.account_count(chosen) - 1));
  }
  return input;
}

MarketWatchInput InputGenerator::market_watch() {
  Stream& random = market_watch_;
  MarketWatchInput input;
  const int64_t selector = random.uniform(1, 100);
  if (selector <= 60) {
    input.customer_id = customer_id(customer(random));
  } else if (selector <= 95) {
    input.account_id = account(random);
  } else {
    const auto& industries = MarketModel::industry_names();
    input.industry = industries[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(industries.size()) - 1))];
    // The window lies in the active companies: others may be loaded, but the run must not touch their rows.
    const int64_t window = std::min(kCompanyWindow, model_.active_companies());
    const int64_t first = random.uniform(0, model_.active_companies() - window);
    input.first_company_id = company_id(first);
    input.last_company_id = company_id(first + window - 1);
  }
  // The OR of two draws prefers high numbers: the latest weeks are hot.
  const int64_t week = random.non_uniform(0, 255, 255, 0) + 5;
  const int64_t day = random.uniform(1, 100);
  const int weekday = day <= 20 ? 0 : day <= 27 ? 1 : day <= 33 ? 2 : day <= 40 ? 3 : 4;
  input.start_date = static_cast<int32_t>(kFirstMarketDate + week * 7 + weekday);
  return input;
}

SecurityDetailInput InputGenerator::security_detail() {
  Stream& random = security_detail_;
  SecurityDetailInput input;
  input.symbol = model_.symbol(security(random));
  input.access_lob = random.percent(1);
  input.max_rows = static_cast<int32_t>(random.uniform(5, 20));
  // The offset is in calendar days, of which five in seven are market days: the rows asked for always exist.
  input.start_date = static_cast<int32_t>(kFirstMarketDate + random.uniform(0, kMarketDays - input.max_rows));
  return input;
}

std::vector<int64_t> InputGenerator::trade_ids(Stream& random) const {
  std::vector<int64_t> ids;
  while (ids.size() < kTradesPerFrame) {
    // Bits 7 to 22 are mostly ones: some ranges of 128 neighbouring ids are hot, most are cold.
    int64_t offset = random.non_uniform(1, model_.max_loaded_trade_offset(), 65'535, 7);
    // A loaded order that was rolled back left no trade; its neighbour exists.
    if (MarketModel::is_skipped_offset(offset)) ++offset;
    const int64_t id = kTradeIdBase + offset;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

int64_t InputGenerator::start_dts(Stream& random, int64_t back_off_millis) const {
  const int64_t loaded = model_.parameters().trade_days * kMillisPerTradeDay;
  // Short history: no rule looks further back than half of what is loaded.
  const int64_t window = loaded - std::min(back_off_millis, loaded / 2);
  return calendar::trading_timestamp(random.non_uniform(1, window, 4095, 16));
}

void InputGenerator::select_trades(Stream& random, int frame, TradeSelection& selection) const {
  const int64_t loaded = model_.parameters().trade_days * kMillisPerTradeDay;
  selection.frame = static_cast<uint8_t>(frame);
  selection.max_trades = frame == 4 ? 0 : kTradesPerFrame;
  if (frame == 1) {
    selection.trade_ids = trade_ids(random);
    return;
  }
  if (frame == 3) {
    selection.symbol = model_.symbol(security(random));
    // A symbol is traded by accounts of all loaded Load Units: the bound keeps to the active ones.
    selection.max_account_id = MarketModel::account_id(model_.active_customers() - 1, kMaxAccountsPerCustomer - 1);
  } else {
    selection.account_id = account(random);
  }
  const std::array<int64_t, 3> back_offs = {32 * kHour, 200 * kMinute, 500 * kMinute};
  selection.start_dts = start_dts(random, back_offs[static_cast<size_t>(frame - 2)]);
  // Room for the limit orders that were pending when the last loaded day closed.
  if (frame != 4) selection.end_dts = calendar::trading_timestamp(loaded + 15 * kMinute);
}

TradeLookupInput InputGenerator::trade_lookup() {
  TradeLookupInput input;
  const int64_t choice = trade_lookup_.uniform(1, 100);
  select_trades(trade_lookup_, choice <= 30 ? 1 : choice <= 60 ? 2 : choice <= 90 ? 3 : 4, input);
  return input;
}

TradeUpdateInput InputGenerator::trade_update() {
  TradeUpdateInput input;
  const int64_t choice = trade_update_.uniform(1, 100);
  select_trades(trade_update_, choice <= 33 ? 1 : choice <= 66 ? 2 : 3, input);
  return input;
}

void InputGenerator::choose_executor(Stream& random, TradeOrderInput& order) const {
  const std::vector<int64_t> extra = model_.extra_permissions(order.account_id);
  // Two accounts in five have extra persons: with 75 % for the owner there, owners place 90 % of all orders.
  const bool is_owner = extra.empty() || random.percent(75);
  const Person executor =
      is_owner ? model_.customer(MarketModel::owner(order.account_id)) : model_.person(extra.back());
  order.executor_first_name = executor.first_name;
  order.executor_last_name = executor.last_name;
  order.executor_tax_id = executor.tax_id;
}

void InputGenerator::choose_security(Stream& random, TradeOrderInput& order) const {
  const Basket basket = model_.basket(order.account_id);
  const int64_t chosen = basket.securities[static_cast<size_t>(random.uniform(0, basket.size - 1))];
  if (random.percent(60)) {
    order.symbol = model_.symbol(chosen);
  } else {
    order.company_name = model_.company_name(model_.company_of(chosen));
    order.issue = model_.issue(chosen);
  }
}

TradeOrderInput InputGenerator::trade_order() {
  TradeOrderInput order;
  order.account_id = account(trade_order_account_);
  choose_executor(trade_order_account_, order);
  choose_security(trade_order_account_, order);

  Stream& random = trade_order_terms_;
  const bool is_market_order = random.percent(60);
  const bool is_buy = random.percent(50);
  TradeType type = is_buy ? TradeType::kMarketBuy : TradeType::kMarketSell;
  if (!is_market_order) {
    const bool is_stop_loss = random.percent(50);
    type = is_buy ? TradeType::kLimitBuy : is_stop_loss ? TradeType::kStopLoss : TradeType::kLimitSell;
  }
  order.trade_type = static_cast<uint8_t>(type);
  order.quantity = int32_t{100} << random.uniform(0, 3);
  order.requested_price_cents = random.uniform(2000, 3000);
  // 16 % of the purchases are 8 % of all orders. A sale brings cash and needs no credit.
  order.is_margin = is_buy && random.percent(16);
  order.is_lifo = random.percent(35);
  order.roll_it_back = rollbacks_.next();
  return order;
}

TradeStatusInput InputGenerator::trade_status() { return {account(trade_status_)}; }

DataMaintenanceInput InputGenerator::data_maintenance(MaintainedTable table) {
  Stream& random = data_maintenance_;
  DataMaintenanceInput input;
  input.table = static_cast<uint8_t>(table);
  const auto any_customer = [&] { return customer_id(random.uniform(0, model_.active_customers() - 1)); };
  const auto any_company = [&] { return company_id(random.uniform(0, model_.active_companies() - 1)); };
  switch (table) {
    case MaintainedTable::kAccountPermission:
      input.account_id = account(random);
      break;
    case MaintainedTable::kAddress:
      if (random.percent(67)) {
        input.customer_id = any_customer();
      } else {
        input.company_id = any_company();
      }
      break;
    case MaintainedTable::kCustomer:
    case MaintainedTable::kCustomerTaxrate:
    case MaintainedTable::kWatchItem:
      input.customer_id = any_customer();
      break;
    case MaintainedTable::kCompany:
    case MaintainedTable::kFinancial:
    case MaintainedTable::kNewsItem:
      input.company_id = any_company();
      break;
    case MaintainedTable::kDailyMarket: {
      input.symbol = model_.symbol(security(random));
      input.day_of_month = static_cast<int32_t>(random.uniform(1, 31));
      const auto size = static_cast<int32_t>(random.uniform(1, 3));
      input.volume_increment = random.percent(50) ? size : -size;
      break;
    }
    case MaintainedTable::kExchange:
      break;
    case MaintainedTable::kSecurity:
      input.symbol = model_.symbol(security(random));
      break;
    case MaintainedTable::kTaxrate: {
      const auto& divisions = MarketModel::divisions();
      const auto division = static_cast<int>(random.uniform(0, static_cast<int64_t>(divisions.size()) - 1));
      const auto bracket = static_cast<int>(random.uniform(1, MarketModel::division_bracket_count(division)));
      input.tax_id = MarketModel::tax_rate_id(divisions[static_cast<size_t>(division)], bracket);
      break;
    }
  }
  return input;
}

TradeCleanupInput InputGenerator::trade_cleanup() const { return {model_.first_run_time_trade_id()}; }

}  // namespace quartet
