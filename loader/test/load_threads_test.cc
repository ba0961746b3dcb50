#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "load/bounded_queue.h"
#include "load/failure.h"

namespace quartet::load {
namespace {

TEST(BoundedQueue, HandsOverEverythingInOrder) {
  BoundedQueue<int> queue(2);
  const std::stop_source stop;
  std::jthread producer([&] {
    for (int i = 0; i < 1000; ++i) queue.push(i, stop.get_token());
    queue.close();
  });
  int expected = 0;
  while (const auto value = queue.pop(stop.get_token())) EXPECT_EQ(*value, expected++);
  EXPECT_EQ(expected, 1000);
}

TEST(BoundedQueue, NeverHoldsMoreThanItsCapacity) {
  BoundedQueue<int> queue(3);
  const std::stop_source stop;
  std::atomic<int> pushed = 0;
  std::jthread producer([&] {
    for (int i = 0; i < 50; ++i) {
      queue.push(i, stop.get_token());
      ++pushed;
    }
    queue.close();
  });
  int popped = 0;
  while (queue.pop(stop.get_token())) {
    ++popped;
    EXPECT_LE(pushed.load(), popped + 3);
  }
  EXPECT_EQ(popped, 50);
}

TEST(BoundedQueue, StopEndsTheWaitOfBothSides) {
  BoundedQueue<int> full(1);
  BoundedQueue<int> empty(1);
  std::stop_source stop;
  ASSERT_TRUE(full.push(1, stop.get_token()));
  std::atomic<bool> was_pushed = true;
  std::atomic<bool> was_popped = true;
  {
    const std::jthread producer([&] { was_pushed = full.push(2, stop.get_token()); });
    const std::jthread consumer([&] { was_popped = empty.pop(stop.get_token()).has_value(); });
    stop.request_stop();
  }
  EXPECT_FALSE(was_pushed);
  EXPECT_FALSE(was_popped);
}

TEST(RunParallel, CallsEveryTaskOnce) {
  std::array<std::atomic<int>, 100> calls{};
  FirstFailure failure;
  run_parallel(calls.size(), 4, failure, [&](size_t index) { ++calls.at(index); });
  failure.rethrow();
  for (const auto& count : calls) EXPECT_EQ(count.load(), 1);
}

TEST(RunParallel, KeepsTheFirstFailureAndSkipsTheRest) {
  std::atomic<int> calls = 0;
  FirstFailure failure;
  run_parallel(100, 1, failure, [&](size_t index) {
    ++calls;
    if (index == 4) throw std::runtime_error("task 4");
  });
  EXPECT_EQ(calls.load(), 5);
  EXPECT_TRUE(failure.stop_token().stop_requested());
  EXPECT_THROW(failure.check(), Cancelled);
  try {
    failure.rethrow();
    FAIL() << "no failure";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "task 4");
  }
}

TEST(FirstFailure, IgnoresWhatFollowsTheFirst) {
  FirstFailure failure;
  for (const char* text : {"first", "second"}) {
    try {
      throw std::runtime_error(text);
    } catch (...) {
      failure.record();
    }
  }
  try {
    failure.rethrow();
    FAIL() << "no failure";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
}

}  // namespace
}  // namespace quartet::load
