// Small integer arithmetic of the permutations.
#ifndef QUARTET_MARKET_ARITHMETIC_H
#define QUARTET_MARKET_ARITHMETIC_H

#include <cstdint>

namespace quartet {

// Remainder in 0..modulus-1 also for negative numbers.
constexpr int64_t floor_mod(int64_t value, int64_t modulus) { return (value % modulus + modulus) % modulus; }

// Number `i` with value * i = 1 modulo `modulus`. REQUIRES: the two are coprime.
constexpr int64_t inverse_mod(int64_t value, int64_t modulus) {
  int64_t r0 = modulus;
  int64_t r1 = value % modulus;
  int64_t t0 = 0;
  int64_t t1 = 1;
  while (r1 != 0) {
    const int64_t quotient = r0 / r1;
    const int64_t r2 = r0 - quotient * r1;
    const int64_t t2 = t0 - quotient * t1;
    r0 = r1;
    r1 = r2;
    t0 = t1;
    t1 = t2;
  }
  return floor_mod(t0, modulus);
}

// Quotient rounded half away from zero. REQUIRES divisor > 0.
constexpr int64_t rounded_division(int64_t value, int64_t divisor) {
  return (value >= 0 ? value + divisor / 2 : value - divisor / 2) / divisor;
}

}  // namespace quartet

#endif  // QUARTET_MARKET_ARITHMETIC_H
