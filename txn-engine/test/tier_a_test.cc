// The service of VM1 behind its real socket, with scripted sessions.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "base/error.h"
#include "tier_a_fixture.h"

namespace quartet::test {
namespace {

const Script kCommits = [](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) { return Execution(); };

// Each test runs twice: sessions on threads, and on fibers.
class TierA : public testing::TestWithParam<bool> {
 protected:
  static tiera::Options options(int user_sessions = 2, int market_sessions = 2) {
    tiera::Options options = tier_a_options(user_sessions, market_sessions);
    options.uses_fibers = GetParam();
    return options;
  }
};
INSTANTIATE_TEST_SUITE_P(Sessions, TierA, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "Fibers" : "Threads"; });

TEST_P(TierA, ReplyHasEveryField) {
  const ScriptedSessions sessions([](int /*type*/, std::string_view input, db::Waiter& /*waiter*/) {
    Execution execution;
    execution.outcome = QUARTET_SQL_ERROR;
    execution.answer.status = -811;
    execution.answer.already_applied = true;
    execution.answer.orders = {{.trade_id = 7'000'000'001,
                                .security = 12,
                                .quantity = 400,
                                .price_cents = 2317,
                                .trade_type = QUARTET_TLS,
                                .action = QUARTET_SET_LIMIT_TRIGGER}};
    execution.answer.output.assign(200'000, 'x');
    execution.answer.output.append(input);
    execution.round_trips = 9;
    execution.service_micros = 4321;
    execution.retries = {{"40001", "TR14"}};
    execution.sqlstate = "23505";
    execution.statement = "TR03";
    execution.message = "duplicate key \xe9";  // not UTF-8
    return execution;
  });
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  driver.send_transaction(77, QUARTET_TRADE_ORDER, "input");

  const auto reply = transaction(driver.receive());
  EXPECT_EQ(reply.correlation_id(), 77U);
  EXPECT_EQ(reply.outcome(), v1::SQL_ERROR);
  EXPECT_EQ(reply.status(), -811);
  EXPECT_TRUE(reply.already_applied());
  ASSERT_EQ(reply.orders_size(), 1);
  EXPECT_EQ(reply.orders(0).trade_id(), 7'000'000'001U);
  EXPECT_EQ(reply.orders(0).security(), 12U);
  EXPECT_EQ(reply.orders(0).quantity(), 400U);
  EXPECT_EQ(reply.orders(0).price_cents(), 2317U);
  EXPECT_EQ(reply.orders(0).trade_type(), 3U);
  EXPECT_EQ(reply.orders(0).action(), v1::Order::SET_LIMIT_TRIGGER);
  EXPECT_EQ(reply.output().size(), 200'005U);
  EXPECT_TRUE(reply.output().ends_with("xxinput"));
  EXPECT_EQ(reply.round_trips(), 9U);
  EXPECT_EQ(reply.service_micros(), 4321U);
  ASSERT_EQ(reply.retries_size(), 1);
  EXPECT_EQ(reply.retries(0).sqlstate(), "40001");
  EXPECT_EQ(reply.retries(0).statement(), "TR14");
  EXPECT_EQ(reply.sqlstate(), "23505");
  EXPECT_EQ(reply.statement(), "TR03");
  EXPECT_EQ(reply.message(), "duplicate key \xe9");
}

TEST_P(TierA, HelloTellsWhoIsThere) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(5, 6), sessions);
  Driver driver(tier_a.port());
  driver.send_hello();
  const auto answer = driver.receive();
  ASSERT_TRUE(answer && answer->has_hello());
  const v1::HelloReply& hello = answer->hello();
  EXPECT_EQ(hello.protocol_version(), 3U);
  EXPECT_EQ(hello.engine_version(), "scripted");
  EXPECT_EQ(hello.session_settings(), "-c scripted=on");
  EXPECT_EQ(hello.load_units(), 3U);
  EXPECT_EQ(hello.active_load_units(), 3U);
  EXPECT_EQ(hello.news_length(), 10'000U);
  EXPECT_EQ(hello.trade_days(), 1U);
  EXPECT_EQ(hello.seed(), 42U);
  EXPECT_EQ(hello.user_sessions(), 5U);
  EXPECT_EQ(hello.market_sessions(), 6U);
  EXPECT_EQ(hello.access(), "libpq");
  EXPECT_EQ(hello.statements(), "batched");
  EXPECT_EQ(hello.trade_result_isolation(), "serializable");
  EXPECT_EQ(hello.process_id(), static_cast<uint64_t>(getpid()));
  EXPECT_EQ(hello.program_sha256().size(), 64U);
  EXPECT_GT(hello.utc_micros(), 1'700'000'000'000'000);
}

TEST_P(TierA, ResultsOfOneBrokerRunOneAfterTheOtherInOrder) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::mutex mutex;
  std::vector<int> order;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view input, db::Waiter& waiter) {
    most = std::max<int>(most, ++running);
    {
      const std::scoped_lock lock(mutex);
      order.push_back(input[1]);
    }
    waiter.sleep(std::chrono::microseconds(10));
    --running;
    return Execution();
  });
  const RunningTierA tier_a(options(1, 4), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  constexpr int kResults = 100;
  for (int i = 0; i < kResults; ++i) {
    const char input[] = {5, static_cast<char>(i)};
    driver.send_transaction(static_cast<uint64_t>(i), QUARTET_TRADE_RESULT, {input, 2});
  }
  for (int i = 0; i < kResults; ++i) EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(order.size(), size_t{kResults});
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_P(TierA, WhatWaitsForOneBrokerOrForCustomersHoldsUpNobodyElse) {
  Gate gate;
  const ScriptedSessions sessions([&](int type, std::string_view input, db::Waiter& waiter) {
    if (type == QUARTET_TRADE_LOOKUP || input == "\x01") gate.wait(waiter);
    return Execution();
  });
  const RunningTierA tier_a(options(2, 2), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  for (uint64_t id = 1; id <= 5; ++id) driver.send_transaction(id, QUARTET_TRADE_RESULT, "\x01");
  for (uint64_t id = 6; id <= 10; ++id) driver.send_transaction(id, QUARTET_TRADE_LOOKUP);
  const std::vector<int> others = {QUARTET_TRADE_RESULT, QUARTET_MARKET_FEED, QUARTET_DATA_MAINTENANCE};
  uint64_t id = 20;
  for (const int type : others) {
    driver.send_transaction(++id, type, "\x02");
    EXPECT_EQ(transaction(driver.receive()).correlation_id(), id);
  }
  gate.open();
  std::set<uint64_t> answered;
  for (int i = 0; i < 10; ++i) answered.insert(transaction(driver.receive()).correlation_id());
  EXPECT_EQ(answered, (std::set<uint64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST_P(TierA, OneRequestAtATimeStaysOnFewSessions) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(8, 8), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  for (uint64_t id = 1; id <= 200; ++id) {
    driver.send_transaction(id, QUARTET_TRADE_STATUS);
    EXPECT_EQ(transaction(driver.receive()).correlation_id(), id);
  }
  // A session gets idle a moment after its reply has left, so more than one may be needed.
  EXPECT_LE(sessions.opened(), 4);
}

TEST_P(TierA, RefusesWhoIsNotOfItsRun) {
  const ScriptedSessions sessions(kCommits);
  tiera::Options ours_only = options();
  ours_only.token = tiera::RunToken{.of_driver = "driver-half", .of_tier_a = "tier-a-half"};
  const RunningTierA tier_a(ours_only, sessions);
  for (const char* token : {"", "driver-hald", "driver-half.", "tier-a-half"}) {
    Driver stranger(tier_a.port());
    stranger.send_hello(tiera::kProtocolVersion, token);
    stranger.send_transaction(1, QUARTET_TRADE_STATUS);
    EXPECT_EQ(refusal(stranger.receive()), v1::Refusal::OTHER_RUN) << token;
    EXPECT_FALSE(stranger.receive()) << token;
  }
  Driver ours(tier_a.port());
  ours.send_hello(tiera::kProtocolVersion, "driver-half");
  const auto answer = ours.receive();
  ASSERT_TRUE(answer && answer->has_hello());
  EXPECT_EQ(answer->hello().run_token(), "tier-a-half");
  EXPECT_EQ(sessions.opened(), 0);
}

TEST_P(TierA, RefusesWhatIsNoMessageOfThisProtocol) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(), sessions);
  const auto refused = [&](bool is_greeted, std::string_view bytes) {
    Driver driver(tier_a.port());
    if (is_greeted) driver.greet();
    driver.send_bytes(bytes);
    const auto reason = refusal(driver.receive());
    EXPECT_FALSE(driver.receive());
    return reason;
  };
  v1::DriverMessage request;
  request.mutable_transaction()->set_type(v1::TRADE_STATUS);
  EXPECT_EQ(refused(false, framed(request.SerializeAsString())), v1::Refusal::HELLO_MISSING);
  EXPECT_EQ(refused(false, framed("")), v1::Refusal::HELLO_MISSING);
  EXPECT_EQ(refused(true, framed("")), v1::Refusal::MALFORMED);
  EXPECT_EQ(refused(true, framed("\xff\xff\xff")), v1::Refusal::MALFORMED);
  EXPECT_EQ(refused(true, "GET / HTTP/1.1\r\n\r\n"), v1::Refusal::TOO_LARGE);
  EXPECT_EQ(refused(true, std::string("\x01\x00\x00\x01", 4)), v1::Refusal::TOO_LARGE);
  v1::DriverMessage old;
  old.mutable_hello()->set_protocol_version(2);
  EXPECT_EQ(refused(false, framed(old.SerializeAsString())), v1::Refusal::PROTOCOL_VERSION);

  // It serves on.
  Driver driver(tier_a.port());
  driver.greet();
  driver.send_transaction(1, QUARTET_TRADE_STATUS);
  EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
}

TEST_P(TierA, AnswersRequestsThatCannotRun) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  for (const int type : {0, 13, -1}) {
    driver.send_transaction(5, type);
    const auto reply = transaction(driver.receive());
    EXPECT_EQ(reply.outcome(), v1::ENGINE_ERROR);
    EXPECT_NE(reply.message().find("no transaction type"), std::string::npos) << reply.message();
  }
}

TEST_P(TierA, TakesAFrameByteByByte) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  v1::DriverMessage hello;
  hello.mutable_hello()->set_protocol_version(tiera::kProtocolVersion);
  for (const char byte : framed(hello.SerializeAsString())) driver.send_bytes({&byte, 1});
  const auto answer = driver.receive();
  EXPECT_TRUE(answer && answer->has_hello());
}

TEST_P(TierA, AnswersHeartbeatAndResync) {
  const ScriptedSessions sessions([](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) {
    Execution execution;
    execution.answer.orders.emplace_back().trade_id = 9;
    return execution;
  });
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  v1::DriverMessage message;
  message.mutable_heartbeat();
  driver.send(message);
  const auto sign_of_life = driver.receive();
  EXPECT_TRUE(sign_of_life && sign_of_life->has_heartbeat());
  message.mutable_resync()->set_correlation_id(33);
  driver.send(message);
  const auto answer = driver.receive();
  ASSERT_TRUE(answer && answer->has_resync());
  EXPECT_EQ(answer->resync().correlation_id(), 33U);
  ASSERT_EQ(answer->resync().orders_size(), 1);
  EXPECT_EQ(answer->resync().orders(0).trade_id(), 9U);
}

TEST_P(TierA, AResyncThatFailsSaysWhy) {
  const ScriptedSessions sessions([](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) {
    Execution execution;
    execution.outcome = QUARTET_CONNECTION;
    execution.message = "no server there";
    return execution;
  });
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  v1::DriverMessage message;
  message.mutable_resync();
  driver.send(message);
  const auto answer = driver.receive();
  ASSERT_TRUE(answer && answer->has_resync());
  EXPECT_EQ(answer->resync().failure(), "no server there");
}

TEST_P(TierA, ADriverThatClosesItsSideStillGetsItsReplies) {
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    return Execution();
  });
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  for (uint64_t id = 1; id <= 20; ++id) driver.send_transaction(id, QUARTET_TRADE_STATUS);
  driver.half_close();
  gate.open();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
  EXPECT_FALSE(driver.receive());
}

