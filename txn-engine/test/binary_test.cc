#include "db/binary.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "db/session.h"

namespace quartet::db {
namespace {

std::string cents(int64_t value) {
  std::string out;
  binary::put_cents(out, value);
  return out;
}

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

std::string_view value_of(const Parameters& parameters, size_t index) {
  const auto& value = parameters.values().at(index);
  return {parameters.data() + value.offset, value.length};
}

// numeric of the given digits
std::string numeric(int16_t weight, uint16_t sign, std::initializer_list<int16_t> digits) {
  std::string out;
  binary::put_int2(out, static_cast<int16_t>(digits.size()));
  binary::put_int2(out, weight);
  binary::put_int2(out, static_cast<int16_t>(sign));
  binary::put_int2(out, 5);
  for (const int16_t digit : digits) binary::put_int2(out, digit);
  return out;
}

TEST(BinaryCents, WritesTheFormOfTheServer) {
  EXPECT_EQ(cents(0), bytes({0, 0, 0, 0, 0, 0, 0, 2}));
  // 12345.67: digits 1, 2345, 6700
  EXPECT_EQ(cents(1234567), bytes({0, 3, 0, 1, 0, 0, 0, 2, 0, 1, 0x09, 0x29, 0x1A, 0x2C}));
  // -0.05: digit 500 of weight -1
  EXPECT_EQ(cents(-5), bytes({0, 1, 0xFF, 0xFF, 0x40, 0, 0, 2, 0x01, 0xF4}));
  // 10000.00: trailing zero digits are left out
  EXPECT_EQ(cents(1000000), bytes({0, 1, 0, 1, 0, 0, 0, 2, 0, 1}));
}

TEST(BinaryCents, ComeBackUnchanged) {
  for (const int64_t value : {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{99}, int64_t{100}, int64_t{-101},
                              int64_t{999999}, int64_t{1000000}, int64_t{123456789012345678},
                              std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()}) {
    EXPECT_EQ(binary::get_numeric(cents(value), 2), value);
  }
}

TEST(BinaryNumeric, RoundsHalfAwayFromZero) {
  EXPECT_EQ(binary::get_numeric(numeric(-1, 0x0000, {1250}), 2), 13);   // 0.1250
  EXPECT_EQ(binary::get_numeric(numeric(-1, 0x0000, {1249}), 2), 12);   // 0.1249
  EXPECT_EQ(binary::get_numeric(numeric(-1, 0x4000, {1250}), 2), -13);  // -0.1250
  EXPECT_EQ(binary::get_numeric(numeric(-2, 0x0000, {5000}), 4), 1);    // 0.00005
  EXPECT_EQ(binary::get_numeric(numeric(-2, 0x0000, {4999}), 4), 0);    // 0.00004999
  EXPECT_EQ(binary::get_numeric(numeric(-3, 0x0000, {9999}), 2), 0);
}

TEST(BinaryNumeric, ScalesByDigits) {
  const std::string rate = numeric(0, 0x0000, {0, 2875});  // 0.2875
  EXPECT_EQ(binary::get_numeric(rate, 0), 0);
  EXPECT_EQ(binary::get_numeric(rate, 2), 29);
  EXPECT_EQ(binary::get_numeric(rate, 5), 28750);
  EXPECT_EQ(binary::get_numeric(numeric(1, 0x0000, {3}), 3), 30'000'000);
}

TEST(BinaryNumeric, RefusesWhatItCannotRepresent) {
  EXPECT_THROW(static_cast<void>(binary::get_numeric(numeric(0, 0xC000, {}), 2)), std::logic_error);  // NaN
  EXPECT_THROW(static_cast<void>(binary::get_numeric(numeric(9, 0x0000, {1}), 2)), std::logic_error);
  EXPECT_THROW(static_cast<void>(binary::get_numeric(numeric(4, 0x0000, {9999}), 2)), std::logic_error);
  EXPECT_THROW(static_cast<void>(binary::get_numeric("short", 2)), std::logic_error);
  EXPECT_THROW(static_cast<void>(binary::get_numeric(cents(100) + "x", 2)), std::logic_error);
}

TEST(BinaryInteger, ReadsEveryWidthWithItsSign) {
  std::string two;
  std::string four;
  std::string eight;
  binary::put_int2(two, -2);
  binary::put_int4(four, -70'000);
  binary::put_int8(eight, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(binary::get_integer(two), -2);
  EXPECT_EQ(binary::get_integer(four), -70'000);
  EXPECT_EQ(binary::get_integer(eight), std::numeric_limits<int64_t>::min());
  EXPECT_THROW(static_cast<void>(binary::get_integer("abc")), std::logic_error);
}

TEST(ParametersBytes, HoldEachValueInOrder) {
  const auto parameters = Parameters().int2(1).boolean(true).text("abc").null().date(-1);
  ASSERT_EQ(parameters.values().size(), 5U);
  EXPECT_EQ(value_of(parameters, 0), bytes({0, 1}));
  EXPECT_EQ(value_of(parameters, 1), bytes({1}));
  EXPECT_EQ(value_of(parameters, 2), "abc");
  EXPECT_TRUE(parameters.values()[3].is_null);
  EXPECT_EQ(value_of(parameters, 4), bytes({0xFF, 0xFF, 0xFF, 0xFF}));
}

TEST(ParametersBytes, WriteArrays) {
  const std::vector<int32_t> numbers = {7, -1};
  const auto parameters = Parameters().int4_array(numbers).int8_array({});
  EXPECT_EQ(value_of(parameters, 0), bytes({0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 0,    0,    0,    2,   0, 0, 0, 1,  //
                                            0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0, 4,  0xFF, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(value_of(parameters, 1), bytes({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20}));
}

const Statement kAnything = {"anything", "SELECT 1", {}};

TEST(Batch, NumbersItsResults) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  EXPECT_EQ(batch.add(kAnything), 0U);
  EXPECT_EQ(batch.add(kAnything), 1U);
  EXPECT_FALSE(batch.ends_with_commit());
  batch.commit();
  EXPECT_TRUE(batch.ends_with_commit());
  EXPECT_EQ(batch.entries().size(), 4U);
}

TEST(Batch, RefusesABeginThatIsNotFirstAndAStatementAfterTheCommit) {
  Batch batch;
  batch.add(kAnything);
  EXPECT_THROW(batch.begin(Isolation::kSerializable), std::logic_error);
  batch.commit();
  EXPECT_THROW(batch.add(kAnything), std::logic_error);
  EXPECT_THROW(batch.commit(), std::logic_error);
}

// What the check of a batch with this one statement says; "" if it passes.
std::string objection_to(const Statement& statement, Parameters parameters) {
  Batch batch;
  batch.add(statement, std::move(parameters));
  try {
    batch.check();
  } catch (const std::logic_error& problem) {
    return problem.what();
  }
  return "";
}

TEST(Batch, ChecksNumberAndTypesOfParameters) {
  const Statement statement = {"S1", "SELECT $1, $2", {Type::kInt8, Type::kTimestamp}};
  EXPECT_EQ(objection_to(statement, Parameters().int8(1).timestamp(2)), "");
  EXPECT_EQ(objection_to(statement, Parameters().null().null()), "");
  EXPECT_EQ(objection_to(statement, Parameters().int8(1)), "statement S1 takes 2 parameters, not 1");
  // These two have the same bytes.
  EXPECT_EQ(objection_to(statement, Parameters().int8(1).int8(2)),
            "statement S1 takes timestamp as parameter 2, not bigint");
  EXPECT_EQ(objection_to(statement, Parameters().int4(1).timestamp(2)),
            "statement S1 takes bigint as parameter 1, not integer");
}

TEST(Batch, RefusesToBeRunEmpty) { EXPECT_THROW(Batch().check(), std::logic_error); }

}  // namespace
}  // namespace quartet::db
