// The open lots of a Load Unit: per account and basket position a list in the order of their creation.
#ifndef QUARTET_GENERATE_LOT_BOOK_H
#define QUARTET_GENERATE_LOT_BOOK_H

#include <cstdint>
#include <vector>

namespace quartet {

// An open lot. Links are indices into the book, kNone at the ends.
struct Lot {
  int64_t trade_id;
  int64_t opened_millis;
  int32_t quantity;  // negative for a short position, never 0
  int32_t price_cents;
  uint32_t older;
  uint32_t newer;
};

// Lists of lots in one pool, so that opening and closing lots allocates nothing once the pool has grown.
class LotBook {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit LotBook(size_t positions) : ends_(positions) {}

  [[nodiscard]] uint32_t oldest(size_t position) const { return ends_[position].oldest; }
  [[nodiscard]] uint32_t newest(size_t position) const { return ends_[position].newest; }
  [[nodiscard]] Lot& at(uint32_t lot) { return lots_[lot]; }

  // Adds a lot as the newest of its list; its links are set here.
  void append(size_t position, Lot lot) {
    Ends& ends = ends_[position];
    lot.older = ends.newest;
    lot.newer = kNone;
    const uint32_t index = allocate(lot);
    (ends.newest == kNone ? ends.oldest : lots_[ends.newest].newer) = index;
    ends.newest = index;
  }

  // Removes the newest or oldest lot of a list.
  void remove_end(size_t position, bool is_newest) {
    Ends& ends = ends_[position];
    const uint32_t lot = is_newest ? ends.newest : ends.oldest;
    const uint32_t rest = is_newest ? lots_[lot].older : lots_[lot].newer;
    (is_newest ? ends.newest : ends.oldest) = rest;
    if (rest == kNone) {
      ends = Ends{};
    } else {
      (is_newest ? lots_[rest].newer : lots_[rest].older) = kNone;
    }
    lots_[lot].newer = free_;
    free_ = lot;
  }

 private:
  struct Ends {
    uint32_t oldest = kNone;
    uint32_t newest = kNone;
  };

  uint32_t allocate(const Lot& lot) {
    if (free_ == kNone) {
      lots_.push_back(lot);
      return static_cast<uint32_t>(lots_.size() - 1);
    }
    const uint32_t index = free_;
    free_ = lots_[index].newer;
    lots_[index] = lot;
    return index;
  }

  std::vector<Ends> ends_;
  std::vector<Lot> lots_;
  uint32_t free_ = kNone;  // removed lots, linked by `newer`
};

}  // namespace quartet

#endif  // QUARTET_GENERATE_LOT_BOOK_H
