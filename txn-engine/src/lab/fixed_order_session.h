// Statements whose answer does not depend on the plan.
#ifndef QUARTET_LAB_FIXED_ORDER_SESSION_H
#define QUARTET_LAB_FIXED_ORDER_SESSION_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "db/session.h"

namespace quartet::lab {

// Some statements leave the order of their rows, or the choice of rows under a LIMIT, to the plan: two news items of a
// company, trades of the same millisecond. Any of these answers is right, so that two databases with other indexes may
// give different ones. This session sends such a statement with an ORDER BY that leaves nothing open, and every other
// one as it is.
class FixedOrderSession final : public db::Session {
 public:
  explicit FixedOrderSession(std::unique_ptr<db::Session> inner) : inner_(std::move(inner)) {}

  const db::Results& run(const db::Batch& batch) override;
  [[nodiscard]] std::unique_ptr<db::Result> take_result(size_t index) override { return inner_->take_result(index); }
  void rollback() override { inner_->rollback(); }
  uint32_t take_round_trips() override { return inner_->take_round_trips(); }

 private:
  struct Fixed {
    std::string sql;
    db::Statement statement;
  };
  const db::Statement& fixed(const db::Statement& statement);

  std::unique_ptr<db::Session> inner_;
  std::map<const db::Statement*, Fixed> fixed_;
};

// The SQL of a statement with its order fixed; its own SQL on one line when it leaves nothing open. Throws
// std::logic_error when the statement has lost the text that is to be replaced.
[[nodiscard]] std::string with_fixed_order(const db::Statement& statement);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_FIXED_ORDER_SESSION_H
