// The statements that begin and end a transaction.
#ifndef QUARTET_DB_CONTROL_STATEMENTS_H
#define QUARTET_DB_CONTROL_STATEMENTS_H

#include "db/session.h"

namespace quartet::db {

// BEGIN at the level.
[[nodiscard]] const Statement& begin_statement(Isolation isolation);
extern const Statement kCommit;
extern const Statement kRollback;

}  // namespace quartet::db

#endif  // QUARTET_DB_CONTROL_STATEMENTS_H