TEST_P(TierA, WorkOfADriverThatIsGoneRunsToItsEnd) {
  std::atomic<int> done = 0;
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    ++done;
    return Execution();
  });
  RunningTierA tier_a(options(), sessions);
  {
    Driver driver(tier_a.port());
    driver.greet();
    for (uint64_t id = 1; id <= 6; ++id) driver.send_transaction(id, QUARTET_TRADE_ORDER);
    // A reply to what was sent last tells that all of it has been read.
    driver.send_hello();
    static_cast<void>(driver.receive());
  }
  gate.open();
  tier_a.stop();
  tier_a.wait();
  EXPECT_EQ(done, 6);
  EXPECT_TRUE(tier_a.has_ended());
  EXPECT_EQ(sessions.open_now(), 0);
}

TEST_P(TierA, ClosesItsSessionsWhenTheLastDriverHasLeft) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(), sessions);
  const auto ask = [&](Driver& driver) {
    driver.greet();
    driver.send_transaction(1, QUARTET_TRADE_STATUS);
    EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
  };
  const auto await_no_session = [&] {
    for (int i = 0; i < 1000 && sessions.open_now() > 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(sessions.open_now(), 0);
  };
  {
    Driver first(tier_a.port());
    ask(first);
    {
      Driver second(tier_a.port());
      ask(second);
    }
    // More than the second in which it looks.
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    EXPECT_GT(sessions.open_now(), 0);
  }
  await_no_session();
  {
    Driver third(tier_a.port());
    ask(third);
    EXPECT_GT(sessions.open_now(), 0);
  }
  await_no_session();
}

