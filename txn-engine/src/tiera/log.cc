#include "tiera/log.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <iterator>

namespace quartet::tiera {
namespace {

thread_local std::string thread_name = "main";  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

constexpr std::array<std::string_view, 3> kLevels = {"INFO ", "WARN ", "ERROR"};

// The same lines as the driver's, so that both logs read alike.
std::string line_of(LogLevel level, std::string_view text) {
  std::timespec now{};
  static_cast<void>(std::timespec_get(&now, TIME_UTC));
  std::tm utc{};
  gmtime_r(&now.tv_sec, &utc);
  std::array<char, sizeof("0000-00-00T00:00:00")> second{};
  static_cast<void>(std::strftime(second.data(), second.size(), "%Y-%m-%dT%H:%M:%S", &utc));
  std::string line = fmt::format("{}.{:03}Z {} [{}] TierA: ", second.data(), now.tv_nsec / 1'000'000,
                                 kLevels.at(static_cast<size_t>(level)), thread_name);
  const std::string_view part = text.substr(0, kLongestLine);
  std::transform(part.begin(), part.end(), std::back_inserter(line), [](unsigned char byte) {
    const bool is_control = byte < ' ' || byte == '\x7f';
    return is_control ? ' ' : static_cast<char>(byte);
  });
  line += '\n';
  return line;
}

}  // namespace

void log_line(LogLevel level, std::string_view text) noexcept {
  try {
    const std::string line = line_of(level, text);
    // In one call: standard error is not buffered, and lines of several threads stay whole.
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
  } catch (const std::exception&) {
    // Out of memory: the service outlives a lost line.
    static_cast<void>(std::fputs("TierA: a line of the log is lost: out of memory\n", stderr));
  }
}

void name_thread(const std::string& name) {
  thread_name = name;
  static_cast<void>(pthread_setname_np(pthread_self(), name.c_str()));
}

}  // namespace quartet::tiera
