// Loaded databases for the tests named *_pg_test.cc, and plain SQL to check answers against.
//
// The program runs under scripts/lib/with-postgres. When a test first asks for one of them, two databases of 1 Load
// Unit and 1 trade day are made in that cluster, one per role. All tests share them: a test that changes rows puts them
// back, or uses rows of its own.
#ifndef QUARTET_TEST_POSTGRES_FIXTURE_H
#define QUARTET_TEST_POSTGRES_FIXTURE_H

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

#include "quartet/engine.h"
#include "quartet/market_model.h"

namespace quartet::test {

// The content of both databases.
[[nodiscard]] const MarketParameters& loaded_parameters();

// The same in the form of the C interface.
[[nodiscard]] quartet_model loaded_model();

// The content of the database of two_unit_conninfo(): two Load Units of which one is active.
[[nodiscard]] const MarketParameters& two_unit_parameters();

// libpq connection strings; the rest of the address is in the environment.
[[nodiscard]] const std::string& empty_conninfo();     // a database without tables, there from the start
[[nodiscard]] const std::string& dss_conninfo();       // VM2
[[nodiscard]] const std::string& oltp_conninfo();      // VM3
[[nodiscard]] const std::string& two_unit_conninfo();  // loaded at the first call, for tests of the active subset

// Loads a new database, and returns its connection string. `indexes` is a profile and `role` dss or oltp.
[[nodiscard]] std::string load_new_database(const std::string& name, const MarketParameters& parameters,
                                            const std::string& indexes, const std::string& role);

// Copies the database of dss_conninfo() or oltp_conninfo() as it was loaded, and returns the connection string of the
// copy.
[[nodiscard]] std::string copy_loaded_database(const std::string& name, const std::string& role);

// A connection of the test's own that shares no code with the engine: simple protocol, text results. Failures are
// std::runtime_error.
class Sql {
 public:
  using Row = std::vector<std::string>;  // NULL reads as ""

  explicit Sql(const std::string& conninfo);

  // Runs one or several statements and returns the rows of the last one.
  std::vector<Row> query(const std::string& sql);

  // The only value of the only row.
  std::string value(const std::string& sql);
  int64_t number(const std::string& sql);

 private:
  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_POSTGRES_FIXTURE_H
