// Begin and end of rows in PostgreSQL's binary COPY form (all integers big-endian):
//   stream := "PGCOPY\n\377\r\n\0" int32(0) int32(0) row* int16(-1)      row: see quartet/row_writer.h
#ifndef QUARTET_LOAD_COPY_FORMAT_H
#define QUARTET_LOAD_COPY_FORMAT_H

#include <string_view>

namespace quartet::load {

inline constexpr std::string_view kCopyHeader{"PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19};
inline constexpr std::string_view kCopyTrailer{"\377\377", 2};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_COPY_FORMAT_H