TEST_P(TierA, StopAnswersWhatIsInFlight) {
  std::promise<void> started;
  std::atomic<bool> has_started = false;
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    if (!has_started.exchange(true)) started.set_value();
    gate.wait(waiter);
    return Execution();
  });
  RunningTierA tier_a(options(1, 1), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  for (uint64_t id = 1; id <= 3; ++id) driver.send_transaction(id, QUARTET_TRADE_STATUS);
  for (uint64_t id = 4; id <= 6; ++id) driver.send_transaction(id, QUARTET_TRADE_RESULT, "\x05");
  driver.send_hello();
  static_cast<void>(driver.receive());
  started.get_future().wait();
  tier_a.stop();
  gate.open();
  for (int i = 0; i < 6; ++i) EXPECT_EQ(transaction(driver.receive()).outcome(), v1::COMMITTED);
  EXPECT_FALSE(driver.receive());
  tier_a.wait();
  EXPECT_TRUE(tier_a.has_ended());
}

TEST_P(TierA, WhatHasNotBegunWhenTheTimeIsOverIsAnsweredAsNotRun) {
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    return Execution();
  });
  RunningNetwork network;
  const auto tasks = GetParam() ? tiera::fiber_tasks(network.context()) : tiera::thread_tasks();
  tiera::Workers workers("test", 1, sessions, *tasks);
  class Sink final : public tiera::ReplySink {
   public:
    void reply(std::string_view frame) override {
      v1::TierAMessage message;
      ASSERT_TRUE(message.ParseFromArray(frame.data() + 4, static_cast<int>(frame.size()) - 4));
      const std::scoped_lock lock(mutex);
      outcomes[message.transaction().correlation_id()] = message.transaction().outcome();
    }
    std::mutex mutex;
    std::map<uint64_t, v1::ReplyOutcome> outcomes;
  };
  const auto sink = std::make_shared<Sink>();
  for (uint64_t id = 1; id <= 3; ++id) {
    ASSERT_TRUE(workers.submit({.sink = sink, .correlation_id = id, .type = QUARTET_TRADE_RESULT, .key = 7}));
  }
  // Has its key, and waits for the only session.
  ASSERT_TRUE(workers.submit({.sink = sink, .correlation_id = 4, .type = QUARTET_TRADE_RESULT, .key = 8}));
  EXPECT_FALSE(workers.close_within(std::chrono::milliseconds(50)));
  EXPECT_FALSE(workers.submit({.sink = sink, .correlation_id = 9, .type = QUARTET_TRADE_STATUS}));
  {
    const std::scoped_lock lock(sink->mutex);
    EXPECT_EQ(sink->outcomes,
              (std::map<uint64_t, v1::ReplyOutcome>{{2, v1::CONNECTION}, {3, v1::CONNECTION}, {4, v1::CONNECTION}}));
  }
  gate.open();
  EXPECT_TRUE(workers.close_within(std::chrono::seconds(10)));
  EXPECT_EQ(sink->outcomes.at(1), v1::COMMITTED);
  network.stop();
}

