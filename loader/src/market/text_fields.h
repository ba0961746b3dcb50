// Values as COPY's text form writes them.
#ifndef QUARTET_MARKET_TEXT_FIELDS_H
#define QUARTET_MARKET_TEXT_FIELDS_H

#include <cstdint>
#include <string>
#include <string_view>

namespace quartet::text_fields {

void append_characters(std::string& out, std::string_view value);
void append_integer(std::string& out, int64_t value);
void append_date(std::string& out, int32_t days);         // since 2000-01-01, years 1000..9999
void append_timestamp(std::string& out, int64_t micros);  // since 2000-01-01 00:00, to the millisecond
void append_numeric(std::string& out, int64_t value, int scale);

}  // namespace quartet::text_fields

#endif  // QUARTET_MARKET_TEXT_FIELDS_H
