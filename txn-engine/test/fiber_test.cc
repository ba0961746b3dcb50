// Fibers, how they wait, and sessions that fail on them side by side.
#include "tiera/fiber.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <asio/post.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine.h"
#include "tier_a_fixture.h"
#include "tiera/fiber_waiter.h"
#include "tiera/tasks.h"

namespace quartet::test {
namespace {

using namespace std::chrono_literals;
using tiera::Fiber;
using Clock = db::Waiter::Clock;

TEST(Fiber, RunsUntilItSuspendsAndGoesOnWhereItWas) {
  std::string steps;
  Fiber fiber([&] {
    for (const char step : {'a', 'b'}) {
      steps += step;
      Fiber::suspend();
    }
  });
  EXPECT_EQ(Fiber::current(), nullptr);
  for (const char* expected : {"a", "ab"}) {
    fiber.resume();
    EXPECT_EQ(steps, expected);
    EXPECT_FALSE(fiber.has_ended());
  }
  fiber.resume();
  EXPECT_TRUE(fiber.has_ended());
  EXPECT_THROW(fiber.resume(), std::logic_error);
}

TEST(Fiber, SuspendsNowhereElse) { EXPECT_THROW(Fiber::suspend(), std::logic_error); }

TEST(Fiber, DoesNotSuspendWhileItHandlesAnException) {
  bool was_refused = false;
  Fiber fiber([&] {
    try {
      throw std::runtime_error("handled");
    } catch (const std::runtime_error&) {
      try {
        Fiber::suspend();
      } catch (const std::logic_error&) {
        was_refused = true;
      }
    }
    Fiber::suspend();
  });
  fiber.resume();
  EXPECT_TRUE(was_refused);
  EXPECT_FALSE(fiber.has_ended());
  fiber.resume();
  EXPECT_TRUE(fiber.has_ended());
}

TEST(Fiber, IsNotResumedByAFiber) {
  bool was_refused = false;
  Fiber inner([] {});
  Fiber outer([&] {
    try {
      inner.resume();
    } catch (const std::logic_error&) {
      was_refused = true;
    }
  });
  outer.resume();
  inner.resume();
  EXPECT_TRUE(was_refused);
}

// Touches so much stack, frame by frame.
// NOLINTNEXTLINE(misc-no-recursion)
size_t use_stack(size_t bytes) {
  std::array<volatile char, 1024> frame = {};
  frame[0] = 1;
  return static_cast<size_t>(frame[0]) + (bytes > frame.size() ? use_stack(bytes - frame.size()) : 0);
}

TEST(Fiber, HasRoomForDeepCalls) {
  size_t frames = 0;
  Fiber fiber([&] { frames = use_stack(100U << 10U); });
  fiber.resume();
  EXPECT_EQ(frames, 100U);
}

TEST(FiberDeathTest, AnOverflowMeetsTheGuardPage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        Fiber fiber([] { static_cast<void>(use_stack(2 * Fiber::kStackBytes)); });
        fiber.resume();
      },
      "");
}

// Fibers of a network loop that runs in the test's thread until they have ended.
class FiberWaiter : public testing::Test {
 protected:
  void start(const std::function<void(db::Waiter&)>& body) {
    tasks_.push_back(tasks_source_->start("test", [this, body] { body(tasks_source_->waiter()); }));
  }
  void run() { tasks_.clear(); }

  std::array<int, 2> socket_pair() {
    std::array<int, 2> ends = {};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    return ends;
  }

  asio::io_context network_{1};

 private:
  std::unique_ptr<tiera::Tasks> tasks_source_ = tiera::fiber_tasks(network_);
  std::vector<std::unique_ptr<tiera::Task>> tasks_;
};

TEST_F(FiberWaiter, WaitsForEachEvent) {
  const auto ends = socket_pair();
  start([&](db::Waiter& waiter) {
    const auto watch = waiter.watch(ends[0]);
    const auto soon = Clock::now() + 10s;
    EXPECT_EQ(watch->await(POLLOUT, soon), POLLOUT);
    EXPECT_EQ(watch->await(POLLIN | POLLOUT, soon), POLLOUT);
    for (int i = 0; i < 3; ++i) {
      // Data that has not been read is reported again.
      EXPECT_EQ(watch->await(POLLIN, soon), POLLIN);
    }
    char byte = 0;
    EXPECT_EQ(read(ends[0], &byte, 1), 1);
    EXPECT_EQ(watch->await(POLLIN, soon), POLLIN) << "the other side has closed";
    EXPECT_EQ(read(ends[0], &byte, 1), 0);
  });
  start([&](db::Waiter& waiter) {
    waiter.sleep(5ms);
    EXPECT_EQ(write(ends[1], "x", 1), 1);
    waiter.sleep(5ms);
    close(ends[1]);
  });
  run();
  close(ends[0]);
}

