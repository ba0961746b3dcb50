// The real program, with its default limits and without databases.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <vector>

#include "tier_a_fixture.h"

extern char** environ;

namespace quartet::test {
namespace {

// quartet-tier-a, which ends with the test.
class Process {
 public:
  explicit Process(const std::string& listen) {
    std::vector<std::string> words = {QUARTET_TIER_A,
                                      "--listen",
                                      listen,
                                      "--access",
                                      "none",
                                      "--load-units",
                                      "1",
                                      "--trade-days",
                                      "1",
                                      "--news-length",
                                      "10000",
                                      "--seed",
                                      "42",
                                      "--user-sessions",
                                      "4",
                                      "--market-sessions",
                                      "4"};
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    EXPECT_EQ(posix_spawn(&id_, QUARTET_TIER_A, &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Process() {
    if (id_ > 0) {
      kill(id_, SIGKILL);
      static_cast<void>(wait());
    }
    std::remove(log_.c_str());
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] std::string log() const {
    std::ifstream file(log_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Port it listens on; 0 if it does not.
  [[nodiscard]] uint16_t port() const {
    constexpr std::string_view kPort = " port=";
    std::string said;
    const bool listens = comes_true([&] {
      said = log();
      return said.find(kPort) != std::string::npos && said.ends_with('\n');
    });
    EXPECT_TRUE(listens) << said;
    return listens ? static_cast<uint16_t>(std::stoi(said.substr(said.find(kPort) + kPort.size()))) : uint16_t{0};
  }
  void terminate() const { kill(id_, SIGTERM); }
  // Its exit code, once it has ended; -1 if a signal ended it.
  [[nodiscard]] int wait() {
    int status = 0;
    EXPECT_EQ(waitpid(std::exchange(id_, -1), &status, 0) > 0, true);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  const std::string log_ = testing::TempDir() + fmt::format("tier-a-{}-{}.log", getpid(), ++made_);
  pid_t id_ = -1;
  static inline int made_ = 0;
};

TEST(TierAProcess, TenThousandConnectionsLeaveItServing) {
  Process tier_a("127.0.0.1:0");
  const uint16_t port = tier_a.port();
  ASSERT_NE(port, 0);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit high = {.rlim_cur = before.rlim_max, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &high), 0);
  const size_t most = std::min<size_t>(10'000, high.rlim_cur - 100);
  std::vector<std::unique_ptr<Driver>> drivers;
  size_t refused = 0;
  while (drivers.size() < most) {
    drivers.push_back(std::make_unique<Driver>(port));
    drivers.back()->send_hello();
    const auto answer = drivers.back()->receive();
    ASSERT_TRUE(answer);
    refused += answer->has_refusal() ? 1 : 0;
  }
  drivers.front()->send_transaction(1, QUARTET_TRADE_STATUS);
  EXPECT_EQ(transaction(drivers.front()->receive()).outcome(), v1::COMMITTED);
  EXPECT_EQ(refused, most - std::min<size_t>(most, 1'024));
  drivers.clear();
  EXPECT_TRUE(comes_true([port] {
    Driver driver(port);
    driver.send_hello();
    const auto answer = driver.receive();
    return answer && answer->has_hello();
  }));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  tier_a.terminate();
  EXPECT_EQ(tier_a.wait(), 128 + SIGTERM);
}

TEST(TierAProcess, APortInUseIsNamed) {
  Process first("127.0.0.1:0");
  const std::string address = fmt::format("127.0.0.1:{}", first.port());
  Process second(address);
  EXPECT_EQ(second.wait(), 3);
  EXPECT_NE(second.log().find("cannot listen on " + address), std::string::npos) << second.log();
  EXPECT_NE(second.log().find("[TIER_A_PORT_IN_USE]"), std::string::npos) << second.log();
}

}  // namespace
}  // namespace quartet::test
