// Statements and values in the form of ODBC.
#include "db/odbc_text.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace quartet::db {
namespace {

using Places = std::vector<size_t>;

TEST(OdbcSql, CastsEveryParameterAndRepeatsTheRepeatedOnes) {
  const Statement statement = {
      "s", "SELECT $2, $1 WHERE a = ANY($2) AND b <= $1::text", {Type::kText, Type::kInt8Array}};
  const OdbcSql result = to_odbc(statement);
  EXPECT_EQ(result.sql,
            "SELECT CAST(? AS bigint[]), CAST(? AS text) WHERE a = ANY(CAST(? AS bigint[])) AND b <= CAST(? AS "
            "text)::text");
  EXPECT_EQ(result.parameters, (Places{1, 0, 1, 0}));
}

TEST(OdbcSql, ReadsNumbersOfTwoDigits) {
  const Statement statement = {"s", "SELECT $12, $1", std::vector<Type>(12, Type::kInt4)};
  EXPECT_EQ(to_odbc(statement).parameters, (Places{11, 0}));
}

TEST(OdbcSql, LeavesLiteralsNamesAndCommentsAlone) {
  const Statement statement = {"s", "SELECT 'it''s $1?', '.*$', \"$1?\" /* $1? */, $1 -- $1?\n, '$1", {Type::kBool}};
  const OdbcSql result = to_odbc(statement);
  EXPECT_EQ(result.sql, "SELECT 'it''s $1?', '.*$', \"$1?\" /* $1? */, CAST(? AS boolean) -- $1?\n, '$1");
  EXPECT_EQ(result.parameters, Places{0});
}

TEST(OdbcSql, RefusesWhatItCannotExpress) {
  EXPECT_THROW(to_odbc({"s", "SELECT $2", {Type::kBool}}), std::logic_error);
  EXPECT_THROW(to_odbc({"s", "SELECT $0", {Type::kBool}}), std::logic_error);
  EXPECT_THROW(to_odbc({"s", "SELECT a ? b", {}}), std::logic_error);
}

TEST(OdbcArrays, AreLiteralsOfPostgres) {
  EXPECT_EQ(integer_array({}), "{}");
  EXPECT_EQ(integer_array({1, -2}), "{1,-2}");
  EXPECT_EQ(cents_array({-5, 123456789}), "{-0.05,1234567.89}");
  EXPECT_EQ(text_array({"", "NULL", "a,b", "\"", "\\", "x}"}), "{\"\",\"NULL\",\"a,b\",\"\\\"\",\"\\\\\",\"x}\"}");
  EXPECT_EQ(timestamp_array({0, -1}), "{\"2000-01-01 00:00:00.000000\",\"1999-12-31 23:59:59.999999\"}");
}

TEST(CivilTime, CoversItsWholeRange) {
  const CivilTime first = civil_time(kEarliestMicros);
  EXPECT_EQ(first.year, 1);
  EXPECT_EQ(first.month, 1);
  EXPECT_EQ(first.day, 1);
  const CivilTime last = civil_time(kLatestMicros);
  EXPECT_EQ(last.year, 9999);
  EXPECT_EQ(last.second, 59);
  EXPECT_EQ(last.micros, 999'999U);
  for (const int64_t micros : {kEarliestMicros, kLatestMicros, int64_t{0}, int64_t{-1}, int64_t{848'402'553'123'456}}) {
    EXPECT_EQ(micros_of(civil_time(micros)), micros);
  }
}

}  // namespace
}  // namespace quartet::db
