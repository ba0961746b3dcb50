#include "db/control_statements.h"

#include <stdexcept>

namespace quartet::db {
namespace {

const Statement kBeginReadCommitted = {"BEGIN", "BEGIN ISOLATION LEVEL READ COMMITTED", {}};
const Statement kBeginRepeatableRead = {"BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ", {}};
const Statement kBeginSerializable = {"BEGIN", "BEGIN ISOLATION LEVEL SERIALIZABLE", {}};

}  // namespace

const Statement kCommit = {"COMMIT", "COMMIT", {}};
const Statement kRollback = {"ROLLBACK", "ROLLBACK", {}};

const Statement& begin_statement(Isolation isolation) {
  switch (isolation) {
    case Isolation::kReadCommitted:
      return kBeginReadCommitted;
    case Isolation::kRepeatableRead:
      return kBeginRepeatableRead;
    case Isolation::kSerializable:
      return kBeginSerializable;
  }
  throw std::logic_error("unknown isolation level");
}

}  // namespace quartet::db
