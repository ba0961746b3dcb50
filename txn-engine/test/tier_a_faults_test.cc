// A Tier A with hostile, broken or unlucky drivers, and on a machine that runs short. In clear;
// tier_a_tls_test.cc has TLS, tier_a_process_test.cc the real program.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <mutex>
#include <random>
#include <vector>

#include "tier_a_fixture.h"
#include "tiera/log.h"

namespace quartet::test {
namespace {

const Script kCommits = [](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) { return Execution(); };

// Answers of so many bytes.
Script answers_of(size_t bytes) {
  return [bytes](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) {
    Execution execution;
    execution.answer.output.assign(bytes, 'x');
    return execution;
  };
}

std::string request(uint64_t id, int type, std::string_view input = "") {
  v1::DriverMessage message;
  message.mutable_transaction()->set_correlation_id(id);
  message.mutable_transaction()->set_type(static_cast<v1::Type>(type));
  message.mutable_transaction()->set_input(std::string(input));
  return framed(message.SerializeAsString());
}

std::string hello() {
  v1::DriverMessage message;
  message.mutable_hello()->set_protocol_version(tiera::kProtocolVersion);
  return framed(message.SerializeAsString());
}

void expect_served(uint16_t port) {
  Driver driver(port);
  driver.greet();
  driver.send_transaction(1, QUARTET_TRADE_STATUS);
  EXPECT_EQ(transaction(driver.receive()).correlation_id(), 1U);
}

TEST(TierAFaults, AMessageThatIsCutOffIsDropped) {
  std::atomic<int> runs = 0;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) {
    ++runs;
    return Execution();
  });
  const RunningTierA tier_a(tier_a_options(), sessions);
  const std::string whole = request(7, QUARTET_TRADE_ORDER, "input");
  for (size_t cut = 1; cut < whole.size(); ++cut) {
    Driver polite(tier_a.port());
    polite.greet();
    polite.send_bytes(std::string_view(whole).substr(0, cut));
    polite.half_close();
    EXPECT_FALSE(polite.receive());
    Driver killed(tier_a.port());
    killed.greet();
    killed.send_bytes(std::string_view(whole).substr(0, cut));
    killed.reset();
  }
  expect_served(tier_a.port());
  EXPECT_EQ(runs, 1);
}

