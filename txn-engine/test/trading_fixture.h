// A database of its own for the tests of the writing transactions, and short forms of what they do most.
#ifndef QUARTET_TEST_TRADING_FIXTURE_H
#define QUARTET_TEST_TRADING_FIXTURE_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "db/pq_session.h"
#include "postgres_fixture.h"
#include "txn/transactions.h"

namespace quartet::test {

// A copy of the OLTP database, made at the first call; whatever the writing tests leave behind stays there.
[[nodiscard]] const std::string& trading_conninfo();

// Titles of the class-A checks of schema/checks that return rows on the database of `sql`, with their first row.
[[nodiscard]] std::vector<std::string> failed_checks(Sql& sql);

// An account and a symbol that it has never traded, so its position starts from nothing.
struct Position {
  int64_t account;
  std::string symbol;
  int64_t customer;  // ordinal
  int tier;
  std::string owner_name;  // first and last
};

class TradingTest : public testing::Test {
 protected:
  // A position no other test uses. `tax_status` -1 takes any.
  Position fresh_position(int tax_status = -1);

  // A market order of the account's owner.
  static TradeOrderInput order_of(const Position& position, TradeType type, int32_t quantity);

  Answer place(const TradeOrderInput& order) { return trade_order(session, context, order); }
  Answer settle(int64_t trade_id, int64_t price_cents) {
    return trade_result(session, context, {trade_id, price_cents});
  }

  // Places a market order and settles it at the price. Returns the trade id.
  int64_t trade(const Position& position, TradeType type, int32_t quantity, int64_t price_cents, bool is_lifo = false,
                bool is_margin = false);

  // Rows of SQL as text: columns joined by blanks.
  std::vector<std::string> lines(const std::string& query);

  // Open lots, oldest first: "quantity@price".
  std::vector<std::string> lots(const Position& position);
  // HOLDING_HISTORY rows of a trade in order of the lots: "before>after".
  std::vector<std::string> changes(int64_t trade_id);
  std::string position_quantity(const Position& position);
  std::string status_of(int64_t trade_id);

  // Hundredths of a percent by docs/spec/population.md, "Commission rates".
  int64_t commission_rate(const Position& position, int32_t quantity);

  const MarketModel model{loaded_parameters()};
  const Context context{model, db::Isolation::kSerializable, true};
  Sql sql{trading_conninfo()};
  db::PqSession session{trading_conninfo()};
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_TRADING_FIXTURE_H
