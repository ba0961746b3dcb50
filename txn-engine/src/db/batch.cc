#include <stdexcept>
#include <utility>

#include "db/session.h"

namespace quartet::db {

Batch& Batch::begin(Isolation isolation) {
  if (!entries_.empty()) throw std::logic_error("BEGIN must be the first entry of its batch");
  entries_.push_back({.kind = Entry::Kind::kBegin, .isolation = isolation, .statement = nullptr, .parameters = {}});
  return *this;
}

size_t Batch::add(const Statement& statement, Parameters parameters) {
  if (ends_with_commit()) throw std::logic_error("COMMIT must be the last entry of its batch");
  entries_.push_back({.kind = Entry::Kind::kStatement,
                      .isolation = Isolation::kReadCommitted,
                      .statement = &statement,
                      .parameters = std::move(parameters)});
  return results_++;
}

Batch& Batch::commit() {
  if (ends_with_commit()) throw std::logic_error("a batch commits once");
  entries_.push_back(
      {.kind = Entry::Kind::kCommit, .isolation = Isolation::kReadCommitted, .statement = nullptr, .parameters = {}});
  return *this;
}

bool Batch::ends_with_commit() const { return !entries_.empty() && entries_.back().kind == Entry::Kind::kCommit; }

}  // namespace quartet::db
