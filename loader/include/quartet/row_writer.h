// Rows in one of the two forms that PostgreSQL's COPY takes.
//
// Grammar of the binary form (all integers big-endian):
//   row    := int16 column-count, field*
//   field  := int32 length, byte[length]     length -1 for NULL
// The sink adds the file header ("PGCOPY\n\377\r\n\0", int32 flags, int32 extension) and the trailer (int16 -1).
//
// Grammar of the text form (COPY's own defaults; the sink adds nothing):
//   row    := field ("\t" field)* "\n"
//   field  := "\N" | number | "t" | "f" | yyyy-mm-dd | yyyy-mm-dd hh:mm:ss.mmm | character*
// with backslash, tab, newline and carriage return in characters written as \\, \t, \n and \r.
#ifndef QUARTET_ROW_WRITER_H
#define QUARTET_ROW_WRITER_H

#include <cstdint>
#include <string>
#include <string_view>

namespace quartet {

enum class RowFormat : uint8_t { kBinary, kText };

// Appends rows to a growing buffer that its owner drains. A row is whole once the fields it announced are written; the
// text form ends its line then. Not thread-safe.
class RowWriter {
 public:
  RowWriter() = default;  // binary
  explicit RowWriter(RowFormat format) : format_(format) {}

  // Starts a row of exactly `columns` fields, which the caller writes next.
  void row(int16_t columns);
  void null();
  void int2(int16_t value);
  void int4(int32_t value);
  void int8(int64_t value);
  void boolean(bool value);
  void text(std::string_view value);
  void date(int32_t days);                 // since 2000-01-01, years 1000..9999
  void timestamp(int64_t micros);          // since 2000-01-01 00:00, rounded down to a millisecond by the caller
  void numeric(int64_t value, int scale);  // value / 10^scale, scale 0..5, for instance cents with scale 2

  [[nodiscard]] RowFormat format() const { return format_; }
  [[nodiscard]] uint64_t rows() const { return rows_; }
  [[nodiscard]] const std::string& buffer() const { return buffer_; }
  void clear() { buffer_.clear(); }

 private:
  void end_text_field() { buffer_ += --fields_left_ == 0 ? '\n' : '\t'; }
  void text_integer(int64_t value);

  std::string buffer_;
  uint64_t rows_ = 0;
  RowFormat format_ = RowFormat::kBinary;
  int16_t fields_left_ = 0;  // text form: of the row begun
};

}  // namespace quartet

#endif  // QUARTET_ROW_WRITER_H
