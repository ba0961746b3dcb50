#include "tiera/log.h"

#include <pthread.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <memory>

namespace quartet::tiera {
namespace {

thread_local std::string thread_name = "main";  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

class ThreadName final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& /*line*/, const std::tm& /*time*/, spdlog::memory_buf_t& text) override {
    text.append(thread_name.data(), thread_name.data() + thread_name.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<ThreadName>(); }
};

class LevelName final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& line, const std::tm& /*time*/, spdlog::memory_buf_t& text) override {
    const std::string_view name = line.level == spdlog::level::info   ? "INFO "
                                  : line.level == spdlog::level::warn ? "WARN "
                                                                      : "ERROR";
    text.append(name.data(), name.data() + name.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<LevelName>(); }
};

// The same lines as the driver's, so that both logs read alike.
spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> made = [] {
    auto result = spdlog::stderr_logger_mt("TierA");
    auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    formatter->add_flag<ThreadName>('*').add_flag<LevelName>('&').set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %& [%*] %n: %v");
    result->set_formatter(std::move(formatter));
    return result;
  }();
  return *made;
}

}  // namespace

void log_line(LogLevel level, std::string_view text) noexcept {
  const spdlog::level::level_enum levels[] = {spdlog::level::info, spdlog::level::warn, spdlog::level::err};
  std::array<char, kLongestLine> line{};
  const std::string_view part = text.substr(0, kLongestLine);
  std::transform(part.begin(), part.end(), line.begin(), [](unsigned char byte) {
    const bool is_control = byte < ' ' || byte == '\x7f';
    return is_control ? ' ' : static_cast<char>(byte);
  });
  logger().log(levels[static_cast<size_t>(level)], std::string_view(line.data(), part.size()));
}

void name_thread(const std::string& name) {
  thread_name = name;
  static_cast<void>(pthread_setname_np(pthread_self(), name.c_str()));
}

}  // namespace quartet::tiera
