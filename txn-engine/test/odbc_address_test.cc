// Connection strings of the driver manager.
#include "db/odbc_address.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "db/open_session.h"

namespace quartet::db {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string refusal(Access access, const std::string& connection) {
  try {
    check_connection(access, "DSS", connection.c_str());
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
  return "";
}

TEST(OdbcAddress, PutsAConnectionStringOfLibpqIntoPqopt) {
  const std::string string =
      odbc_address("host=/run/x port=5433 dbname='a}b c;d' user=u options='-c work_mem=1MB'").connect_string;
  EXPECT_TRUE(string.starts_with("Driver={" + installed_driver() + "};SSLmode=")) << string;
  EXPECT_TRUE(contains(string, "dbname='a}}b c;d'")) << string;
  EXPECT_TRUE(contains(string, "host='/run/x'")) << string;
  EXPECT_TRUE(contains(string, "port='5433'")) << string;
  EXPECT_TRUE(contains(string, "user='u'")) << string;
  EXPECT_TRUE(contains(string, " -c client_min_messages=warning -c work_mem=1MB -c default_transaction_isolation="))
      << string;
  EXPECT_TRUE(contains(string, "application_name='quartet'")) << string;
  EXPECT_TRUE(contains(string, ";UseServerSidePrepare=1;Protocol=7.4-0;")) << string;
}

TEST(OdbcAddress, NamesTheSslModeOnceOnly) {
  const std::string string = odbc_address("host=x sslmode=require").connect_string;
  EXPECT_TRUE(contains(string, ";SSLmode=require;")) << string;
  EXPECT_FALSE(contains(string, "sslmode=")) << string;
}

TEST(OdbcAddress, QuotesForBothReaders) {
  EXPECT_TRUE(contains(odbc_address("dbname='it\\'s \\\\'").connect_string, "dbname='it\\'s \\\\'"));
}

TEST(OdbcAddress, LeavesADataSourceAsItIs) {
  const OdbcAddress address = odbc_address(" dsn = mine;Servername=db1; ");
  EXPECT_TRUE(address.connect_string.starts_with("dsn = mine;Servername=db1;UseServerSidePrepare=1;"))
      << address.connect_string;
  EXPECT_TRUE(contains(address.connect_string, "pqopt={application_name='quartet' options='-c statement_timeout=0 "));
  EXPECT_EQ(address.name, "dsn = mine");
}

TEST(OdbcAddress, KnowsADataSource) {
  for (const char* yes : {"DSN=x", "dsn=x", " Dsn = x;Database=y"}) EXPECT_TRUE(is_data_source(yes)) << yes;
  for (const char* no : {"", "host=x", "dsnx=1", "dsn", "postgresql://h/d", "dbname=dsn=x"}) {
    EXPECT_FALSE(is_data_source(no)) << no;
  }
}

TEST(OdbcAddress, RefusesPasswordsAndOptionsOfTheEngine) {
  for (const char* connection :
       {"DSN=x;PWD=secret", "DSN=x; password = {sec;ret}", "DSN=x;Database={a}};b};pwd=secret"}) {
    const std::string message = refusal(Access::kOdbc, connection);
    EXPECT_TRUE(contains(message, "DSS holds a password. Put it into PGPASSFILE.")) << connection << ": " << message;
    EXPECT_FALSE(contains(message, "sec")) << message;
  }
  EXPECT_TRUE(contains(refusal(Access::kOdbc, "host=x password=secret"), "PGPASSFILE"));
  for (const char* connection : {"DSN=x;Protocol=7.4-2", "DSN=x;useserversideprepare=0", "DSN=x;PQOPT={a=b}"}) {
    EXPECT_TRUE(contains(refusal(Access::kOdbc, connection), "which the engine sets itself")) << connection;
  }
  for (const char* connection : {"DSN=x;loose", "DSN={x"}) {
    EXPECT_TRUE(contains(refusal(Access::kOdbc, connection), "malformed")) << connection;
  }
  EXPECT_EQ(refusal(Access::kOdbc, "DSN=x;Database={a;PWD=b};UID=u;"), "");
  EXPECT_EQ(refusal(Access::kOdbc, "host=x dbname=y"), "");
  EXPECT_TRUE(contains(refusal(Access::kLibpq, "DSN=x;Database=y z"), "malformed"));
}

TEST(OdbcDriver, IsTheUnicodeOneIfThereIsOne) {
  const std::vector<std::string> none;
  const std::vector<std::string> all = {"SQLite3", "postgresql ansi", "PostgreSQL", "PostgreSQL Unicode"};
  EXPECT_EQ(choose_driver(all, none), "PostgreSQL Unicode");
  EXPECT_EQ(choose_driver(std::vector<std::string>{"SQLite3", "postgresql ansi"}, none), "postgresql ansi");
}

TEST(OdbcDriver, IsFoundByItsPathWhenNoneIsRegistered) {
  const std::string here = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::vector<std::string> paths = {"/nowhere/psqlodbcw.so", here};
  EXPECT_EQ(choose_driver(std::vector<std::string>{"SQLite3"}, paths), here);
  EXPECT_EQ(choose_driver(std::vector<std::string>{"SQLite3"}, std::vector<std::string>{"/nowhere/psqlodbcw.so"}), "");
}

}  // namespace
}  // namespace quartet::db
