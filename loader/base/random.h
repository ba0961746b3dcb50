// Counter-based random numbers: every value is a pure function of (seed, purpose, id, draw). Generators may be called
// in any order, on any thread, and the driver can recompute what the loader wrote.
#ifndef QUARTET_BASE_RANDOM_H
#define QUARTET_BASE_RANDOM_H

#include <cstdint>

namespace quartet {

__extension__ using Uint128 = unsigned __int128;

// Mixes 64 bits so that each input bit flips each output bit with probability one half (SplitMix64 finaliser).
constexpr uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// A stream of draws. Streams of different (seed, purpose, id) are independent.
class Stream {
 public:
  // `purpose` names what is drawn (an attribute of a table), `id` the row.
  constexpr Stream(uint64_t seed, uint64_t purpose, uint64_t id)
      : key_(mix(mix(seed + 0x9E3779B97F4A7C15ULL) + purpose * 0xD1B54A32D192ED03ULL +
                 mix(id + 0x8CB92BA72F3D8DD7ULL))) {}

  // Next 64 random bits.
  constexpr uint64_t bits() { return mix(key_ + 0x9E3779B97F4A7C15ULL * ++draw_); }

  // Uniform integer, both ends included. REQUIRES low <= high.
  constexpr int64_t uniform(int64_t low, int64_t high) {
    // Multiply-shift; the bias is below 2^-32 for every range used here (less than 2^32 values).
    const auto range = static_cast<uint64_t>(high - low) + 1;
    return low + static_cast<int64_t>(static_cast<uint64_t>((static_cast<Uint128>(bits()) * range) >> 64));
  }

  // Uniform real in [0, 1).
  constexpr double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

  // True with probability percent / 100.
  constexpr bool percent(double percent) { return unit() * 100 < percent; }

  // NU(P,Q,A,s): docs/spec/population.md, "Non-uniform numbers".
  constexpr int64_t non_uniform(int64_t p, int64_t q, int64_t a, int s) {
    return ((uniform(p, q) | (uniform(0, a) << s)) % (q - p + 1)) + p;
  }

 private:
  uint64_t key_;
  uint64_t draw_ = 0;
};

}  // namespace quartet

#endif  // QUARTET_BASE_RANDOM_H
