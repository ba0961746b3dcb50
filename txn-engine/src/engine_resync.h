// What Tier A asks of a database beside the transactions: the orders that the market has to be told of again, and
// whether it answers.
#ifndef QUARTET_ENGINE_RESYNC_H
#define QUARTET_ENGINE_RESYNC_H

#include "db/session.h"
#include "txn/transactions.h"

namespace quartet {

// The orders of a database with a run-time trade id that are submitted (to be processed now) or pending (to wait for
// their limit), oldest id first, at their requested price. Reads only; throws db::DatabaseError.
[[nodiscard]] Answer resync(db::Session& session, const Context& context);

// The server's version as text in `output`. Reads only; throws db::DatabaseError.
[[nodiscard]] Answer probe(db::Session& session);

}  // namespace quartet

#endif  // QUARTET_ENGINE_RESYNC_H
