// quartet-lab: command line of the tuning laboratory. Contract: docs/contracts.md.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments/arguments.h"
#include "arguments/environment.h"
#include "base/error.h"
#include "db/session.h"
#include "lab/commands.h"
#include "lab/roles.h"
#include "lab/sql_connection.h"
#include "lab/transaction_names.h"
#include "quartet/seed.h"

namespace quartet::lab {
namespace {

constexpr const char* kExamples = R"(
PGHOST, PGPORT, PGUSER and PGPASSFILE select the server; PGSSLMODE, PGSSLROOTCERT and PGCONNECT_TIMEOUT
configure the connection. Other variables PG* are ignored.

Examples:
  quartet-lab plans quartet_oltp --load-units 1 --trade-days 20 --news-length 10000 --seed 42 --role oltp
  quartet-lab plans ... --analyze --executions 100   executes the transactions and rolls everything back
  quartet-lab verify base tuned ...                  checks for equal answers and rows; changes both databases
  quartet-lab measure base tuned ... --transactions TRADE_LOOKUP,TRADE_UPDATE --seconds 30
)";

struct Request {
  MarketParameters parameters;
  std::string seed;
  std::string role_name;
  Role role = Role::kDss;
  std::string database;
  std::string other;
  bool is_analyzed = false;
  int executions = 50;
  int rounds = 60;
  std::vector<std::string> transactions;
  int seconds = 10;
};

void add_model(Command verb, Request& line) {
  auto& parameters = line.parameters;
  verb.add("--load-units", parameters.load_units, "number of Load Units in the database").range(1, 10000).required();
  verb.add("--active-load-units", parameters.active_load_units, "number of Load Units in use; default: all")
      .range(1, 10000);
  verb.add("--trade-days", parameters.trade_days, "business days of history").range(1, 1000).required();
  verb.add("--news-length", parameters.news_length, "length of a news item, in characters")
      .range(1000, 100000)
      .required();
  verb.add("--seed", line.seed, "seed of the load").required();
  verb.add("--role", line.role_name, "dss or oltp: the transactions that the database serves")
      .one_of({"dss", "oltp"})
      .required();
}

void add_other(Command verb, Request& line) {
  verb.add("other", line.other, "the database to compare with it").required();
}

void require_both_loaded(const Request& line) {
  for (const std::string& database : {line.database, line.other}) {
    SqlConnection connection(conninfo_of(database));
    require_loaded(connection, database, line.parameters, name_of(line.role));
  }
  if (line.database == line.other) {
    throw Error(kExitBadInput, fmt::format("database {} was named twice. Name two databases.", line.database));
  }
}

std::vector<int> chosen_types(const Request& line) {
  std::vector<int> types;
  for (const std::string& name : line.transactions) {
    const std::vector<int> known = types_of(line.role);
    const auto found = std::find_if(known.begin(), known.end(), [&](int type) { return results_name(type) == name; });
    if (found == known.end()) {
      std::string names;
      for (const int type : known) names += (names.empty() ? "" : ", ") + results_name(type);
      throw Error(kExitBadInput, fmt::format("--transactions: '{}' is not a transaction of role {}. Choose from {}.",
                                             name, name_of(line.role), names));
    }
    types.push_back(*found);
  }
  return types;
}

int run(int argc, char** argv) {
  Request line;
  CommandLine app("Tests index profiles on loaded databases: plans, equal answers and throughput.", "quartet-lab",
                  kExamples);

  Command plans = app.verb("plans", "prints the plan of every statement of the engine");
  plans.add("database", line.database, "a loaded database").required();
  add_model(plans, line);
  plans.flag("--analyze", line.is_analyzed, "executes the transactions and rolls everything back");
  plans.add("--executions", line.executions, "number of executions of each transaction with --analyze")
      .range(1, 100'000)
      .shows_default();

  Command verification = app.verb("verify", "checks that two databases give the same answers; changes both");
  verification.add("database", line.database, "the database with the expected answers").required();
  add_other(verification, line);
  add_model(verification, line);
  verification.add("--rounds", line.rounds, "number of rounds; each executes every transaction of a customer once")
      .range(1, 100'000)
      .shows_default();

  Command measurement = app.verb("measure", "measures the same transactions on two databases in turn; changes both");
  measurement.add("database", line.database, "a loaded database").required();
  add_other(measurement, line);
  add_model(measurement, line);
  measurement.add("--transactions", line.transactions, "transactions to measure, for example TRADE_LOOKUP,TRADE_UPDATE")
      .separator(',')
      .required();
  measurement.add("--seconds", line.seconds, "number of slices of one second for each database")
      .range(1, 86'400)
      .shows_default();

  app.parse(argc, argv);
  const auto seed = parse_seed(line.seed);
  if (!seed) throw ArgumentError("--seed", no_seed(line.seed));
  line.parameters.seed = *seed;
  line.role = line.role_name == name_of(Role::kDss) ? Role::kDss : Role::kOltp;
  const bool has_active_units = plans.has("--active-load-units") || verification.has("--active-load-units") ||
                                measurement.has("--active-load-units");
  if (!has_active_units) line.parameters.active_load_units = line.parameters.load_units;
  if (line.parameters.active_load_units > line.parameters.load_units) {
    throw Error(kExitBadInput,
                fmt::format("--active-load-units is {}, but only {} are loaded. Choose a smaller number.",
                            line.parameters.active_load_units, line.parameters.load_units));
  }
  if (plans.is_chosen()) {
    print_plans(line.database, line.parameters, line.role,
                line.is_analyzed ? std::optional(line.executions) : std::nullopt);
    return 0;
  }
  const std::vector<int> types = chosen_types(line);
  require_both_loaded(line);
  if (verification.is_chosen()) {
    const bool is_equal = print_verification(line.database, line.other, line.parameters, line.role, line.rounds);
    return is_equal ? 0 : kExitLoadFailed;
  }
  print_measurement(line.database, line.other, line.parameters, types, line.seconds);
  return 0;
}

}  // namespace
}  // namespace quartet::lab

int main(int argc, char** argv) {
  using namespace quartet;
  constexpr const char* kProgram = "quartet-lab";
  try {
    ignore_other_pg_variables(kProgram);
    return lab::run(argc, argv);
  } catch (const ArgumentsAnswered&) {
    return 0;
  } catch (const ArgumentError& error) {
    return report_failure(kProgram, kExitBadInput, error.what(), ". See quartet-lab --help.");
  } catch (const Error& error) {
    return report_failure(kProgram, error.exit_code(), error.what());
  } catch (const db::DatabaseError& error) {
    const bool is_sql = error.kind == db::DatabaseError::Kind::kSql;
    return report_failure(kProgram, is_sql ? kExitLoadFailed : kExitEnvironment, error.what(),
                          is_sql ? ". Restore the database from a snapshot, and allow this role to read and write it."
                                 : ". The log of the server has the reason. Restore the database and try again.");
  } catch (const std::invalid_argument& error) {
    return report_failure(kProgram, kExitBadInput, error.what());
  } catch (const std::exception& error) {
    return report_failure(kProgram, kExitBug, error.what(),
                          ". This is a bug in quartet-lab; please report it with its arguments.");
  }
}
