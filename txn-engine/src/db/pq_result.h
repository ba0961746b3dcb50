// Rows of one statement on libpq, in binary form.
#ifndef QUARTET_DB_PQ_RESULT_H
#define QUARTET_DB_PQ_RESULT_H

#include <libpq-fe.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "db/session.h"

namespace quartet::db {

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultHandle = std::unique_ptr<PGresult, ClearResult>;

class PqResult final : public Result {
 public:
  explicit PqResult(ResultHandle handle) : handle_(std::move(handle)) {}

  [[nodiscard]] int rows() const override { return PQntuples(handle_.get()); }
  [[nodiscard]] int64_t affected() const override;
  [[nodiscard]] bool is_null(int row, int column) const override;
  [[nodiscard]] int64_t integer(int row, int column) const override;
  [[nodiscard]] bool boolean(int row, int column) const override;
  [[nodiscard]] std::string_view text(int row, int column) const override;
  [[nodiscard]] int64_t cents(int row, int column) const override;
  [[nodiscard]] int64_t scaled(int row, int column, int digits) const override;
  [[nodiscard]] int64_t timestamp(int row, int column) const override;
  [[nodiscard]] int32_t date(int row, int column) const override;

 private:
  void check_position(int row, int column) const;
  // Bytes of a value that is not NULL and has one of the types.
  [[nodiscard]] std::string_view bytes(int row, int column, std::initializer_list<uint32_t> types) const;

  ResultHandle handle_;
};

class PqResults final : public Results {
 public:
  [[nodiscard]] const Result& operator[](size_t index) const override { return results_.at(index); }
  void add(ResultHandle handle) { results_.emplace_back(std::move(handle)); }
  void clear() { results_.clear(); }
  [[nodiscard]] std::unique_ptr<Result> take(size_t index) {
    return std::make_unique<PqResult>(std::move(results_.at(index)));
  }

 private:
  std::vector<PqResult> results_;
};

}  // namespace quartet::db

#endif  // QUARTET_DB_PQ_RESULT_H
