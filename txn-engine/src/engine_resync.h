// Orders that the market has to be told of again.
#ifndef QUARTET_ENGINE_RESYNC_H
#define QUARTET_ENGINE_RESYNC_H

#include "db/session.h"
#include "txn/transactions.h"

namespace quartet {

// The orders of a database with a run-time trade id that are submitted (to be processed now) or pending (to wait for
// their limit), oldest id first, at their requested price. Reads only; throws db::DatabaseError.
[[nodiscard]] Answer resync(db::Session& session, const Context& context);

}  // namespace quartet

#endif  // QUARTET_ENGINE_RESYNC_H
