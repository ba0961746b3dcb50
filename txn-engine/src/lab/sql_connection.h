// Plain SQL for the laboratory, with the settings of the engine's sessions.
#ifndef QUARTET_LAB_SQL_CONNECTION_H
#define QUARTET_LAB_SQL_CONNECTION_H

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

#include "quartet/market_model.h"

namespace quartet::lab {

// libpq connection string of a database. The rest of the address is in the environment: PGHOST, PGPORT, PGUSER and
// PGPASSFILE.
[[nodiscard]] std::string conninfo_of(const std::string& database);

// Not thread-safe. Failures are Error with exit code 3 (cannot connect) or 5.
class SqlConnection {
 public:
  using Row = std::vector<std::string>;  // NULL reads as ""

  explicit SqlConnection(const std::string& conninfo);

  // Runs one or several statements and returns the rows of the last one.
  std::vector<Row> query(const std::string& sql);

  // The first value of the first row. Fails without one.
  std::string value(const std::string& sql);

 private:
  [[nodiscard]] std::string where() const;

  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

// Throws Error with exit code 2 unless the database is loaded completely, with these parameters, for `role`.
void require_loaded(SqlConnection& connection, const std::string& database, const MarketParameters& parameters,
                    const std::string& role);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_SQL_CONNECTION_H