TEST_F(FiberWaiter, GivesUpAtTheDeadline) {
  const auto ends = socket_pair();
  const auto start_time = Clock::now();
  start([&](db::Waiter& waiter) {
    const auto watch = waiter.watch(ends[0]);
    EXPECT_EQ(watch->await(POLLIN, Clock::now() + 50ms), 0);
    // The next wait has nothing of the one before.
    EXPECT_EQ(write(ends[1], "x", 1), 1);
    EXPECT_EQ(watch->await(POLLIN, Clock::now() + 10s), POLLIN);
  });
  run();
  EXPECT_GE(Clock::now() - start_time, 50ms);
  EXPECT_LT(Clock::now() - start_time, 5s);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(FiberWaiter, WatchesADescriptorThatHasTheNumberOfAClosedOne) {
  start([&](db::Waiter& waiter) {
    int number = -1;
    for (int i = 0; i < 3; ++i) {
      const auto ends = socket_pair();
      EXPECT_TRUE(number < 0 || number == ends[0]);
      number = ends[0];
      auto watch = waiter.watch(ends[0]);
      EXPECT_EQ(write(ends[1], "x", 1), 1);
      EXPECT_EQ(watch->await(POLLIN, Clock::now() + 10s), POLLIN);
      watch.reset();
      close(ends[0]);
      close(ends[1]);
    }
  });
  run();
}

TEST_F(FiberWaiter, ServesOthersWhileOneBlocks) {
  std::string steps;
  start([&](db::Waiter& waiter) {
    waiter.run_blocking([] { std::this_thread::sleep_for(200ms); });
    steps += "blocked ";
    EXPECT_THROW(waiter.run_blocking([] { throw std::runtime_error("unknown host"); }), std::runtime_error);
  });
  start([&](db::Waiter& waiter) {
    waiter.sleep(1ms);
    steps += "slept ";
  });
  run();
  EXPECT_EQ(steps, "slept blocked ");
}

TEST_F(FiberWaiter, NothingIsBegunWhileAnExceptionIsHandled) {
  const auto ends = socket_pair();
  start([&](db::Waiter& waiter) {
    const auto watch = waiter.watch(ends[0]);
    int refused = 0;
    const auto refuses = [&](const auto& wait) {
      try {
        throw std::runtime_error("handled");
      } catch (const std::runtime_error&) {
        try {
          wait();
        } catch (const std::logic_error&) {
          ++refused;
        }
      }
    };
    refuses([&] { static_cast<void>(watch->await(POLLOUT, Clock::now() + 1s)); });
    refuses([&] { waiter.sleep(1us); });
    refuses([&] { waiter.run_blocking([] {}); });
    EXPECT_EQ(refused, 3);
    waiter.sleep(1ms);
  });
  run();
  close(ends[0]);
  close(ends[1]);
}

// Exceptions are thrown and caught on several fibers while others are suspended in the middle of theirs.
TEST_F(FiberWaiter, FailuresOfManyFibersStayApart) {
  constexpr int kFibers = 16;
  int caught = 0;
  for (int number = 0; number < kFibers; ++number) {
    start([&, number](db::Waiter& waiter) {
      for (int round = 0; round < 20; ++round) {
        const std::string mine = std::to_string(number) + " in round " + std::to_string(round) + " fails in its turn";
        std::string noted;
        try {
          waiter.sleep(std::chrono::microseconds((number * 37 + round * 11) % 200));
          throw std::runtime_error(mine);
        } catch (const std::runtime_error& error) {
          noted = error.what();
        }
        waiter.sleep(1us);
        EXPECT_EQ(noted, mine);
        ++caught;
      }
    });
  }
  run();
  EXPECT_EQ(caught, kFibers * 20);
}

// A server that takes connections and drops each at another moment of its start-up.
class DroppingServer {
 public:
  DroppingServer() : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&address), length), 0);
    EXPECT_EQ(listen(listener_, 64), 0);
    EXPECT_EQ(getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length), 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~DroppingServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  DroppingServer(const DroppingServer&) = delete;
  DroppingServer& operator=(const DroppingServer&) = delete;

  [[nodiscard]] int port() const { return port_; }

 private:
  void serve() const {
    for (int count = 0;; ++count) {
      const int connection = accept(listener_, nullptr, nullptr);
      if (connection < 0) return;
      char bytes[512];
      if (count % 3 > 0) static_cast<void>(read(connection, bytes, sizeof(bytes)));
      if (count % 3 > 1) static_cast<void>(write(connection, "R", 1));
      std::this_thread::sleep_for(std::chrono::microseconds(count % 5 * 300));
      close(connection);
    }
  }

  int listener_;
  int port_ = 0;
  std::thread thread_;
};

TEST_F(FiberWaiter, SessionsOfTheEngineFailSideBySide) {
  const DroppingServer server;
  const std::string database = "host=127.0.0.1 dbname=quartet user=quartet sslmode=disable port=";
  const MarketParameters model = {
      .load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 10'000, .seed = 42};
  const Engine engine(database + std::to_string(server.port()), database + std::to_string(server.port()), model);
  constexpr int kSessions = 12;
  constexpr int kRequests = 10;
  int failed = 0;
  for (int number = 0; number < kSessions; ++number) {
    start([&](db::Waiter& waiter) {
      EngineSession session(engine, waiter);
      for (int i = 0; i < kRequests; ++i) {
        const Execution& answer = session.probe(i % 2 == 0 ? QUARTET_DSS : QUARTET_OLTP);
        EXPECT_EQ(answer.outcome, QUARTET_CONNECTION) << answer.message;
        EXPECT_NE(answer.message.find("127.0.0.1"), std::string::npos) << answer.message;
        ++failed;
      }
    });
  }
  run();
  EXPECT_EQ(failed, kSessions * kRequests);
}

// A name is looked up on another thread, and every address of it is tried.
TEST_F(FiberWaiter, ASessionConnectsToANamedServer) {
  const DroppingServer server;
  const std::string database = "host=localhost dbname=quartet user=quartet sslmode=disable port=";
  const MarketParameters model = {
      .load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 10'000, .seed = 42};
  const Engine engine(database + std::to_string(server.port()), database + std::to_string(server.port()), model);
  start([&](db::Waiter& waiter) {
    EngineSession session(engine, waiter);
    EXPECT_EQ(session.probe(QUARTET_DSS).outcome, QUARTET_CONNECTION);
  });
  run();
}

}  // namespace
}  // namespace quartet::test
