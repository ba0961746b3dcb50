#include "lab/workload.h"

#include <set>
#include <stdexcept>
#include <string>

namespace quartet::lab {

Workload::Workload(const Context& context, uint64_t seed)
    : context_(context), inputs_(context.model, seed), random_(seed, 1, 1) {}

std::optional<Answer> Workload::execute(db::Session& session, int type) {
  switch (type) {
    case QUARTET_BROKER_VOLUME:
      return broker_volume(session, context_, inputs_.broker_volume());
    case QUARTET_CUSTOMER_POSITION:
      return customer_position(session, context_, inputs_.customer_position());
    case QUARTET_MARKET_FEED:
      return feed(session);
    case QUARTET_MARKET_WATCH:
      return market_watch(session, context_, inputs_.market_watch());
    case QUARTET_SECURITY_DETAIL:
      return security_detail(session, context_, inputs_.security_detail());
    case QUARTET_TRADE_LOOKUP:
      return trade_lookup(session, context_, inputs_.trade_lookup());
    case QUARTET_TRADE_ORDER: {
      Answer answer = trade_order(session, context_, inputs_.trade_order());
      take_orders(answer);
      return answer;
    }
    case QUARTET_TRADE_RESULT:
      return settle(session);
    case QUARTET_TRADE_STATUS:
      return trade_status(session, context_, inputs_.trade_status());
    case QUARTET_TRADE_UPDATE:
      return trade_update(session, context_, inputs_.trade_update());
    case QUARTET_DATA_MAINTENANCE: {
      const auto table = static_cast<MaintainedTable>(1 + maintained_++ % kMaintainedTables);
      return data_maintenance(session, context_, inputs_.data_maintenance(table));
    }
    case QUARTET_TRADE_CLEANUP:
      due_.clear();
      waiting_.clear();
      return trade_cleanup(session, context_, inputs_.trade_cleanup());
    default:
      throw std::logic_error("no transaction of type " + std::to_string(type));
  }
}

std::optional<Answer> Workload::settle(db::Session& session) {
  if (due_.empty()) return {};
  const quartet_order order = due_.front();
  due_.pop_front();
  // Around the order's price, so that half of the closings are gains.
  const int64_t price = static_cast<int64_t>(order.price_cents) + random_.uniform(-200, 200);
  return trade_result(session, context_, {static_cast<int64_t>(order.trade_id), price});
}

std::optional<Answer> Workload::feed(db::Session& session) {
  constexpr size_t kEntries = 20;
  constexpr size_t kTriggers = 4;
  if (waiting_.empty()) return {};
  MarketFeedInput input;
  std::set<std::string> symbols;
  const auto tick = [&](int64_t security, int64_t price_cents, int32_t quantity) {
    input.entries.push_back({context_.model.symbol(security), price_cents, quantity});
    symbols.insert(input.entries.back().symbol);
  };
  for (const auto& [id, order] : waiting_) {
    if (input.entries.size() == kTriggers) break;
    tick(order.security, order.price_cents, 375);
  }
  // At prices that few orders wait for.
  while (input.entries.size() < kEntries) {
    tick(random_.uniform(0, context_.model.active_securities() - 1), random_.uniform(2450, 2550), 325);
  }
  input.unique_symbols = static_cast<int32_t>(symbols.size());
  Answer answer = market_feed(session, context_, input);
  take_orders(answer);
  return answer;
}

void Workload::take_orders(const Answer& answer) {
  for (const quartet_order& order : answer.orders) {
    waiting_.erase(order.trade_id);
    if (order.action == QUARTET_PROCESS_NOW) {
      due_.push_back(order);
    } else {
      waiting_.emplace(order.trade_id, order);
    }
  }
}

}  // namespace quartet::lab
