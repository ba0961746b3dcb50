// The project's own word lists, composed from syllables and short lists when first used, the same in every process.
#ifndef QUARTET_MARKET_WORDS_H
#define QUARTET_MARKET_WORDS_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace quartet {

// Splits `sum` into `count` weights of at least 1 that fall geometrically from `largest`. REQUIRES sum >= count.
[[nodiscard]] std::vector<int> falling_weights(int count, int sum, int largest);

// A list of distinct words drawn by weight in constant time.
class WeightedWords {
 public:
  // REQUIRES: one weight per word.
  WeightedWords(std::vector<std::string> words, const std::vector<int>& weights);

  [[nodiscard]] const std::string& draw(Stream& random) const {
    return words_[slots_[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(slots_.size()) - 1))]];
  }
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  [[nodiscard]] size_t weight_sum() const { return slots_.size(); }

 private:
  std::vector<std::string> words_;
  std::vector<uint16_t> slots_;  // as many slots per word as it weighs
};

[[nodiscard]] const WeightedWords& male_names();    // 1,220, at most 11 characters
[[nodiscard]] const WeightedWords& female_names();  // 4,275, at most 11 characters
[[nodiscard]] const WeightedWords& last_names();    // 65,000, at most 13 characters
[[nodiscard]] const std::vector<std::string>& street_names();
[[nodiscard]] const std::vector<std::string>& town_names();  // 272

inline constexpr std::array<std::string_view, 17> kStreetSuffixes = {
    "Street", "Avenue",  "Road",    "Lane",  "Drive",  "Court", "Place", "Way",  "Terrace",
    "Square", "Passage", "Parkway", "Alley", "Circle", "Trail", "Row",   "Close"};

// The news vocabulary, 65,000 lower-case words of at most 14 characters, laid out for fast appending.
class NewsWords {
 public:
  NewsWords();
  // Fills [out, out + length) with words separated by blanks, the last one cut. REQUIRES 16 writable bytes behind.
  void fill(Stream& random, char* out, size_t length) const;

 private:
  struct Word {
    std::array<char, 15> text;  // followed by a blank
    uint8_t size;               // with the blank
  };
  std::vector<Word> words_;
  std::vector<uint16_t> slots_;  // 2^17
};
[[nodiscard]] const NewsWords& news_words();

}  // namespace quartet

#endif  // QUARTET_MARKET_WORDS_H
