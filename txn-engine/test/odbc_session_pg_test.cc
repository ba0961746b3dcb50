// Behaviour of the ODBC session alone (session_pg_test.cc has the rest): its statements, and data sources.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "db/odbc_address.h"
#include "db/odbc_session.h"
#include "session_fixture.h"

namespace quartet::db {
namespace {

using test::backend;
using test::empty_conninfo;
using test::error_of;
using test::kBackend;
using test::kDivide;
using test::kInsert;
using test::kOne;
using test::kSetting;
using test::single;

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class OdbcSessionTest : public test::LedgerTest {
 protected:
  OdbcSessionTest() : LedgerTest(Access::kOdbc) {}

  // The server's log of a backend: the text behind `LOG:  statement:` and the like, in order.
  static std::vector<std::string> logged(int64_t pid) {
    // with-postgres keeps log and socket in one folder.
    std::ifstream log(std::filesystem::path(environment_value("PGHOST")) / "server.log");
    std::vector<std::string> found;
    const std::string mark = fmt::format("[{}] LOG:  ", pid);
    for (std::string line; std::getline(log, line);) {
      const size_t at = line.find(mark);
      if (at != std::string::npos) found.push_back(line.substr(at + mark.size()));
    }
    return found;
  }
};

TEST_F(OdbcSessionTest, CountsEveryStatementAndThePreparation) {
  OdbcSession counted(empty_conninfo());
  Batch batch;
  batch.begin(Isolation::kSerializable);
  for (int i = 1; i <= 5; ++i) batch.add(kDivide, Parameters().int4(i));
  batch.commit();
  counted.run(batch);
  EXPECT_EQ(counted.take_round_trips(), 7U + 2U);
  const Results& results = counted.run(batch);
  EXPECT_EQ(results[0].integer(0, 0), 10);
  EXPECT_EQ(results[4].integer(0, 0), 2);
  EXPECT_EQ(counted.take_round_trips(), 7U);
  EXPECT_EQ(counted.prepared_statements(), 1U);
}

// No savepoints, no other transaction statements, and one preparation, a rollback in between or not.
TEST_F(OdbcSessionTest, SendsWhatTheBatchesAskForAndNothingElse) {
  OdbcSession watched(empty_conninfo() + " options='-c log_statement=all -c log_min_duration_statement=0'");
  const int64_t pid = backend(watched);
  const size_t before = logged(pid).size();
  Batch good;
  good.begin(Isolation::kSerializable);
  good.add(kDivide, Parameters().int4(5));
  good.add(kInsert, Parameters().int4(1).money(250));
  good.commit();
  Batch bad;
  bad.begin(Isolation::kRepeatableRead);
  bad.add(kDivide, Parameters().int4(0));
  watched.run(good);
  EXPECT_EQ(error_of(watched, bad).sqlstate, "22012");
  watched.rollback();
  EXPECT_EQ(watched.run(single(kDivide, Parameters().int4(2)))[0].integer(0, 0), 5);

  std::vector<std::string> sent;
  int parsed = 0;
  const std::vector<std::string> lines = logged(pid);
  for (size_t i = before; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line.starts_with("statement: ")) sent.push_back(line.substr(line.find(' ') + 1));
    if (line.starts_with("execute ")) sent.push_back(line.substr(line.find(": ") + 2));
    if (line.starts_with("duration: ") && line.find(" parse ") != std::string::npos) ++parsed;
  }
  const std::string divide = "SELECT 10 / CAST($1 AS integer)";
  EXPECT_EQ(sent, (std::vector<std::string>{"BEGIN ISOLATION LEVEL SERIALIZABLE", divide,
                                            "INSERT INTO ledger VALUES (CAST($1 AS integer), CAST($2 AS numeric))",
                                            "COMMIT", "BEGIN ISOLATION LEVEL REPEATABLE READ", divide, "ROLLBACK",
                                            "BEGIN ISOLATION LEVEL READ COMMITTED", divide, "COMMIT"}));
  EXPECT_EQ(parsed, 2);
}

TEST_F(OdbcSessionTest, BindsAParameterThatOccursTwice) {
  const Statement twice = {"twice", "SELECT $1 || $2 || $1, $2", {Type::kText, Type::kText}};
  for (const std::string& long_text : {std::string("x"), std::string(100, 'y'), std::string(5000, 'z')}) {
    const Result& row = session->run(single(twice, Parameters().text(long_text).text("-")))[0];
    EXPECT_EQ(row.text(0, 0), long_text + "-" + long_text);
    EXPECT_EQ(row.text(0, 1), "-");
  }
}

TEST_F(OdbcSessionTest, RefusesTimesThatItsFormsCannotHold) {
  const Statement time = {"time", "SELECT $1", {Type::kTimestamp}};
  const Statement date = {"date", "SELECT $1", {Type::kDate}};
  constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();
  constexpr int32_t kLargestDate = std::numeric_limits<int32_t>::max();
  for (const Batch& batch :
       {single(time, Parameters().timestamp(kLargest)), single(time, Parameters().timestamp(-kLargest)),
        single(date, Parameters().date(kLargestDate)), single(date, Parameters().date(-kLargestDate))}) {
    EXPECT_EQ(error_of(*session, batch).sqlstate, "22008");
    session->rollback();
  }
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
}

// Unlike libpq's, the driver's interface does not tell that the server has gone before the COMMIT is on its way.
TEST_F(OdbcSessionTest, ConnectionLostBeforeALoneCommitIsInDoubt) {
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kBackend);
  terminate(session->run(batch)[1].integer(0, 0));
  Batch commit;
  commit.commit();
  const DatabaseError error = error_of(*session, commit);
  EXPECT_EQ(error.kind, DatabaseError::Kind::kInDoubt);
  EXPECT_EQ(error.statement, "COMMIT");
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(session->run(single(kOne))[0].integer(0, 0), 1);
}

