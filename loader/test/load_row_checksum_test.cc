#include <gtest/gtest.h>

#include <stdexcept>

#include "load/row_checksum.h"
#include "quartet/row_writer.h"

namespace quartet::load {
namespace {

std::string row(int64_t id, std::string_view text) {
  RowWriter writer;
  writer.row(3);
  writer.int8(id);
  writer.text(text);
  writer.null();
  return writer.buffer();
}

RowChecksum checksum_of(const std::string& rows) {
  RowChecksum checksum;
  checksum.add(rows);
  return checksum;
}

TEST(RowChecksum, DoesNotDependOnOrderOrOnHowRowsAreHandedOver) {
  const auto together = checksum_of(row(1, "one") + row(2, "two") + row(3, ""));
  RowChecksum apart;
  apart.add(row(3, ""));
  apart.add(checksum_of(row(2, "two") + row(1, "one")));
  EXPECT_EQ(together, apart);
  EXPECT_EQ(together.rows(), 3);
}

TEST(RowChecksum, ChangesWithEveryField) {
  const auto one = checksum_of(row(1, "one"));
  EXPECT_NE(one, checksum_of(row(2, "one")));
  EXPECT_NE(one, checksum_of(row(1, "onE")));
  EXPECT_NE(checksum_of(row(1, "x") + row(1, "x")), checksum_of(row(1, "y") + row(1, "y")));
  EXPECT_EQ(RowChecksum().text(), "0000000000000000");
}

TEST(RowChecksum, ComesBackFromWhereItWasStored) {
  const auto sum = checksum_of(row(1, "one") + row(2, "two"));
  EXPECT_EQ(RowChecksum::from_stored(sum.rows(), sum.stored()), sum);
}

TEST(RowChecksum, RefusesRowsCutShort) {
  const std::string whole = row(1, "one");
  for (size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THROW(checksum_of(whole.substr(0, size)), std::runtime_error) << size;
  }
}

}  // namespace
}  // namespace quartet::load
