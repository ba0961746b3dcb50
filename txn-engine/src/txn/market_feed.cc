// docs/spec/transactions.md, "Market-Feed": apply a batch of the ticker and release the limit orders whose price is
// reached. REPEATABLE READ, one database transaction, 2 round trips.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "txn/plain/forms.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

const db::Statement kUpdatePrices{"MFs1",
                                  R"(
    UPDATE last_trade
    SET lt_price = price
      , lt_vol = lt_vol + volume
      , lt_dts = $4
    FROM unnest($1, $2, $3) AS feed (symbol, price, volume)
    WHERE lt_s_symb = symbol)",
                                  {Type::kTextArray, Type::kMoneyArray, Type::kInt8Array, Type::kTimestamp},
                                  plain::update_prices};

// One row per order even when several entries release it.
const db::Statement kTakeRequests{"MFs2",
                                  R"(
    DELETE FROM trade_request
    USING unnest($1, $2) AS feed (symbol, price)
    WHERE tr_s_symb = symbol
      AND (
        (tr_tt_id = 'TSL' AND tr_bid_price >= price)
        OR (tr_tt_id = 'TLS' AND tr_bid_price <= price)
        OR (tr_tt_id = 'TLB' AND tr_bid_price >= price))
    RETURNING tr_t_id, tr_tt_id, tr_s_symb, tr_bid_price, tr_qty)",
                                  {Type::kTextArray, Type::kMoneyArray},
                                  plain::take_requests};

// MFs3 and MFs4 in one. An order is never submitted before it was placed, even if the clock was set back between.
const db::Statement kSubmit{"MFs3",
                            R"(
    WITH submitted AS (
        UPDATE trade
        SET t_dts = greatest(t_dts, $2)
          , t_st_id = 'SBMT'
        WHERE t_id = ANY ($1)
        RETURNING t_id, t_dts)
    INSERT INTO trade_history (th_t_id, th_dts, th_st_id)
    SELECT t_id, t_dts, 'SBMT'
    FROM submitted)",
                            {Type::kInt8Array, Type::kTimestamp},
                            plain::submit};

// The feed in columns. `price` and `symbol` run over all entries, the rest over distinct symbols in sorted order, so
// that two feeds lock LAST_TRADE rows in the same order.
struct Columns {
  std::vector<std::string> symbols;
  std::vector<int64_t> prices;
  std::vector<std::string> distinct_symbols;
  std::vector<int64_t> last_prices;
  std::vector<int64_t> volumes;
};

Columns columns_of(const MarketFeedInput& input) {
  struct Total {
    int64_t price = 0;
    int64_t volume = 0;
  };
  Columns columns;
  std::map<std::string, Total> totals;
  for (const MarketFeedInput::Entry& entry : input.entries) {
    columns.symbols.push_back(entry.symbol);
    columns.prices.push_back(entry.price_cents);
    Total& total = totals[entry.symbol];
    // Entries come in order of time: the last price stands, the volumes add up.
    total.price = entry.price_cents;
    total.volume += entry.quantity;
  }
  for (const auto& [symbol, total] : totals) {
    columns.distinct_symbols.push_back(symbol);
    columns.last_prices.push_back(total.price);
    columns.volumes.push_back(total.volume);
  }
  return columns;
}

uint8_t type_number(std::string_view type_id) {
  const auto* const found = std::find(kTradeTypeIds.begin(), kTradeTypeIds.end(), type_id);
  if (found == kTradeTypeIds.end()) throw std::logic_error("Market-Feed: trade type " + std::string(type_id));
  return static_cast<uint8_t>(found - kTradeTypeIds.begin());
}

std::vector<quartet_order> released_orders(const MarketModel& model, const db::Result& requests) {
  std::vector<quartet_order> orders;
  for (int row = 0; row < requests.rows(); ++row) {
    const int64_t security = model.security_of_symbol(requests.text(row, 2));
    if (security < 0) throw std::logic_error("Market-Feed: released symbol is not in the market model");
    quartet_order order{};
    order.trade_id = static_cast<uint64_t>(requests.integer(row, 0));
    order.trade_type = type_number(requests.text(row, 1));
    order.security = static_cast<uint32_t>(security);
    // At its limit, not at the price that released it.
    order.price_cents = static_cast<uint32_t>(requests.cents(row, 3));
    order.quantity = static_cast<uint32_t>(requests.integer(row, 4));
    order.action = QUARTET_PROCESS_NOW;
    orders.push_back(order);
  }
  // DELETE returns rows in any order, and answers must not depend on plan or access path.
  std::sort(orders.begin(), orders.end(),
            [](const quartet_order& a, const quartet_order& b) { return a.trade_id < b.trade_id; });
  return orders;
}

}  // namespace

StatementList market_feed_statements() { return {&kUpdatePrices, &kTakeRequests, &kSubmit}; }

Answer market_feed(db::Session& session, const Context& context, const MarketFeedInput& input) {
  const Columns columns = columns_of(input);
  const int64_t now = context.now();
  db::Batch apply;
  // One transaction for the whole feed: an order must not be released at a price that is then rolled back.
  apply.begin(db::Isolation::kRepeatableRead);
  const size_t prices = apply.add(kUpdatePrices, db::Parameters()
                                                     .text_array(columns.distinct_symbols)
                                                     .money_array(columns.last_prices)
                                                     .int8_array(columns.volumes)
                                                     .timestamp(now));
  // Every entry counts, not only the last of its symbol: the price may have touched the limit in between.
  const size_t requests =
      apply.add(kTakeRequests, db::Parameters().text_array(columns.symbols).money_array(columns.prices));
  const db::Results& results = session.run(apply);

  Answer answer;
  const auto updated = static_cast<int32_t>(results[prices].affected());
  // Before anything is submitted: a feed with an unknown symbol must leave no trace.
  if (updated < input.unique_symbols) {
    session.rollback();
    answer.status = -311;
    return answer;
  }
  std::vector<quartet_order> orders = released_orders(context.model, results[requests]);
  std::vector<int64_t> ids;
  ids.reserve(orders.size());
  for (const quartet_order& order : orders) ids.push_back(static_cast<int64_t>(order.trade_id));

  db::Batch finish;
  // A second round trip, because the orders to submit are known only from the answer of the first.
  if (!ids.empty()) finish.add(kSubmit, db::Parameters().int8_array(ids).timestamp(now));
  finish.commit();
  session.run(finish);

  // Only after the COMMIT: the Market Exchange must not execute an order that is pending again.
  answer.orders = std::move(orders);
  wire::Writer writer;
  writer(updated)(static_cast<int32_t>(ids.size()));
  answer.output = writer.take();
  return answer;
}

}  // namespace quartet
