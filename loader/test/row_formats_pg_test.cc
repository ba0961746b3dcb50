// PostgreSQL reads the binary and the text form of the same rows as the same rows. load_files_pg_test.cc shows it for
// all generated rows. The cluster comes from scripts/lib/with-postgres.
#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "quartet/tables.h"

namespace quartet {
namespace {

using namespace std::string_view_literals;

// A session with one schema per form; both are dropped at the end.
class TwoForms {
 public:
  TwoForms() {
    if (PQstatus(connection_.get()) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(connection_.get()));
    execute("SET client_min_messages = warning");
    execute("DROP SCHEMA IF EXISTS as_binary, as_text CASCADE");
    execute("CREATE SCHEMA as_binary");
    execute("CREATE SCHEMA as_text");
  }
  ~TwoForms() { PQclear(PQexec(connection_.get(), "DROP SCHEMA as_binary, as_text CASCADE")); }
  TwoForms(const TwoForms&) = delete;
  TwoForms& operator=(const TwoForms&) = delete;

  // Creates a table in both schemas.
  void create(const std::string& statement) {
    for (const char* schema : {"as_binary", "as_text"}) {
      execute(std::string("SET search_path = ") + schema);
      execute(statement);
    }
  }

  // Copies what `write` writes into the table of the writer's form.
  void copy(std::string_view table, RowFormat format, const std::function<void(RowWriter&, const Drain&)>& write) {
    const bool is_text = format == RowFormat::kText;
    const std::string target = (is_text ? "as_text." : "as_binary.") + std::string(table);
    execute("COPY " + target + " FROM STDIN (FORMAT " + (is_text ? "text)" : "binary)"));
    if (!is_text) put("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"sv);
    RowWriter writer(format);
    write(writer, [this](Table, RowWriter& full) {
      put(full.buffer());
      full.clear();
    });
    if (!is_text) put("\377\377"sv);
    if (PQputCopyEnd(connection_.get(), nullptr) != 1) throw std::runtime_error(PQerrorMessage(connection_.get()));
    while (PGresult* result = PQgetResult(connection_.get())) check(result);
  }

  void copy_both(std::string_view table, const std::function<void(RowWriter&, const Drain&)>& write) {
    copy(table, RowFormat::kBinary, write);
    copy(table, RowFormat::kText, write);
  }

  std::string value(const std::string& query) {
    PGresult* result = PQexec(connection_.get(), query.c_str());
    std::string value = PQntuples(result) == 1 ? PQgetvalue(result, 0, 0) : "";
    check(result);
    return value;
  }

  // Rows of one form that the other does not have, in both directions, and the rows they have.
  void expect_equal(std::string_view table, uint64_t rows) {
    const auto extra = [&](const std::string& one, const std::string& other) {
      return value("SELECT count(*) FROM (TABLE " + one + "." + std::string(table) + " EXCEPT ALL TABLE " + other +
                   "." + std::string(table) + ") x");
    };
    EXPECT_EQ(value("SELECT count(*) FROM as_text." + std::string(table)), std::to_string(rows)) << table;
    EXPECT_EQ(extra("as_binary", "as_text"), "0") << table;
    EXPECT_EQ(extra("as_text", "as_binary"), "0") << table;
  }

 private:
  void check(PGresult* result) {
    const ExecStatusType status = PQresultStatus(result);
    const bool is_good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN;
    const std::string message = is_good ? "" : PQresultErrorMessage(result);
    PQclear(result);
    if (!is_good) throw std::runtime_error(message);
  }
  void execute(const std::string& statement) { check(PQexec(connection_.get(), statement.c_str())); }
  void put(std::string_view bytes) {
    if (PQputCopyData(connection_.get(), bytes.data(), static_cast<int>(bytes.size())) != 1) {
      throw std::runtime_error(PQerrorMessage(connection_.get()));
    }
  }

  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_{PQconnectdb(""), &PQfinish};
};

TEST(RowFormats, EveryTypeAndHostileTextReadTheSame) {
  TwoForms forms;
  forms.create(
      "CREATE TABLE types (a smallint, b integer, c bigint, d boolean, e text, f date, g timestamp(3)"
      ", h numeric(12, 2), i numeric(6, 5), j numeric(12, 0))");
  constexpr std::array<std::string_view, 8> kTexts = {
      "", "plain", "a\\b", "\\N", "tab\there\nand\r\nthere", "\\.", "\xc3\xa9t\xc3\xa9 \xf0\x9f\x90\x98", "\\t"};
  forms.copy_both("types", [&](RowWriter& out, const Drain& drain) {
    for (int64_t i = 0; i < 400; ++i) {
      out.row(10);
      if (i % 7 == 0) {
        for (int field = 0; field < 10; ++field) out.null();
        continue;
      }
      const int64_t sign = i % 2 == 0 ? 1 : -1;
      out.int2(static_cast<int16_t>(sign * i));
      out.int4(static_cast<int32_t>(sign * i * 5'000'011));
      out.int8(sign * i * 20'000'000'000'000'003);
      out.boolean(i % 3 == 0);
      out.text(kTexts.at(static_cast<size_t>(i) % kTexts.size()));
      out.date(static_cast<int32_t>(sign * i * 180));
      out.timestamp(sign * i * 86'399'123'000 * 3);
      out.numeric(sign * i * 2'499'999'99, 2);
      out.numeric(sign * i * 249, 5);
      out.numeric(sign * i * 1'000'000'007, 0);
    }
    drain(Table::kTrade, out);
  });
  forms.expect_equal("types", 400);
  EXPECT_EQ(forms.value("SELECT count(*) FROM as_text.types WHERE e IS NULL"), "58");
  EXPECT_EQ(forms.value("SELECT max(length(e)) FROM as_binary.types"), "19") << "the tab and the line ends arrive";
}

}  // namespace
}  // namespace quartet
