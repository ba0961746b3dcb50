// Shared by the tests of the transactions: sessions, model, and a reader of outputs.
#ifndef QUARTET_TEST_TRANSACTION_FIXTURE_H
#define QUARTET_TEST_TRANSACTION_FIXTURE_H

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/pq_session.h"
#include "postgres_fixture.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet::test {

// SQL that gives a column the form it has in an output.
inline std::string cents(std::string_view column) { return fmt::format("({} * 100)::bigint", column); }
inline std::string micros(std::string_view column) {
  return fmt::format("(extract(epoch FROM {} - timestamp '2000-01-01') * 1000000)::bigint", column);
}
inline std::string days(std::string_view column) { return fmt::format("({} - date '2000-01-01')", column); }
inline std::string flag(std::string_view column) { return fmt::format("{}::int", column); }

// Takes an output apart, one field after the other, as text.
class Output {
 public:
  explicit Output(const std::string& bytes) : reader_(bytes) {}

  // One letter per field: q i64, l i32, h i16, b u8 or bool, t text.
  Sql::Row row(std::string_view form) {
    Sql::Row fields;
    for (const char letter : form) fields.push_back(field(letter));
    return fields;
  }
  // A list of rows of one form.
  std::vector<Sql::Row> rows(std::string_view form) {
    std::vector<Sql::Row> result(reader_.count());
    for (auto& entry : result) entry = row(form);
    return result;
  }
  size_t count() { return reader_.count(); }
  void end() { reader_.end(); }

 private:
  template <typename Value>
  std::string number() {
    Value value = 0;
    reader_(value);
    return std::to_string(value);
  }
  std::string field(char letter) {
    switch (letter) {
      case 'q':
        return number<int64_t>();
      case 'l':
        return number<int32_t>();
      case 'h':
        return number<int16_t>();
      case 'b':
        return number<uint8_t>();
      default: {
        std::string value;
        reader_(value);
        return value;
      }
    }
  }

  wire::Reader reader_;
};

// Read-only tests of one role. `broken` gives a session that sees an altered view in place of one table; the tables
// themselves stay as they are.
class TransactionTest : public testing::Test {
 protected:
  explicit TransactionTest(const std::string& conninfo) : conninfo_(conninfo), sql(conninfo), session(conninfo) {}

  void TearDown() override { sql.query("DROP SCHEMA IF EXISTS broken CASCADE"); }

  db::PqSession broken(const std::string& table, const std::string& condition) {
    sql.query(
        fmt::format("CREATE SCHEMA IF NOT EXISTS broken;"
                    "CREATE VIEW broken.{0} AS SELECT * FROM public.{0} WHERE {1}",
                    table, condition));
    return db::PqSession(conninfo_ + " options='-c search_path=broken,public'");
  }

 private:
  std::string conninfo_;

 protected:
  Sql sql;
  db::PqSession session;
  MarketModel model{loaded_parameters()};
  Context context{.model = model, .trade_result_isolation = db::Isolation::kSerializable, .short_history = true};
  Context full_history{.model = model, .trade_result_isolation = db::Isolation::kSerializable, .short_history = false};
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_TRANSACTION_FIXTURE_H
