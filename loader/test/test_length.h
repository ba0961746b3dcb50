// How long a test runs: the usual length, or the one of scripts/test soak.
#ifndef QUARTET_TEST_TEST_LENGTH_H
#define QUARTET_TEST_TEST_LENGTH_H

#include <cstdlib>

namespace quartet::test {

// `usual`, or `soak` where QUARTET_SOAK is set.
template <typename Number>
Number usual_or_soak(Number usual, Number soak) {
  return std::getenv("QUARTET_SOAK") == nullptr ? usual : soak;
}

}  // namespace quartet::test

#endif  // QUARTET_TEST_TEST_LENGTH_H
