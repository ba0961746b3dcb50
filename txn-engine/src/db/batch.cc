#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "db/session.h"

namespace quartet::db {
namespace {

void check_parameters(const Statement& statement, const std::vector<Parameters::Value>& given) {
  const std::vector<Type>& wanted = statement.parameters;
  if (wanted.size() != given.size()) {
    throw std::logic_error(
        fmt::format("statement {} takes {} parameters, not {}", statement.name, wanted.size(), given.size()));
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (given[i].is_null || given[i].type == wanted[i]) continue;
    throw std::logic_error(fmt::format("statement {} takes {} as parameter {}, not {}", statement.name,
                                       type_name(wanted[i]), i + 1, type_name(given[i].type)));
  }
}

}  // namespace

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

void Batch::check() const {
  if (entries_.empty()) throw std::logic_error("an empty batch was run");
  for (const Entry& entry : entries_) {
    if (entry.kind == Entry::Kind::kStatement) check_parameters(*entry.statement, entry.parameters.values());
  }
}

bool Batch::ends_with_commit() const { return !entries_.empty() && entries_.back().kind == Entry::Kind::kCommit; }

bool Batch::has_ended() const {
  return ends_with_commit() || (!entries_.empty() && entries_.back().kind == Entry::Kind::kRollback);
}

}  // namespace quartet::db
