// Statements that Trade-Order and Trade-Result run one at a time under different names, and rows with lots.
#ifndef QUARTET_TXN_PLAIN_LOTS_H
#define QUARTET_TXN_PLAIN_LOTS_H

#include <cstdint>
#include <memory>
#include <string_view>

#include "db/row_set.h"
#include "db/session.h"

namespace quartet::plain {

enum class LotOrder : uint8_t { kOldestFirst, kNewestFirst };

// Parameters: account, symbol. Result: shares; no row without a position.
[[nodiscard]] db::Statement position_statement(const char* name);

// Parameters: account, symbol, most rows. Result: trade id, quantity, price.
[[nodiscard]] db::Statement lots_statement(const char* name, LotOrder order);

// Those of lots_statement(), for as many lots as the quantity has of the smallest.
[[nodiscard]] db::Parameters lots_parameters(int64_t account, std::string_view symbol, int32_t quantity,
                                             int32_t smallest_lot);

// Parameters: tier, trade type, exchange, quantity. Result: rate.
[[nodiscard]] db::Statement commission_rate_statement(const char* name);

// A row of `cells` and a lot for each lot; one without a lot when there is none.
[[nodiscard]] std::unique_ptr<db::Result> with_lots(const db::RowSet::Row& cells, const db::Result& lots);

}  // namespace quartet::plain

#endif  // QUARTET_TXN_PLAIN_LOTS_H
