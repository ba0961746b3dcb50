// Rows in memory, decimals in text, and parameters read back.
#include "db/row_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace quartet::db {
namespace {

TEST(ScaledDecimal, RoundsHalfAwayFromZero) {
  EXPECT_EQ(scaled_decimal("12.345", 2), 1235);
  EXPECT_EQ(scaled_decimal("-12.345", 2), -1235);
  EXPECT_EQ(scaled_decimal("12.3449999999", 2), 1234);
  EXPECT_EQ(scaled_decimal("0.00005", 4), 1);
  EXPECT_EQ(scaled_decimal("7", 3), 7000);
  EXPECT_EQ(scaled_decimal("7.1", 3), 7100);
  EXPECT_EQ(scaled_decimal("1.5", 0), 2);
  EXPECT_EQ(scaled_decimal("92233720368547758.07", 2), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(scaled_decimal("-92233720368547758.08", 2), std::numeric_limits<int64_t>::min());
}

TEST(ScaledDecimal, RefusesWhatIsNoNumberOrTooLarge) {
  for (const char* text : {"", "-", "NaN", "1e5", "1.2.3", "92233720368547758.08", "123456789012345678901"}) {
    EXPECT_THROW(static_cast<void>(scaled_decimal(text, 2)), std::logic_error) << text;
  }
}

TEST(DecimalOfCents, HasTwoDigits) {
  EXPECT_EQ(decimal_of_cents(-5).digits, "-0.05");
  EXPECT_EQ(decimal_of_cents(123'456).digits, "1234.56");
  EXPECT_EQ(decimal_of_cents(std::numeric_limits<int64_t>::min()).digits, "-92233720368547758.08");
}

TEST(RowSet, GivesBackWhatItHolds) {
  RowSet rows;
  rows.add({int64_t{7}, true, std::string("a"), Decimal{"1.5"}, Timestamp{8}, Date{9}, Cell()});
  rows.set_affected(3);
  EXPECT_EQ(rows.rows(), 1);
  EXPECT_EQ(rows.affected(), 3);
  EXPECT_EQ(rows.integer(0, 0), 7);
  EXPECT_TRUE(rows.boolean(0, 1));
  EXPECT_EQ(rows.text(0, 2), "a");
  EXPECT_EQ(rows.cents(0, 3), 150);
  EXPECT_EQ(rows.timestamp(0, 4), 8);
  EXPECT_EQ(rows.date(0, 5), 9);
  EXPECT_TRUE(rows.is_null(0, 6));
  EXPECT_THROW(static_cast<void>(rows.integer(0, 6)), std::logic_error);
  EXPECT_THROW(static_cast<void>(rows.integer(0, 2)), std::logic_error);
  EXPECT_THROW(static_cast<void>(rows.integer(1, 0)), std::logic_error);
  EXPECT_THROW(static_cast<void>(rows.integer(0, 7)), std::logic_error);
}

TEST(ParameterValues, AreReadAsTheyWereGiven) {
  const std::vector<int32_t> ints = {1, -2};
  const std::vector<int64_t> bigs = {};
  const std::vector<std::string> texts = {"", "x y"};
  const std::vector<int64_t> amounts = {0, -105};
  const Parameters given = Parameters()
                               .int2(-3)
                               .date(4)
                               .boolean(true)
                               .text("t")
                               .money(-5)
                               .int4_array(ints)
                               .int8_array(bigs)
                               .text_array(texts)
                               .money_array(amounts)
                               .null();
  EXPECT_EQ(given.get_integer(0), -3);
  EXPECT_EQ(given.get_integer(1), 4);
  EXPECT_TRUE(given.get_boolean(2));
  EXPECT_EQ(given.get_text(3), "t");
  EXPECT_EQ(given.get_cents(4), -5);
  EXPECT_EQ(given.get_integer_array(5), (std::vector<int64_t>{1, -2}));
  EXPECT_EQ(given.get_integer_array(6), std::vector<int64_t>{});
  EXPECT_EQ(given.get_text_array(7), texts);
  EXPECT_EQ(given.get_cents_array(8), amounts);
  EXPECT_TRUE(given.is_null(9));
  EXPECT_THROW(static_cast<void>(given.get_integer(9)), std::logic_error);
}

}  // namespace
}  // namespace quartet::db
