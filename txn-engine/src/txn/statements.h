// The statements of each transaction, so that their plans can be read without running it.
//
// Batched forms only: with `statements: plain` a run takes some of them apart (txn/plain/).
#ifndef QUARTET_TXN_STATEMENTS_H
#define QUARTET_TXN_STATEMENTS_H

#include <vector>

#include "db/session.h"

namespace quartet {

using StatementList = std::vector<const db::Statement*>;

// Statements of a transaction (quartet_type), each once. Several may share a name: DM2 is one statement for customers
// and another one for companies. Throws std::invalid_argument for a type that does not exist.
[[nodiscard]] StatementList statements_of(int type);

// Each is defined beside its transaction.
[[nodiscard]] StatementList broker_volume_statements();
[[nodiscard]] StatementList customer_position_statements();
[[nodiscard]] StatementList market_feed_statements();
[[nodiscard]] StatementList market_watch_statements();
[[nodiscard]] StatementList security_detail_statements();
[[nodiscard]] StatementList trade_lookup_statements();
[[nodiscard]] StatementList trade_order_statements();
[[nodiscard]] StatementList trade_result_statements();
[[nodiscard]] StatementList trade_status_statements();
[[nodiscard]] StatementList trade_update_statements();
[[nodiscard]] StatementList data_maintenance_statements();
[[nodiscard]] StatementList trade_cleanup_statements();

// Statements that Trade-Lookup and Trade-Update share.
[[nodiscard]] StatementList trade_details_statements();

}  // namespace quartet

#endif  // QUARTET_TXN_STATEMENTS_H
