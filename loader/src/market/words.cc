#include "market/words.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <unordered_set>
#include <utility>

#include "market/purpose.h"

namespace quartet {
namespace {

using Parts = std::span<const std::string_view>;

constexpr std::string_view kOnsets[] = {"b", "br", "c",  "ch", "cl", "cr", "d", "dr", "f", "fl", "g",  "gr",
                                        "h", "j",  "k",  "l",  "m",  "n",  "p", "pr", "r", "s",  "sh", "st",
                                        "t", "th", "tr", "v",  "w",  "y",  "z", "",   "l", "m",  "r",  "t"};
constexpr std::string_view kFirstVowels[] = {"a", "e", "i", "o", "u", "a", "e", "i", "o", "ea", "oo", "ai"};
constexpr std::string_view kMiddles[] = {"l",  "r",  "n",  "m",  "d",  "t", "s", "ll", "rr", "nn", "nd",
                                         "rt", "lm", "st", "ck", "ng", "v", "b", "ss", "tt", "rl", "mb"};
constexpr std::string_view kSecondVowels[] = {"a", "e", "i", "o", "u"};
constexpr std::string_view kLastEnds[] = {"n",  "r",  "s",  "l",   "y",   "",    "k",   "t",   "m",
                                          "n",  "r",  "s",  "l",   "d",   "x",   "g",   "b",   "ck",
                                          "nd", "rd", "tt", "ley", "son", "ton", "man", "berg"};
constexpr std::string_view kMaleEnds[] = {"n", "r", "s", "l", "d", "ck", "", "rt", "x", "ld", "m", "than", "las"};
constexpr std::string_view kFemaleEnds[] = {"",    "na",  "ne", "lle", "tta", "ra", "ria",
                                            "lia", "nda", "sa", "th",  "lyn", "ssa"};
constexpr std::string_view kNewsEnds[] = {"", "n", "d", "s", "ly", "ng", "ment", "tion", "r", "st", "ble", "ty"};

constexpr std::string_view kCommonWords[] = {
    "the",  "of",    "and",   "to",     "in",     "a",       "for",   "is",     "on",    "that",  "by",     "with",
    "was",  "as",    "at",    "from",   "its",    "are",     "after", "be",     "said",  "an",    "has",    "will",
    "this", "have",  "new",   "year",   "market", "shares",  "up",    "down",   "more",  "which", "price",  "trade",
    "were", "about", "first", "profit", "sales",  "quarter", "stock", "growth", "plans", "board", "demand", "analysts"};

// One word of two syllables and an ending.
std::string compose(Stream& random, Parts ends) {
  const auto pick = [&random](Parts parts) {
    return parts[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(parts.size()) - 1))];
  };
  std::string word;
  for (const Parts parts : {Parts(kOnsets), Parts(kFirstVowels), Parts(kMiddles), Parts(kSecondVowels), ends}) {
    word += pick(parts);
  }
  return word;
}

// `count` distinct words of at most `max_length` characters, in an order that has nothing to do with the alphabet.
std::vector<std::string> compose_list(uint64_t purpose, Parts ends, size_t count, size_t max_length, bool is_name) {
  Stream random(0, purpose, 0);
  std::vector<std::string> words;
  words.reserve(count);
  std::unordered_set<std::string> seen;
  seen.reserve(2 * count);
  while (words.size() < count) {
    std::string word = compose(random, ends);
    if (is_name) {
      word[0] = static_cast<char>(word[0] - 'a' + 'A');
    }
    if (word.size() <= max_length && seen.insert(word).second) {
      words.push_back(std::move(word));
    }
  }
  return words;
}

WeightedWords compose_weighted(uint64_t purpose, Parts ends, int count, size_t max_length, int sum, int largest) {
  return {compose_list(purpose, ends, static_cast<size_t>(count), max_length, true),
          falling_weights(count, sum, largest)};
}

std::vector<std::string> join_all(Parts starts, Parts ends) {
  std::vector<std::string> words;
  words.reserve(starts.size() * ends.size());
  for (const std::string_view start : starts) {
    for (const std::string_view end : ends) {
      words.emplace_back(start).append(end);
    }
  }
  return words;
}

}  // namespace

std::vector<int> falling_weights(int count, int sum, int largest) {
  std::vector<int> weights(static_cast<size_t>(count), 1);
  int extra = sum - count;
  double next = largest - 1;
  const double ratio = extra > 0 ? std::max(0.0, 1 - next / extra) : 0;
  for (size_t i = 0; extra > 0; i = (i + 1) % weights.size()) {
    const int share = std::min(extra, std::max(1, static_cast<int>(next)));
    weights[i] += share;
    extra -= share;
    next *= ratio;
  }
  return weights;
}

