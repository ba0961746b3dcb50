// Results of one batch that outlive the batches of the session that executed its statements.
#ifndef QUARTET_DB_OWNED_RESULTS_H
#define QUARTET_DB_OWNED_RESULTS_H

#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "db/session.h"

namespace quartet::db {

class OwnedResults final : public Results {
 public:
  [[nodiscard]] const Result& operator[](size_t index) const override {
    const auto& result = results_.at(index);
    if (!result) throw std::logic_error("a result was read that has been taken");
    return *result;
  }
  [[nodiscard]] std::unique_ptr<Result> take(size_t index) { return std::move(results_.at(index)); }
  [[nodiscard]] std::span<const std::unique_ptr<Result>> all() const { return results_; }
  void add(std::unique_ptr<Result> result) { results_.push_back(std::move(result)); }
  void clear() { results_.clear(); }

 private:
  std::vector<std::unique_ptr<Result>> results_;
};

}  // namespace quartet::db

#endif  // QUARTET_DB_OWNED_RESULTS_H