TEST_F(OdbcSessionTest, EndsItsBackendWhenItIsClosedInsideATransaction) {
  auto closed = std::make_unique<OdbcSession>(empty_conninfo());
  Batch batch;
  batch.begin(Isolation::kReadCommitted);
  batch.add(kInsert, Parameters().int4(1).money(100));
  batch.add(kBackend);
  const int64_t pid = closed->run(batch)[1].integer(0, 0);
  closed.reset();
  terminate(pid);  // waits for it
  EXPECT_EQ(rows(), 0);
}

// odbc.ini for this process: one data source, without a password.
class DataSourceTest : public OdbcSessionTest {
 protected:
  void SetUp() override {
    OdbcSessionTest::SetUp();
    file = std::filesystem::temp_directory_path() / fmt::format("quartet-odbc-{}.ini", getpid());
    std::ofstream(file) << fmt::format(
        "[quartet_test]\nDriver = {}\nServername = {}\nPort = {}\nDatabase = postgres\nUsername = {}\n"
        "ConnSettings = set enable_seqscan to on\n",
        installed_driver(), environment_value("PGHOST"), environment_value("PGPORT"), environment_value("PGUSER"));
    before = environment_value("ODBCINI");
    setenv("ODBCINI", file.c_str(), 1);
  }
  void TearDown() override {
    before.empty() ? unsetenv("ODBCINI") : setenv("ODBCINI", before.c_str(), 1);
    std::filesystem::remove(file);
  }
  static std::string setting(Session& session, std::string_view name) {
    return std::string(session.run(single(kSetting, Parameters().text(name)))[0].text(0, 0));
  }

  std::filesystem::path file;
  std::string before;
};

TEST_F(DataSourceTest, ConnectsAndSetsUpItsConnection) {
  OdbcSession by_name("DSN=quartet_test");
  EXPECT_EQ(setting(by_name, "application_name"), "quartet");
  EXPECT_EQ(setting(by_name, "enable_seqscan"), "off");
  EXPECT_EQ(setting(by_name, "plan_cache_mode"), "force_generic_plan");
  EXPECT_EQ(setting(by_name, "client_encoding"), "UTF8");
  const Statement database = {"database", "SELECT current_database()::text", {}};
  EXPECT_EQ(by_name.run(single(database))[0].text(0, 0), "postgres");
  OdbcSession elsewhere("DSN=quartet_test;Database=quartet");
  EXPECT_EQ(elsewhere.run(single(database))[0].text(0, 0), "quartet");
}

TEST_F(DataSourceTest, SaysThatANameIsUnknown) {
  OdbcSession unknown("DSN=quartet_no_such");
  const DatabaseError error = error_of(unknown, single(kOne));
  EXPECT_EQ(error.kind, DatabaseError::Kind::kConnection);
  EXPECT_NE(std::string(error.what()).find("odbc.ini"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace quartet::db
