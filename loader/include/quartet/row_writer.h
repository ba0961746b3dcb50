// Rows in PostgreSQL's binary COPY form.
//
// Grammar of what a writer produces (all integers big-endian):
//   row    := int16 column-count, field*
//   field  := int32 length, byte[length]     length -1 for NULL
// The sink adds the file header ("PGCOPY\n\377\r\n\0", int32 flags, int32 extension) and the trailer (int16 -1).
#ifndef QUARTET_ROW_WRITER_H
#define QUARTET_ROW_WRITER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace quartet {

// Appends rows to a growing buffer that its owner drains. Not thread-safe.
class RowWriter {
 public:
  void row(int16_t columns);
  void null();
  void int2(int16_t value);
  void int4(int32_t value);
  void int8(int64_t value);
  void boolean(bool value);
  void text(std::string_view value);
  void date(int32_t days);                 // since 2000-01-01
  void timestamp(int64_t micros);          // since 2000-01-01 00:00, rounded down to a millisecond by the caller
  void numeric(int64_t value, int scale);  // value / 10^scale, scale 0..5, for instance cents with scale 2

  [[nodiscard]] uint64_t rows() const { return rows_; }
  [[nodiscard]] const std::string& buffer() const { return buffer_; }
  void clear() { buffer_.clear(); }

 private:
  std::string buffer_;
  uint64_t rows_ = 0;
};

}  // namespace quartet

#endif  // QUARTET_ROW_WRITER_H
