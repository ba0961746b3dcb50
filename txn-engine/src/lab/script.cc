#include "lab/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine_execution.h"
#include "txn/inputs.h"
#include "txn/wire.h"

namespace quartet::lab {
namespace {

constexpr uint64_t kInputSeed = 2026;

// A clock that gives the same times to every script: a millisecond later at each look.
thread_local int64_t counted_micros = 0;
int64_t counting_clock() { return counted_micros += 1000; }
void restart_clock() {
  constexpr int64_t kNovember2026 = 848'361'600'000'000;
  counted_micros = kNovember2026;
}

std::string_view view_of(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::string text_of(const Execution& execution) {
  std::string text = fmt::format("outcome {} status {} {} {} {} output ", static_cast<int>(execution.outcome),
                                 execution.answer.status, execution.sqlstate, execution.statement, execution.message);
  for (const char byte : execution.answer.output) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  for (const quartet_order& order : execution.answer.orders) {
    text += fmt::format(" order {} {} {} {} {} {}", order.trade_id, order.security, order.quantity, order.price_cents,
                        order.trade_type, order.action);
  }
  return text;
}

std::optional<Exchanged> at(const std::vector<Exchanged>& exchanged, size_t index) {
  return index < exchanged.size() ? std::optional(exchanged[index]) : std::nullopt;
}

}  // namespace

bool Exchanged::is_right() const { return answer.starts_with("outcome 0 ") || answer.starts_with("outcome 1 "); }

std::optional<Difference> first_difference(const std::vector<Exchanged>& expected,
                                           const std::vector<Exchanged>& found) {
  for (size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
    const auto of_expected = at(expected, i);
    const auto of_found = at(found, i);
    if (of_expected != of_found) return Difference{.number = i, .expected = of_expected, .found = of_found};
  }
  return {};
}

Script::Script(std::unique_ptr<db::Session> session, const MarketParameters& parameters,
               std::vector<int> customer_types)
    : session_(std::move(session)),
      customer_types_(std::move(customer_types)),
      model_(parameters),
      context_{.model = model_,
               .trade_result_isolation = db::Isolation::kSerializable,
               .short_history = parameters.trade_days < kFullHistoryDays,
               .now = counting_clock},
      inputs_(open_inputs(model_of(parameters), kInputSeed)),
      market_inputs_(open_inputs(model_of(parameters), kInputSeed + 1)),
      exchange_(market_inputs_.get()) {}

std::vector<Exchanged> Script::run(int rounds) {
  restart_clock();
  for (int round = 0; round < rounds; ++round) {
    for (const int type : customer_types_) ask(type, true);
    const int table = 1 + round % kMaintainedTables;
    execute(QUARTET_DATA_MAINTENANCE, table, next_maintenance(inputs_, table), false);
    constexpr int64_t kMillisPerRound = 3000;
    exchange_.advance(kMillisPerRound);
    exchange_.flush();
    execute_market();
  }
  constexpr int kOpenOrders = 5;
  const bool has_orders =
      std::find(customer_types_.begin(), customer_types_.end(), QUARTET_TRADE_ORDER) != customer_types_.end();
  for (int cleanup = 0; cleanup < kCleanups; ++cleanup) {
    for (int i = 0; has_orders && i < kOpenOrders; ++i) ask(QUARTET_TRADE_ORDER, false);
    ask(QUARTET_TRADE_CLEANUP, false);
  }
  return std::move(exchanged_);
}

void Script::ask(int type, bool is_for_market) {
  const Bytes input = next_input(inputs_, type);
  int frame = 0;
  if (type == QUARTET_TRADE_LOOKUP) frame = decode<TradeLookupInput>(view_of(input)).frame;
  if (type == QUARTET_TRADE_UPDATE) frame = decode<TradeUpdateInput>(view_of(input)).frame;
  execute(type, frame, input, is_for_market);
}

void Script::execute_market() {
  Request request;
  while (exchange_.next(request)) execute(request.type, 0, request.input, true);
}

void Script::execute(int type, int frame, const Bytes& input, bool is_for_market) {
  const Execution execution = quartet::execute(*session_, type, make_attempt(type, view_of(input), context_));
  exchanged_.push_back({type, frame, text_of(execution)});
  if (!is_for_market) return;
  for (const quartet_order& order : execution.answer.orders) exchange_.accept(order);
}

}  // namespace quartet::lab