WeightedWords::WeightedWords(std::vector<std::string> words, const std::vector<int>& weights)
    : words_(std::move(words)) {
  for (size_t i = 0; i < words_.size(); ++i) {
    slots_.insert(slots_.end(), static_cast<size_t>(weights[i]), static_cast<uint16_t>(i));
  }
}

const WeightedWords& male_names() {
  static const WeightedWords kNames = compose_weighted(purpose::kMaleNames, kMaleEnds, 1220, 11, 9554, 330);
  return kNames;
}

const WeightedWords& female_names() {
  static const WeightedWords kNames = compose_weighted(purpose::kFemaleNames, kFemaleEnds, 4275, 11, 11890, 150);
  return kNames;
}

const WeightedWords& last_names() {
  static const WeightedWords kNames = compose_weighted(purpose::kLastNames, kLastEnds, 65000, 13, 69195, 101);
  return kNames;
}

const std::vector<std::string>& street_names() {
  static constexpr std::string_view kStarts[] = {
      "Acorn",  "Amber",  "Apple",  "Ash",    "Aspen", "Bay",   "Beech", "Berry", "Birch",   "Brook",
      "Cedar",  "Cherry", "Clover", "Copper", "Coral", "Crane", "Deer",  "Dove",  "Eagle",   "Elder",
      "Fern",   "Finch",  "Fox",    "Hazel",  "Heron", "Holly", "Iron",  "Ivy",   "Juniper", "Lark",
      "Linden", "Maple",  "Mill",   "Moss",   "Otter", "Pine",  "Quail", "Raven", "Stone",   "Willow"};
  static constexpr std::string_view kEnds[] = {"bank",  "bend", "bluff", "bridge", "crest", "dell",  "field",
                                               "ford",  "gate", "glen",  "grove",  "haven", "hill",  "hollow",
                                               "knoll", "land", "mead",  "moor",   "point", "ridge", "shore",
                                               "side",  "vale", "view",  "wood"};
  static const std::vector<std::string> kNames = join_all(kStarts, kEnds);
  return kNames;
}

const std::vector<std::string>& town_names() {
  static constexpr std::string_view kStarts[] = {"Alder",   "Bright", "Calder", "Dun",   "Eastern", "Fair",
                                                 "Granger", "Hart",   "Kings",  "Lower", "Mayne",   "North",
                                                 "Orchard", "Quarry", "Silver", "Winter"};
  static constexpr std::string_view kEnds[] = {"burg",  "bury",  "by",    "dale",  "ford", "gate",
                                               "ham",   "haven", "leigh", "mouth", "port", "stead",
                                               "stone", "ton",   "vale",  "water", "wick"};
  static const std::vector<std::string> kNames = join_all(kStarts, kEnds);
  return kNames;
}

NewsWords::NewsWords() {
  constexpr int kWords = 65000;
  constexpr int kSlots = 1 << 17;
  std::vector<std::string> list(std::begin(kCommonWords), std::end(kCommonWords));
  const std::unordered_set<std::string> common(list.begin(), list.end());
  for (std::string& word : compose_list(purpose::kNewsWords, kNewsEnds, kWords, 14, false)) {
    if (list.size() < kWords && !common.contains(word)) {
      list.push_back(std::move(word));
    }
  }
  words_.reserve(list.size());
  for (const std::string& text : list) {
    Word word{};
    word.text.fill(' ');
    std::copy(text.begin(), text.end(), word.text.begin());
    word.size = static_cast<uint8_t>(text.size() + 1);
    words_.push_back(word);
  }
  const std::vector<int> weights = falling_weights(static_cast<int>(list.size()), kSlots, 4000);
  slots_.reserve(kSlots);
  for (size_t i = 0; i < weights.size(); ++i) {
    slots_.insert(slots_.end(), static_cast<size_t>(weights[i]), static_cast<uint16_t>(i));
  }
}

void NewsWords::fill(Stream& random, char* out, size_t length) const {
  constexpr uint64_t kMask = (1U << 17U) - 1;
  size_t done = 0;
  while (done < length) {
    uint64_t bits = random.bits();
    for (int i = 0; i < 3 && done < length; ++i, bits >>= 17U) {
      const Word& word = words_[slots_[bits & kMask]];
      // A fixed-size copy is faster than one of the word's length; what is too much is overwritten.
      std::memcpy(out + done, word.text.data(), word.text.size());
      done += word.size;
    }
  }
}

const NewsWords& news_words() {
  static const NewsWords kWords;
  return kWords;
}

}  // namespace quartet
