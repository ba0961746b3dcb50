#include <stdexcept>
#include <utility>

#include "db/session.h"

namespace quartet::db {

Batch& Batch::begin(Isolation isolation) {
  // Sessions look at the first and the last entry only, so BEGIN and COMMIT may stand nowhere else.
  if (!entries_.empty()) throw std::logic_error("BEGIN must be the first entry of its batch");
  entries_.push_back({.kind = Entry::Kind::kBegin, .isolation = isolation, .statement = nullptr, .parameters = {}});
  return *this;
}

size_t Batch::add(const Statement& statement, Parameters parameters) {
  if (has_ended()) throw std::logic_error("COMMIT or ROLLBACK must be the last entry of its batch");
  entries_.push_back({.kind = Entry::Kind::kStatement,
                      .isolation = Isolation::kReadCommitted,
                      .statement = &statement,
                      .parameters = std::move(parameters)});
  return results_++;
}

Batch& Batch::commit() {
  end(Entry::Kind::kCommit);
  return *this;
}

Batch& Batch::rollback() {
  end(Entry::Kind::kRollback);
  return *this;
}

void Batch::end(Entry::Kind kind) {
  if (has_ended()) throw std::logic_error("a batch ends once");
  entries_.push_back({.kind = kind, .isolation = Isolation::kReadCommitted, .statement = nullptr, .parameters = {}});
}

Batch& Batch::allow(std::chrono::milliseconds wait) {
  allowed_ = wait;
  return *this;
}

bool Batch::ends_with_commit() const { return !entries_.empty() && entries_.back().kind == Entry::Kind::kCommit; }

bool Batch::has_ended() const {
  return ends_with_commit() || (!entries_.empty() && entries_.back().kind == Entry::Kind::kRollback);
}

}  // namespace quartet::db
