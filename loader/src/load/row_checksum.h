// A checksum of rows that does not depend on their order, so that it can be compared with what a table holds.
#ifndef QUARTET_LOAD_ROW_CHECKSUM_H
#define QUARTET_LOAD_ROW_CHECKSUM_H

#include <cstdint>
#include <string>
#include <string_view>

namespace quartet::load {

// The sum, modulo 2^64, of the XXH3 hashes of rows in binary COPY form. The sum over a table is the sum over its parts.
class RowChecksum {
 public:
  // Takes whole rows as quartet/row_writer.h gives them. Throws std::runtime_error when they are none.
  void add(std::string_view rows);
  void add(const RowChecksum& other) {
    rows_ += other.rows_;
    sum_ += other.sum_;
  }

  [[nodiscard]] int64_t rows() const { return rows_; }
  // 16 hexadecimal digits.
  [[nodiscard]] std::string text() const;

  // As stored: the sum in two's complement.
  [[nodiscard]] int64_t stored() const { return static_cast<int64_t>(sum_); }
  [[nodiscard]] static RowChecksum from_stored(int64_t rows, int64_t sum) {
    RowChecksum checksum;
    checksum.rows_ = rows;
    checksum.sum_ = static_cast<uint64_t>(sum);
    return checksum;
  }

  friend bool operator==(const RowChecksum&, const RowChecksum&) = default;

 private:
  int64_t rows_ = 0;
  uint64_t sum_ = 0;
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_ROW_CHECKSUM_H
