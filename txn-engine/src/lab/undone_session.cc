#include "lab/undone_session.h"

#include <utility>
#include <vector>

namespace quartet::lab {
namespace {

const db::Statement kSavepoint = {"BEGIN", "SAVEPOINT quartet_lab", {}};
const db::Statement kRelease = {"COMMIT", "RELEASE SAVEPOINT quartet_lab", {}};
const db::Statement kRollbackTo = {"ROLLBACK", "ROLLBACK TO SAVEPOINT quartet_lab", {}};

void add_rollback(db::Batch& batch) {
  batch.add(kRollbackTo);
  // ROLLBACK TO keeps the savepoint; they would pile up.
  batch.add(kRelease);
}

}  // namespace

UndoneSession::UndoneSession(std::unique_ptr<db::Session> inner) : inner_(std::move(inner)) {
  inner_->run(db::Batch().begin(db::Isolation::kReadCommitted));
}

UndoneSession::~UndoneSession() {
  try {
    inner_->rollback();
  } catch (const db::DatabaseError&) {
    // The connection is lost, and the server has rolled back.
  }
}

const db::Results& UndoneSession::run(const db::Batch& batch) {
  results_.clear();
  db::Batch sent;
  sent.allow(batch.allowed());
  std::vector<size_t> indexes;
  bool is_ended = false;
  for (const db::Batch::Entry& entry : batch.entries()) {
    switch (entry.kind) {
      case db::Batch::Entry::Kind::kBegin:
        sent.add(kSavepoint);
        is_open_ = true;
        break;
      case db::Batch::Entry::Kind::kStatement:
        indexes.push_back(sent.add(*entry.statement, entry.parameters));
        break;
      case db::Batch::Entry::Kind::kCommit:
        sent.add(kRelease);
        is_ended = true;
        break;
      case db::Batch::Entry::Kind::kRollback:
        add_rollback(sent);
        is_ended = true;
        break;
    }
  }
  inner_->run(sent);
  if (is_ended) is_open_ = false;
  for (const size_t index : indexes) results_.add(inner_->take_result(index));
  return results_;
}

void UndoneSession::rollback() {
  if (!is_open_) return;
  is_open_ = false;
  db::Batch batch;
  add_rollback(batch);
  inner_->run(batch);
}

}  // namespace quartet::lab