TEST(TierAFaults, AMessageThatIsTooLargeIsRefusedWhetherItsBytesComeOrNot) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(tier_a_options(), sessions);
  const auto refused = [&](bool is_greeted, std::string_view bytes) {
    Driver driver(tier_a.port());
    if (is_greeted) driver.greet();
    driver.send_bytes(bytes);
    const auto answer = driver.receive();
    EXPECT_FALSE(driver.receive());
    return answer && answer->has_refusal() && answer->refusal().reason() == v1::Refusal::TOO_LARGE;
  };
  EXPECT_TRUE(refused(true, std::string("\x00\x01\x00\x01", 4)));
  EXPECT_TRUE(refused(true, std::string("\xff\xff\xff\xff", 4)));
  EXPECT_TRUE(refused(true, framed(std::string(tiera::kLargestRequest + 1, 'x'))));
  EXPECT_TRUE(refused(true, framed(std::string(tiera::kLargestMessage, 'x'))));
  // A stranger may send less still.
  EXPECT_TRUE(refused(false, std::string("\x00\x00\x10\x01", 4)));
  EXPECT_TRUE(refused(false, framed(std::string(tiera::kLargestHello + 1, 'x'))));

  // The largest that is allowed runs.
  const size_t around = request(1, QUARTET_TRADE_ORDER, std::string(60'000, 'x')).size() - 4 - 60'000;
  Driver driver(tier_a.port());
  driver.greet();
  const std::string largest = request(1, QUARTET_TRADE_ORDER, std::string(tiera::kLargestRequest - around, 'x'));
  ASSERT_EQ(largest.size(), tiera::kLargestRequest + 4);
  driver.send_bytes(largest);
  EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
}

TEST(TierAFaults, MessagesThatNestWithoutEndAreMalformed) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(tier_a_options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  driver.send_bytes(framed(std::string(50'000, '\x7b')));  // begins group 15, again and again
  EXPECT_EQ(refusal(driver.receive()), v1::Refusal::MALFORMED);
  EXPECT_FALSE(driver.receive());
  expect_served(tier_a.port());
}

TEST(TierAFaults, AStrangerThatDoesNotSayHelloInTimeIsRefused) {
  const ScriptedSessions sessions(kCommits);
  tiera::Options options = tier_a_options();
  options.patience.hello = std::chrono::milliseconds(200);
  const RunningTierA tier_a(options, sessions);
  Driver silent(tier_a.port());
  Driver half(tier_a.port());
  half.send_bytes(hello().substr(0, 5));
  EXPECT_EQ(refusal(silent.receive()), v1::Refusal::HELLO_MISSING);
  EXPECT_FALSE(silent.receive());
  EXPECT_EQ(refusal(half.receive()), v1::Refusal::HELLO_MISSING);
  EXPECT_FALSE(half.receive());
}

TEST(TierAFaults, ADriverThatIsSilentIsClosedUnlessItWaitsForReplies) {
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    return Execution();
  });
  tiera::Options options = tier_a_options();
  options.patience.silence = std::chrono::milliseconds(500);
  const RunningTierA tier_a(options, sessions);
  Driver waits(tier_a.port());
  waits.greet();
  waits.send_transaction(1, QUARTET_TRADE_STATUS);
  Driver idle(tier_a.port());
  idle.greet();
  EXPECT_FALSE(idle.receive());
  gate.open();
  EXPECT_EQ(transaction(waits.receive()).correlation_id(), 1U);
  EXPECT_FALSE(waits.receive());
}

// Messages that are answered at once, from a driver that reads no answer.
class Flood : public testing::TestWithParam<std::string> {};

TEST_P(Flood, IsNotReadWithoutEndAndIsAnsweredOnceTheDriverReads) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(tier_a_options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  std::string burst;
  size_t messages = 0;
  while (burst.size() < (1U << 20U)) burst += GetParam();
  const size_t in_burst = burst.size() / GetParam().size();
  const timeval blocked = {.tv_sec = 1, .tv_usec = 0};
  setsockopt(driver.descriptor(), SOL_SOCKET, SO_SNDTIMEO, &blocked, sizeof(blocked));
  std::string_view rest;
  constexpr size_t kFarTooMany = 128;  // bursts
  while (true) {
    if (rest.empty()) {
      ASSERT_LT(messages, kFarTooMany * in_burst) << "Tier A reads on, and keeps the answers";
      rest = burst;
      messages += in_burst;
    }
    const ssize_t sent = send(driver.descriptor(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0) break;  // Tier A has stopped reading
    rest.remove_prefix(static_cast<size_t>(sent));
  }
  ASSERT_TRUE(errno == EAGAIN || errno == EWOULDBLOCK) << errno;
  expect_served(tier_a.port());

  const timeval patient = {.tv_sec = 60, .tv_usec = 0};
  setsockopt(driver.descriptor(), SOL_SOCKET, SO_SNDTIMEO, &patient, sizeof(patient));
  std::thread sender([&] { driver.send_bytes(rest); });
  size_t answers = 0;
  while (answers < messages && driver.receive()) ++answers;
  sender.join();
  EXPECT_EQ(answers, messages);
  driver.send_transaction(5, QUARTET_TRADE_STATUS);
  EXPECT_EQ(transaction(driver.receive()).correlation_id(), 5U);
}

INSTANTIATE_TEST_SUITE_P(TierAFaults, Flood, testing::Values(framed(std::string("\x22\x00", 2)), hello()),
                         [](const auto& test) { return test.index == 0 ? "OfHeartbeats" : "OfHellos"; });

TEST(TierAFaults, ADriverThatStopsReadingIsClosedThoughItsRequestsArePaused) {
  const ScriptedSessions sessions(answers_of(1U << 20U));
  tiera::Options options = tier_a_options();
  options.patience.silence = std::chrono::milliseconds(500);
  const RunningTierA tier_a(options, sessions);
  Driver driver(tier_a.port());
  driver.greet();
  constexpr uint64_t kRequests = 40;  // more than the bytes at which Tier A pauses
  std::string requests;
  for (uint64_t id = 1; id <= kRequests; ++id) requests += request(id, QUARTET_TRADE_STATUS);
  driver.send_bytes(requests);
  EXPECT_TRUE(comes_true([&] { return driver.is_closed_by_tier_a(); }));
  uint64_t replies = 0;
  while (driver.receive()) ++replies;
  EXPECT_LT(replies, kRequests);
}

TEST(TierAFaults, ADriverThatReadsSlowlyGetsAllReplies) {
  const ScriptedSessions sessions(answers_of(1U << 20U));
  tiera::Options options = tier_a_options();
  options.patience.silence = std::chrono::seconds(2);
  const RunningTierA tier_a(options, sessions);
  Driver driver(tier_a.port());
  driver.greet();
  constexpr uint64_t kRequests = 60;
  std::string requests;
  for (uint64_t id = 1; id <= kRequests; ++id) requests += request(id, QUARTET_TRADE_STATUS);
  driver.send_bytes(requests);
  for (uint64_t i = 0; i < kRequests; ++i) {
    ASSERT_EQ(transaction(driver.receive()).output().size(), size_t{1U << 20U});
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

TEST(TierAFaults, WorkOfADriverThatIsGoneKeepsItsPlaceInTheQueueOfItsBroker) {
  std::promise<void> started;
  Gate gate;
  std::mutex mutex;
  std::string order;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view input, db::Waiter& waiter) {
    if (input ==
        "\x05"
        "a") {
      started.set_value();
      gate.wait(waiter);
    }
    const std::scoped_lock lock(mutex);
    order.push_back(input[1]);
    return Execution();
  });
  const RunningTierA tier_a(tier_a_options(1, 4), sessions);
  Driver gone(tier_a.port());
  gone.greet();
  for (const char* input : {"\x05"
                            "a",
                            "\x05"
                            "b",
                            "\x05"
                            "c"})
    gone.send_transaction(1, QUARTET_TRADE_RESULT, input);
  started.get_future().wait();
  gone.send_hello();
  static_cast<void>(gone.receive());  // all has been read
  gone.reset();
  Driver stays(tier_a.port());
  stays.greet();
  stays.send_transaction(2, QUARTET_TRADE_RESULT,
                         "\x05"
                         "d");
  stays.send_transaction(3, QUARTET_MARKET_FEED);  // another broker's work is not held up
  EXPECT_EQ(transaction(stays.receive()).correlation_id(), 3U);
  gate.open();
  EXPECT_EQ(transaction(stays.receive()).correlation_id(), 2U);
  const std::scoped_lock lock(mutex);
  EXPECT_EQ(order.substr(order.find('a')), "abcd");
}

TEST(TierAFaults, AReplyThatIsTooLargeIsReportedAndTheConnectionStays) {
  const ScriptedSessions sessions(answers_of(tiera::kLargestMessage + 1));
  const RunningTierA tier_a(tier_a_options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  driver.send_transaction(1, QUARTET_TRADE_ORDER);
  auto reply = transaction(driver.receive());
  EXPECT_EQ(reply.outcome(), v1::IN_DOUBT);
  EXPECT_NE(reply.message().find("the largest has 16777216"), std::string::npos) << reply.message();
  driver.send_transaction(2, QUARTET_TRADE_STATUS);
  reply = transaction(driver.receive());
  EXPECT_EQ(reply.outcome(), v1::ENGINE_ERROR);
  EXPECT_EQ(reply.correlation_id(), 2U);
}

TEST(TierAFaults, WithoutFileDescriptorsDriversWaitAndAreServedLater) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(tier_a_options(), sessions);
  Driver early(tier_a.port());
  early.greet();
  Driver late;
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  // A low limit, and then everything below it in use.
  const rlimit low = {.rlim_cur = static_cast<rlim_t>(late.descriptor()) + 20, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  std::vector<int> hoard;
  for (int copy = dup(0); copy >= 0; copy = dup(0)) hoard.push_back(copy);

  late.connect(tier_a.port());
  late.send_hello();
  // More than one attempt to accept has to fail; meanwhile the others are served.
  for (uint64_t id = 1; id <= 50; ++id) {
    early.send_transaction(id, QUARTET_TRADE_STATUS);
    EXPECT_EQ(transaction(early.receive()).correlation_id(), id);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (const int copy : hoard) close(copy);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  const auto answer = late.receive();
  EXPECT_TRUE(answer && answer->has_hello());
  expect_served(tier_a.port());
}

TEST(TierAFaults, TenThousandConnectionsThatSayNothingKeepNoDriverOut) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(tier_a_options(), sessions);
  rlimit limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);  // Tier A has raised it
  // This process holds both ends.
  const size_t most = std::min<size_t>(10'000, limit.rlim_cur > 2'000 ? limit.rlim_cur - 1'500 : 200);
  Driver early(tier_a.port());
  early.greet();
  std::vector<std::unique_ptr<Driver>> strangers;
  while (strangers.size() < most) {
    strangers.push_back(std::make_unique<Driver>(tier_a.port()));
    if (strangers.size() % 1'000 != 0) continue;
    expect_served(tier_a.port());
    early.send_transaction(strangers.size(), QUARTET_TRADE_STATUS);
    EXPECT_EQ(transaction(early.receive()).correlation_id(), strangers.size());
  }
  strangers.clear();
  expect_served(tier_a.port());
}

// Sessions of which the first cannot be opened.
class LateSessions final : public tiera::SessionSource {
 public:
  [[nodiscard]] std::unique_ptr<tiera::TransactionSession> open(db::Waiter& waiter) const override {
    if (attempts_++ == 0) throw std::runtime_error("no handles left");
    return sessions_.open(waiter);
  }
  [[nodiscard]] int64_t ordering_key(int type, std::string_view input) const noexcept override {
    return sessions_.ordering_key(type, input);
  }
  [[nodiscard]] std::string version() const override { return "late"; }
  [[nodiscard]] std::string session_settings() const override { return ""; }

 private:
  ScriptedSessions sessions_{kCommits};
  mutable std::atomic<int> attempts_ = 0;
};

TEST(TierAFaults, ASessionThatCouldNotBeOpenedIsOpenedForTheNextRequest) {
  const LateSessions sessions;
  const RunningTierA tier_a(tier_a_options(1, 1), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  driver.send_transaction(1, QUARTET_TRADE_STATUS);
  const auto reply = transaction(driver.receive());
  EXPECT_EQ(reply.outcome(), v1::ENGINE_ERROR);
  EXPECT_EQ(reply.message(), "no session could be opened: no handles left");
  driver.send_transaction(2, QUARTET_TRADE_STATUS);
  EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
}

TEST(TierAFaults, ARequestThatNoThreadCanRunIsAnsweredAndItsBrokerIsFreeLater) {
  const ScriptedSessions sessions(kCommits);
  tiera::Options options = tier_a_options(1, 1);
  options.uses_fibers = false;
  RunningTierA tier_a(options, sessions);
  Driver driver(tier_a.port());
  driver.greet();
  pthread_attr_t usual;
  pthread_attr_t impossible;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_getattr_default_np(&impossible), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&impossible, size_t{1} << 50U), 0);
  ASSERT_EQ(pthread_setattr_default_np(&impossible), 0);
  driver.send_transaction(1, QUARTET_TRADE_RESULT, "\x05");
  const auto reply = transaction(driver.receive());
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_EQ(reply.outcome(), v1::ENGINE_ERROR);
  EXPECT_FALSE(reply.message().empty());
  driver.send_transaction(2, QUARTET_TRADE_RESULT, "\x05");
  EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
  tier_a.stop();
  tier_a.wait();
  EXPECT_TRUE(tier_a.has_ended());
}

TEST(TierAFaults, StopClosesWithoutAResetThoughRequestsAreUnread) {
  std::promise<void> started;
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    started.set_value();
    gate.wait(waiter);
    return Execution();
  });
  RunningTierA tier_a(tier_a_options(1, 1), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  driver.send_transaction(1, QUARTET_TRADE_STATUS);
  started.get_future().wait();
  tier_a.stop();
  // A read that had begun may still end; what comes after it is not read any more.
  EXPECT_TRUE(comes_true([&] {
    try {
      const Driver next(tier_a.port());
      return false;
    } catch (const std::runtime_error&) {
      return true;
    }
  }));
  for (uint64_t id = 2; id <= 20; ++id) {
    driver.send_transaction(id, QUARTET_TRADE_STATUS);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  gate.open();
  EXPECT_EQ(transaction(driver.receive()).correlation_id(), 1U);
  EXPECT_FALSE(driver.receive());
  EXPECT_FALSE(driver.was_reset());
  driver.reset();
  tier_a.wait();
  EXPECT_TRUE(tier_a.has_ended());
}

TEST(TierAFaults, ALineOfTheLogStaysOneLine) {
  testing::internal::CaptureStderr();
  tiera::log_warning("bad\r\n{}\x1b[31m{}", "2026-01-01T00:00:00.000Z INFO  forged", std::string(100'000, 'x'));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1) << log.substr(0, 200);
  EXPECT_NE(log.find("bad  2026-01-01T00:00:00.000Z INFO  forged [31mx"), std::string::npos) << log.substr(0, 200);
  EXPECT_LT(log.size(), tiera::kLongestLine + 100);
}

// One driver that behaves at random.
void misbehave(uint16_t port, std::mt19937& random) {
  const auto chance = [&](unsigned of) { return random() % of == 0; };
  Driver driver(port);
  if (chance(8)) return;
  driver.send_hello();
  if (!driver.receive()) return;
  const uint64_t requests = random() % 50;
  std::string bytes;
  for (uint64_t id = 1; id <= requests; ++id) {
    const char key[] = {static_cast<char>(1 + random() % 3), 0};
    bytes += chance(2) ? request(id, QUARTET_TRADE_RESULT, key) : request(id, QUARTET_TRADE_LOOKUP);
  }
  if (bytes.size() > 3 && chance(4)) bytes.erase(bytes.size() - 3);
  if (chance(8)) bytes += framed("\xff\xff");
  driver.send_bytes(bytes);
  if (chance(4)) driver.half_close();
  for (uint64_t reply = 0; reply < requests / 2; ++reply) {
    if (!driver.receive()) return;
  }
  if (chance(2)) driver.reset();
}

TEST(TierAFaults, DriversThatMisbehaveAtRandomLeaveNothingBehind) {
  const ScriptedSessions sessions([](int type, std::string_view /*input*/, db::Waiter& /*waiter*/) {
    Execution execution;
    execution.answer.output.assign(type == QUARTET_TRADE_LOOKUP ? 30'000 : 10, 'x');
    return execution;
  });
  RunningTierA tier_a(tier_a_options(4, 4), sessions);
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::vector<std::thread> crowd;
  for (unsigned i = 0; i < 4; ++i) {
    crowd.emplace_back([&tier_a, seed, i] {
      std::mt19937 random(seed + i);
      for (int round = 0; round < 50; ++round) misbehave(tier_a.port(), random);
    });
  }
  for (std::thread& one : crowd) one.join();
  expect_served(tier_a.port());
  // The next one is stopped in the middle.
  std::thread last([&tier_a, seed] {
    std::mt19937 random(seed);
    try {
      while (true) misbehave(tier_a.port(), random);
    } catch (const std::runtime_error&) {
      // It listens no more.
    }
  });
  tier_a.stop();
  tier_a.wait();
  last.join();
  EXPECT_TRUE(tier_a.has_ended());
  EXPECT_EQ(sessions.open_now(), 0);
}

}  // namespace
}  // namespace quartet::test
