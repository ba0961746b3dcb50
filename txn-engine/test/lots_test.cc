// The arithmetic of orders against figures worked out by hand.
#include "txn/lots.h"

#include <gtest/gtest.h>

#include <vector>

namespace quartet {
namespace {

using Quantities = std::vector<std::vector<int32_t>>;

// {before, after} of each change.
Quantities quantities_of(const Closing& closing) {
  Quantities result;
  for (const LotChange& change : closing.changes) result.push_back({change.before, change.after});
  return result;
}

TEST(Commission, IsRoundedHalfUpToCents) {
  EXPECT_EQ(commission_cents(40, 100, 2345), 938);   // 0.40 % of 2,345.00 is 9.38
  EXPECT_EQ(commission_cents(37, 200, 2517), 1863);  // 0.37 % of 5,034.00 is 18.6258
  EXPECT_EQ(commission_cents(25, 200, 2001), 1001);  // 0.25 % of 4,002.00 is 10.005
  EXPECT_EQ(commission_cents(25, 100, 2001), 500);   // 0.25 % of 2,001.00 is 5.0025
  EXPECT_EQ(commission_cents(12, 800, 3000), 2880);  // 0.12 % of 24,000.00 is 28.80
  EXPECT_EQ(commission_cents(1, 1, 5000), 1);        // 0.01 % of 50.00 is 0.005
  EXPECT_EQ(commission_cents(1, 1, 4999), 0);        // just below
  EXPECT_EQ(commission_cents(0, 800, 3000), 0);
}

TEST(Tax, IsRoundedHalfUpToCents) {
  EXPECT_EQ(tax_cents(93'700, 28'000), 26'236);  // 28 % of 937.00 is 262.36
  EXPECT_EQ(tax_cents(12'345, 17'250), 2130);    // 17.25 % of 123.45 is 21.295125
  EXPECT_EQ(tax_cents(50, 1'000), 1);            // 1 % of 0.50 is 0.005
  EXPECT_EQ(tax_cents(49, 1'000), 0);
}

// Bought 100 at 20.00, 200 at 22.00, 400 at 24.00; sold at 25.00.
const std::vector<Lot> kOldestFirst = {{1, 100, 2000}, {2, 200, 2200}, {3, 400, 2400}};
const std::vector<Lot> kNewestFirst = {{3, 400, 2400}, {2, 200, 2200}, {1, 100, 2000}};

TEST(CloseLots, SaleTakesTheOldestLots) {
  const Closing closing = close_lots(true, 400, 2500, kOldestFirst);
  EXPECT_EQ(quantities_of(closing), (Quantities{{100, 0}, {200, 0}, {400, 300}}));
  EXPECT_EQ(closing.left, 0);
  EXPECT_EQ(closing.buy_cents, 880'000);     // 2,000 + 4,400 + 2,400
  EXPECT_EQ(closing.sell_cents, 1'000'000);  // 400 x 25.00
  EXPECT_EQ(closing.gain_cents(), 120'000);
}

TEST(CloseLots, SaleTakesTheNewestLotsWhenLifo) {
  const Closing closing = close_lots(true, 500, 2500, kNewestFirst);
  EXPECT_EQ(quantities_of(closing), (Quantities{{400, 0}, {200, 100}}));
  EXPECT_EQ(closing.buy_cents, 1'180'000);   // 9,600 + 2,200
  EXPECT_EQ(closing.sell_cents, 1'250'000);  // 500 x 25.00
  EXPECT_EQ(closing.gain_cents(), 70'000);
}

TEST(CloseLots, SaleThatEndsWithALotConsumesIt) {
  const Closing closing = close_lots(true, 300, 2500, kOldestFirst);
  EXPECT_EQ(quantities_of(closing), (Quantities{{100, 0}, {200, 0}}));
  EXPECT_EQ(closing.left, 0);
}

TEST(CloseLots, SaleOfMoreThanIsHeldLeavesTheRestToAShortLot) {
  const Closing closing = close_lots(true, 800, 2500, kOldestFirst);
  EXPECT_EQ(quantities_of(closing), (Quantities{{100, 0}, {200, 0}, {400, 0}}));
  EXPECT_EQ(closing.left, 100);
  EXPECT_EQ(closing.buy_cents, 1'600'000);   // 2,000 + 4,400 + 9,600
  EXPECT_EQ(closing.sell_cents, 1'750'000);  // the 100 that open a short lot add nothing
}

TEST(CloseLots, SaleBelowCostIsALoss) {
  const Closing closing = close_lots(true, 100, 1950, {{3, 400, 2400}});
  EXPECT_EQ(closing.gain_cents(), -45'000);
}

// Sold short 100 at 29.00 and 400 at 28.00; bought back at 21.00: what was sold is the sale, what is paid now the cost.
TEST(CloseLots, BuyCoversShortLots) {
  const Closing closing = close_lots(false, 200, 2100, {{1, -100, 2900}, {2, -400, 2800}});
  EXPECT_EQ(quantities_of(closing), (Quantities{{-100, 0}, {-400, -300}}));
  EXPECT_EQ(closing.left, 0);
  EXPECT_EQ(closing.sell_cents, 570'000);  // 2,900 + 2,800
  EXPECT_EQ(closing.buy_cents, 420'000);   // 200 x 21.00
  EXPECT_EQ(closing.gain_cents(), 150'000);
}

TEST(CloseLots, BuyOfMoreThanIsShortLeavesTheRestToALongLot) {
  const Closing closing = close_lots(false, 800, 2100, {{1, -100, 2900}, {2, -400, 2800}});
  EXPECT_EQ(quantities_of(closing), (Quantities{{-100, 0}, {-400, 0}}));
  EXPECT_EQ(closing.left, 300);
  EXPECT_EQ(closing.sell_cents, 1'410'000);
  EXPECT_EQ(closing.buy_cents, 1'050'000);
}

TEST(CloseLots, WithoutLotsEverythingIsLeft) {
  const Closing closing = close_lots(false, 400, 2100, {});
  EXPECT_TRUE(closing.changes.empty());
  EXPECT_EQ(closing.left, 400);
  EXPECT_EQ(closing.gain_cents(), 0);
}

}  // namespace
}  // namespace quartet
