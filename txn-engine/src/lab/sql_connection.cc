#include "lab/sql_connection.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/error.h"
#include "db/connection_settings.h"
#include "db/one_line.h"

namespace quartet::lab {
namespace {

std::string known(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

std::string conninfo_of(const std::string& database) {
  std::string quoted;
  for (const char c : database) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return fmt::format("dbname='{}'", quoted);
}

SqlConnection::SqlConnection(const std::string& conninfo) : connection_(nullptr, &PQfinish) {
  std::vector<const char*> keywords = {"dbname"};
  std::vector<const char*> values = {conninfo.c_str()};
  const auto settings = db::connection_settings(conninfo);
  for (const auto& [keyword, value] : settings) {
    keywords.push_back(keyword.c_str());
    values.push_back(value.c_str());
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 1));
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    throw Error(kExitEnvironment,
                fmt::format("cannot connect to {}: {}. Check PGHOST, PGPORT, PGUSER and PGPASSFILE, and that "
                            "the database exists.",
                            where(), db::one_line(PQerrorMessage(connection_.get()))));
  }
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
}

std::vector<SqlConnection::Row> SqlConnection::query(const std::string& sql) {
  const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()), &PQclear);
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
    throw Error(kExitLoadFailed, fmt::format("{}: {}. Name a database of quartet-load that this role may read.",
                                             where(), db::one_line(PQerrorMessage(connection_.get()))));
  }
  std::vector<Row> rows(static_cast<size_t>(PQntuples(result.get())));
  for (size_t row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < PQnfields(result.get()); ++column) {
      rows[row].emplace_back(PQgetvalue(result.get(), static_cast<int>(row), column));
    }
  }
  return rows;
}

std::string SqlConnection::value(const std::string& sql) {
  const auto rows = query(sql);
  if (rows.empty() || rows[0].empty()) throw std::logic_error("no value from: " + sql);
  return rows[0][0];
}

std::string SqlConnection::where() const {
  const PGconn* connection = connection_.get();
  return fmt::format("{}:{}/{}", known(PQhost(connection)), known(PQport(connection)), known(PQdb(connection)));
}

void require_loaded(SqlConnection& connection, const std::string& database, const MarketParameters& parameters,
                    const std::string& role) {
  const std::string is_there = connection.value("SELECT to_regclass('quartet_load') IS NOT NULL");
  const auto rows = is_there == "t" ? connection.query(
                                          "SELECT load_units, trade_days, news_length, seed, role, "
                                          "is_complete FROM quartet_load")
                                    : std::vector<SqlConnection::Row>();
  if (rows.size() != 1 || rows[0][5] != "t") {
    throw Error(kExitBadInput, fmt::format("database {}: it is not loaded completely. Load it first.", database));
  }
  const auto text = [](const std::string& units, const std::string& days, const std::string& news,
                       const std::string& seed, const std::string& of_role) {
    return fmt::format("{} Load Units, {} trade days, news of {} characters, seed {}, role {}", units, days, news, seed,
                       of_role);
  };
  const std::string held = text(rows[0][0], rows[0][1], rows[0][2], rows[0][3], rows[0][4]);
  // A seed above 2^63 - 1 is stored as its two's complement.
  const std::string asked =
      text(std::to_string(parameters.load_units), std::to_string(parameters.trade_days),
           std::to_string(parameters.news_length), std::to_string(static_cast<int64_t>(parameters.seed)), role);
  if (held != asked) {
    throw Error(kExitBadInput, fmt::format("database {}: it holds {}, not {}. Give the parameters of its load.",
                                           database, held, asked));
  }
}

}  // namespace quartet::lab
