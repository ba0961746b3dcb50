// Requests of Tier A to a database besides transactions: the orders to report to the market again, and a probe.
#ifndef QUARTET_ENGINE_RESYNC_H
#define QUARTET_ENGINE_RESYNC_H

#include "db/session.h"
#include "txn/transactions.h"

namespace quartet {

// The orders of a database with a run-time trade id, oldest id first, at their requested price. They are submitted
// (processed now) or pending (waiting for their limit). Reads only. Throws db::DatabaseError.
[[nodiscard]] Answer resync(db::Session& session, const Context& context);

// The server's version as text in `output`. Reads only; throws db::DatabaseError.
[[nodiscard]] Answer probe(db::Session& session);

}  // namespace quartet

#endif  // QUARTET_ENGINE_RESYNC_H
