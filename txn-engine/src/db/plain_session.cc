#include "db/plain_session.h"

#include <utility>

namespace quartet::db {

PlainSession::PlainSession(std::unique_ptr<Session> inner) : inner_(std::move(inner)) {}

const Results& PlainSession::run(const Batch& batch) {
  batch.check();
  results_.clear();
  for (const Batch::Entry& entry : batch.entries()) {
    switch (entry.kind) {
      case Batch::Entry::Kind::kBegin:
        // Alone in its batch, so that it is really sent: a session leaves BEGIN out only where the COMMIT travels with
        // it.
        inner_->run(Batch().begin(entry.isolation));
        break;
      case Batch::Entry::Kind::kStatement:
        results_.add(run_statement(entry, batch.allowed()));
        break;
      case Batch::Entry::Kind::kCommit:
        inner_->run(Batch().commit());
        break;
      case Batch::Entry::Kind::kRollback:
        // Not as a batch: this one is a no-op when the server has rolled back already.
        inner_->rollback();
        break;
    }
  }
  return results_;
}

std::unique_ptr<Result> PlainSession::run_statement(const Batch::Entry& entry, std::chrono::milliseconds allowed) {
  const Statement& statement = *entry.statement;
  if (statement.plain != nullptr) {
    return statement.plain({.session = *inner_, .parameters = entry.parameters, .earlier = results_.all()});
  }
  Batch batch;
  const size_t index = batch.add(statement, entry.parameters);
  batch.allow(allowed);
  inner_->run(batch);
  // Taken out: the next statement of the batch would end its life.
  return inner_->take_result(index);
}

}  // namespace quartet::db