TEST_P(TierA, ReadsNoMoreThanTheLimitInFlight) {
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    return Execution();
  });
  const RunningTierA tier_a(options(), sessions);
  Driver driver(tier_a.port());
  driver.greet();
  constexpr int kRequests = static_cast<int>(tiera::DriverConnection::kMostInFlight) + 500;
  std::thread sender([&] {
    for (uint64_t id = 1; id <= kRequests; ++id) driver.send_transaction(id, QUARTET_TRADE_STATUS);
    driver.send_hello();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  gate.open();
  // Hello was sent last. Had all been read at once, its answer would have come before the replies.
  int replies = 0;
  int before_hello = -1;
  while (replies < kRequests || before_hello < 0) {
    const auto message = driver.receive();
    ASSERT_TRUE(message);
    if (message->has_hello()) before_hello = replies;
    replies += message->has_transaction() ? 1 : 0;
  }
  sender.join();
  EXPECT_GE(before_hello, 500);
}

TEST_P(TierA, ClosesADriverThatDoesNotReadItsReplies) {
  const ScriptedSessions sessions([](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    // Until all requests have been read: reading stops while replies wait.
    waiter.sleep(std::chrono::milliseconds(1));
    Execution execution;
    execution.answer.output.assign(1U << 20U, 'x');
    return execution;
  });
  const RunningTierA tier_a(options(4, 1), sessions);
  Driver slow(tier_a.port());
  slow.greet();
  // In one piece, so that all of it is read before the first reply waits.
  std::string requests;
  for (uint64_t id = 1; id <= 300; ++id) {
    v1::DriverMessage message;
    message.mutable_transaction()->set_correlation_id(id);
    message.mutable_transaction()->set_type(v1::TRADE_STATUS);
    requests += framed(message.SerializeAsString());
  }
  slow.send_bytes(requests);
  // Another driver is served meanwhile.
  Driver other(tier_a.port());
  other.greet();
  other.send_transaction(1, QUARTET_TRADE_STATUS);
  EXPECT_EQ(transaction(other.receive()).correlation_id(), 1U);
  // Nothing is read until the connection is closed from the other side.
  EXPECT_TRUE(comes_true([&] { return slow.is_closed_by_tier_a(); }));
  int replies = 0;
  while (slow.receive()) ++replies;
  EXPECT_LT(replies, 300);
}

TEST_P(TierA, ServesManyConnectionsUpToItsLimitAndGoesOnBeyond) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(), sessions);
  rlimit limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  // This process holds both ends.
  const size_t most = std::min<size_t>(1024, limit.rlim_cur / 2);
  std::vector<std::unique_ptr<Driver>> drivers;
  int refused = 0;
  for (size_t i = 0; i < most + 20 && drivers.size() * 2 + 60 < limit.rlim_cur; ++i) {
    auto driver = std::make_unique<Driver>(tier_a.port());
    driver->send_hello();
    const auto answer = driver->receive();
    ASSERT_TRUE(answer);
    if (answer->has_refusal()) {
      EXPECT_EQ(answer->refusal().reason(), v1::Refusal::TOO_MANY_CONNECTIONS);
      ++refused;
    } else {
      drivers.push_back(std::move(driver));
    }
  }
  EXPECT_EQ(refused > 0, limit.rlim_cur > 4096);
  drivers.clear();
  // The places of those that left are free again; Tier A may need a moment to see it.
  for (int attempt = 0;; ++attempt) {
    Driver again(tier_a.port());
    again.send_hello();
    const auto answer = again.receive();
    if (answer && answer->has_hello()) break;
    ASSERT_LT(attempt, 100);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

TEST_P(TierA, APortInUseAndAnAddressWithoutCertificatesAreRefused) {
  const ScriptedSessions sessions(kCommits);
  const RunningTierA tier_a(options(), sessions);
  const auto exit_code = [&](const tiera::Options& wrong, const char* part) {
    try {
      const tiera::Server server(wrong, sessions);
    } catch (const Error& problem) {
      EXPECT_NE(std::string_view(problem.what()).find(part), std::string_view::npos) << problem.what();
      return problem.exit_code();
    }
    return 0;
  };
  tiera::Options in_use = options();
  in_use.port = tier_a.port();
  EXPECT_EQ(exit_code(in_use, "cannot listen"), kExitEnvironment);
  tiera::Options in_clear = options();
  in_clear.address = "0.0.0.0";
  EXPECT_EQ(exit_code(in_clear, "--tls-authority"), kExitBadInput);
  tiera::Options nowhere = options();
  nowhere.address = "192.0.2.1";
  nowhere.tls = tiera::TlsFiles{.authority = "/nowhere", .certificate = "/nowhere", .key = "/nowhere"};
  EXPECT_EQ(exit_code(nowhere, "/nowhere cannot be read"), kExitBadInput);
}

TEST_P(TierA, TheServerMayEndWhileASessionStillWaits) {
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    return Execution();
  });
  std::thread opener;
  {
    RunningTierA tier_a(options(), sessions);
    Driver driver(tier_a.port());
    driver.greet();
    for (uint64_t id = 1; id <= 3; ++id) driver.send_transaction(id, QUARTET_TRADE_STATUS);
    driver.send_hello();
    static_cast<void>(driver.receive());
    tier_a.stop();
    // The third has not begun when the time is over. The other two have no reply: their sessions still wait.
    EXPECT_EQ(transaction(driver.receive()).outcome(), v1::CONNECTION);
    EXPECT_FALSE(driver.receive());
    tier_a.wait();
    EXPECT_FALSE(tier_a.has_ended());
    EXPECT_EQ(sessions.open_now(), 2);
    opener = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      gate.open();
    });
  }
  opener.join();
  EXPECT_EQ(sessions.open_now(), 0);
}

}  // namespace
}  // namespace quartet::test
