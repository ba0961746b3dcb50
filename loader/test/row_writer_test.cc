#include "quartet/row_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "binary_rows.h"

namespace quartet {
namespace {

std::string numeric_bytes(int64_t value, int scale) {
  RowWriter writer;
  writer.numeric(value, scale);
  return writer.buffer().substr(4);
}

TEST(RowWriter, WritesFieldsBigEndianWithTheirLength) {
  RowWriter writer;
  writer.row(3);
  writer.int4(1);
  writer.null();
  writer.text("ab");
  EXPECT_EQ(writer.buffer(), std::string("\0\3\0\0\0\4\0\0\0\1\377\377\377\377\0\0\0\2ab", 20));
}

TEST(RowWriter, ReadsBackEveryType) {
  RowWriter writer;
  writer.row(9);
  writer.int2(-2);
  writer.int4(std::numeric_limits<int32_t>::min());
  writer.int8(200'000'000'000'001);
  writer.boolean(true);
  writer.boolean(false);
  writer.text("");
  writer.date(-10'958);
  writer.timestamp(-1'000);
  writer.numeric(-123'456'789, 2);
  const auto rows = read_rows(writer.buffer());
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0][0].integer(), -2);
  EXPECT_EQ(rows[0][1].integer(), std::numeric_limits<int32_t>::min());
  EXPECT_EQ(rows[0][2].integer(), 200'000'000'000'001);
  EXPECT_TRUE(rows[0][3].boolean());
  EXPECT_FALSE(rows[0][4].boolean());
  EXPECT_EQ(rows[0][5].text(), "");
  EXPECT_EQ(rows[0][6].integer(), -10'958);
  EXPECT_EQ(rows[0][7].integer(), -1'000);
  EXPECT_EQ(rows[0][8].numeric(2), -123'456'789);
}

TEST(RowWriter, WritesNumericDigitsAsPostgresqlStoresThem) {
  // Digit count, weight, sign, scale, digits: what PostgreSQL's numeric_send gives for these values.
  EXPECT_EQ(numeric_bytes(0, 2), std::string("\0\0\0\0\0\0\0\2", 8));
  EXPECT_EQ(numeric_bytes(2500, 2), std::string("\0\1\0\0\0\0\0\2\0\31", 10));          // 25.00
  EXPECT_EQ(numeric_bytes(2263, 2), std::string("\0\2\0\0\0\0\0\2\0\26\30\234", 12));   // 22, 6300
  EXPECT_EQ(numeric_bytes(-5, 2), std::string("\0\1\377\377\100\0\0\2\1\364", 10));     // 500 at weight -1
  EXPECT_EQ(numeric_bytes(1'000'000, 2), std::string("\0\1\0\1\0\0\0\2\0\1", 10));      // 10,000.00
  EXPECT_EQ(numeric_bytes(27'500, 5), std::string("\0\1\377\377\0\0\0\5\12\276", 10));  // 0.27500
  EXPECT_EQ(numeric_bytes(1, 5), std::string("\0\1\377\376\0\0\0\5\3\350", 10));        // 0.00001
}

TEST(RowWriter, ReadsBackNumericsOfEveryScaleAndSize) {
  RowWriter writer;
  std::vector<std::pair<int64_t, int>> values;
  for (int scale = 0; scale <= 5; ++scale) {
    for (int64_t value = 1; value < 1'000'000'000'000; value = value * 7 + scale) {
      values.emplace_back(value, scale);
      values.emplace_back(-value, scale);
    }
  }
  for (const auto& [value, scale] : values) {
    writer.row(1);
    writer.numeric(value, scale);
  }
  const auto rows = read_rows(writer.buffer());
  ASSERT_EQ(rows.size(), values.size());
  EXPECT_EQ(writer.rows(), values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(rows[i][0].numeric(values[i].second), values[i].first) << "scale " << values[i].second;
  }
}

TEST(RowWriter, KeepsCountingRowsWhenCleared) {
  RowWriter writer;
  writer.row(0);
  writer.clear();
  writer.row(0);
  EXPECT_EQ(writer.rows(), 2U);
  EXPECT_EQ(writer.buffer().size(), 2U);
}

// The text form of what `write` writes as one row of `columns` fields.
template <typename Write>
std::string text_row(int16_t columns, Write write) {
  RowWriter writer(RowFormat::kText);
  writer.row(columns);
  write(writer);
  return writer.buffer();
}

TEST(TextRowWriter, EndsARowWithItsLastField) {
  RowWriter writer(RowFormat::kText);
  writer.row(3);
  writer.int4(1);
  writer.null();
  EXPECT_EQ(writer.buffer(), "1\t\\N\t");
  writer.text("ab");
  EXPECT_EQ(writer.buffer(), "1\t\\N\tab\n");
  writer.clear();
  writer.row(1);
  writer.boolean(true);
  writer.row(0);
  EXPECT_EQ(writer.buffer(), "t\n\n");
  EXPECT_EQ(writer.rows(), 3U);
}

TEST(TextRowWriter, WritesIntegersToTheirEnds) {
  EXPECT_EQ(text_row(3,
                     [](RowWriter& out) {
                       out.int2(std::numeric_limits<int16_t>::min());
                       out.int4(std::numeric_limits<int32_t>::max());
                       out.int8(std::numeric_limits<int64_t>::min());
                     }),
            "-32768\t2147483647\t-9223372036854775808\n");
}

TEST(TextRowWriter, EscapesWhatWouldEndAFieldOrARow) {
  EXPECT_EQ(text_row(2,
                     [](RowWriter& out) {
                       out.text("a\\b\tc\nd\re");
                       out.text("\\N");
                     }),
            "a\\\\b\\tc\\nd\\re\t\\\\N\n");
  EXPECT_EQ(text_row(2,
                     [](RowWriter& out) {
                       out.text("");
                       out.text("\t");
                     }),
            "\t\\t\n");
}

TEST(TextRowWriter, WritesDatesAndTimes) {
  const auto date = [](int32_t days) { return text_row(1, [days](RowWriter& out) { out.date(days); }); };
  EXPECT_EQ(date(0), "2000-01-01\n");
  EXPECT_EQ(date(1829), "2005-01-03\n");
  EXPECT_EQ(date(59), "2000-02-29\n");
  EXPECT_EQ(date(-1), "1999-12-31\n");
  EXPECT_EQ(date(-73'048), "1800-01-01\n");
  const auto time = [](int64_t micros) { return text_row(1, [micros](RowWriter& out) { out.timestamp(micros); }); };
  EXPECT_EQ(time(0), "2000-01-01 00:00:00.000\n");
  EXPECT_EQ(time((int64_t{1829} * 86'400 + int64_t{9} * 3'600) * 1'000'000 + 123'000), "2005-01-03 09:00:00.123\n");
  EXPECT_EQ(time((int64_t{1829} * 86'400 - 1) * 1'000'000 + 7'000), "2005-01-02 23:59:59.007\n");
  EXPECT_EQ(time(-1'000), "1999-12-31 23:59:59.999\n");
}

TEST(TextRowWriter, WritesNumericsWithTheirScale) {
  const auto numeric = [](int64_t value, int scale) {
    return text_row(1, [value, scale](RowWriter& out) { out.numeric(value, scale); });
  };
  EXPECT_EQ(numeric(0, 2), "0.00\n");
  EXPECT_EQ(numeric(2263, 2), "22.63\n");
  EXPECT_EQ(numeric(-5, 2), "-0.05\n");
  EXPECT_EQ(numeric(-12'345, 2), "-123.45\n");
  EXPECT_EQ(numeric(27'500, 5), "0.27500\n");
  EXPECT_EQ(numeric(100'000, 5), "1.00000\n");
  EXPECT_EQ(numeric(17, 0), "17\n");
  EXPECT_EQ(numeric(0, 0), "0\n");
  EXPECT_EQ(numeric(std::numeric_limits<int64_t>::min(), 3), "-9223372036854775.808\n");
}

}  // namespace
}  // namespace quartet
