// The log of the service: lines on standard error, whose owner keeps them. "key=value" pairs behind a sentence.
#ifndef QUARTET_TIERA_LOG_H
#define QUARTET_TIERA_LOG_H

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace quartet::tiera {

enum class LogLevel : uint8_t { kInfo, kWarning, kError };

// Writes one line: time in UTC, level, name of the thread, text. Control characters become spaces, and what is longer
// than kLongestLine bytes is cut: what others say must not look like lines of ours. Thread-safe.
inline constexpr size_t kLongestLine = 2'000;
void log_line(LogLevel level, std::string_view text) noexcept;

// The name of the calling thread in the log and in the lists of the system. Unnamed, it is "main".
void name_thread(const std::string& name);

template <typename... Values>
void log_info(fmt::format_string<Values...> format, Values&&... values) {
  log_line(LogLevel::kInfo, fmt::format(format, std::forward<Values>(values)...));
}
template <typename... Values>
void log_warning(fmt::format_string<Values...> format, Values&&... values) {
  log_line(LogLevel::kWarning, fmt::format(format, std::forward<Values>(values)...));
}
template <typename... Values>
void log_error(fmt::format_string<Values...> format, Values&&... values) {
  log_line(LogLevel::kError, fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_LOG_H
