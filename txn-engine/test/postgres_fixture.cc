#include "postgres_fixture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "lab/inputs.h"

namespace quartet::test {
namespace {

constexpr const char* kEmptyDatabase = "quartet";  // made by with-postgres
constexpr const char* kDssDatabase = "quartet_dss";
constexpr const char* kOltpDatabase = "quartet_oltp";
constexpr const char* kTwoUnitDatabase = "quartet_two_units";

// Environment of this process with another PGDATABASE.
std::vector<std::string> environment_for(const std::string& database) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!text.starts_with("PGDATABASE=")) result.push_back(text);
  }
  result.push_back("PGDATABASE=" + database);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (auto& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::string log_of(const std::string& database) {
  return fmt::format("{}/quartet-load-{}-{}.log", std::filesystem::temp_directory_path().string(), getpid(), database);
}

// Starts quartet-load for one database; several run side by side.
pid_t start_load(const std::string& database, const MarketParameters& parameters, const std::string& indexes,
                 const std::string& role) {
  std::vector<std::string> arguments = {QUARTET_LOAD,
                                        "--load-units",
                                        std::to_string(parameters.load_units),
                                        "--trade-days",
                                        std::to_string(parameters.trade_days),
                                        "--news-length",
                                        std::to_string(parameters.news_length),
                                        "--seed",
                                        std::to_string(parameters.seed),
                                        "--schema",
                                        QUARTET_SCHEMA_DIR,
                                        "--indexes",
                                        indexes,
                                        "--role",
                                        role,
                                        "--threads",
                                        "1"};
  auto environment = environment_for(database);
  // Its progress would drown the results of the tests; only a failure is worth reading.
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log_of(database).c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, QUARTET_LOAD, &actions, nullptr, pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error(fmt::format("{}: cannot start it, error {}.", QUARTET_LOAD, error));
  return pid;
}

void await_load(pid_t pid, const std::string& database) {
  int status = 0;
  const bool has_ended = waitpid(pid, &status, 0) == pid;
  std::ifstream log(log_of(database));
  const std::string messages((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
  std::filesystem::remove(log_of(database));
  if (!has_ended || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(fmt::format("{}: ended with status {}:\n{}", QUARTET_LOAD, status, messages));
  }
}

// The original that loaded databases are copied from. Nothing connects to it.
std::string pristine(std::string_view database) { return fmt::format("{}_pristine", database); }

void copy_database(const std::string& from, const std::string& to) {
  Sql sql(empty_conninfo());
  // PostgreSQL 14 always copies files, and does not know the word.
  constexpr int kFirstWithStrategies = 150000;
  const bool has_strategies = sql.number("SHOW server_version_num") >= kFirstWithStrategies;
  sql.query(fmt::format("CREATE DATABASE {} TEMPLATE {}{}", to, from, has_strategies ? " STRATEGY file_copy" : ""));
}

// Makes both databases at the first call.
void ensure_loaded() {
  static const bool is_loaded = [] {
    Sql administration(empty_conninfo());
    for (const char* database : {kDssDatabase, kOltpDatabase}) {
      administration.query(fmt::format("CREATE DATABASE {}", pristine(database)));
    }
    const pid_t dss = start_load(pristine(kDssDatabase), loaded_parameters(), "covering", "dss");
    const pid_t oltp = start_load(pristine(kOltpDatabase), loaded_parameters(), "covering", "oltp");
    await_load(dss, pristine(kDssDatabase));
    await_load(oltp, pristine(kOltpDatabase));
    for (const char* database : {kDssDatabase, kOltpDatabase}) copy_database(pristine(database), database);
    return true;
  }();
  static_cast<void>(is_loaded);
}

}  // namespace

const MarketParameters& loaded_parameters() {
  static const MarketParameters parameters = {
      .load_units = 1, .active_load_units = 1, .trade_days = 1, .news_length = 1000, .seed = 42};
  return parameters;
}

const MarketParameters& two_unit_parameters() {
  static const MarketParameters parameters = {
      .load_units = 2, .active_load_units = 1, .trade_days = 1, .news_length = 1000, .seed = 43};
  return parameters;
}

quartet_model loaded_model() { return lab::model_of(loaded_parameters()); }

const std::string& empty_conninfo() {
  static const std::string conninfo = fmt::format("dbname={}", kEmptyDatabase);
  return conninfo;
}

const std::string& dss_conninfo() {
  ensure_loaded();
  static const std::string conninfo = fmt::format("dbname={}", kDssDatabase);
  return conninfo;
}

const std::string& oltp_conninfo() {
  ensure_loaded();
  static const std::string conninfo = fmt::format("dbname={}", kOltpDatabase);
  return conninfo;
}

const std::string& two_unit_conninfo() {
  static const std::string conninfo = load_new_database(kTwoUnitDatabase, two_unit_parameters(), "covering", "oltp");
  return conninfo;
}

std::string load_new_database(const std::string& name, const MarketParameters& parameters, const std::string& indexes,
                              const std::string& role) {
  Sql(empty_conninfo()).query(fmt::format("CREATE DATABASE {}", name));
  await_load(start_load(name, parameters, indexes, role), name);
  return fmt::format("dbname={}", name);
}

std::string copy_loaded_database(const std::string& name, const std::string& role) {
  ensure_loaded();
  copy_database(pristine(role == "dss" ? kDssDatabase : kOltpDatabase), name);
  return fmt::format("dbname={}", name);
}

Sql::Sql(const std::string& conninfo) : connection_(PQconnectdb(conninfo.c_str()), &PQfinish) {
  if (PQstatus(connection_.get()) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(connection_.get()));
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
}

std::vector<Sql::Row> Sql::query(const std::string& sql) {
  const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()), &PQclear);
  const auto status = PQresultStatus(result.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
    throw std::runtime_error(fmt::format("{}\nin: {}", PQerrorMessage(connection_.get()), sql));
  }
  std::vector<Row> rows(static_cast<size_t>(PQntuples(result.get())));
  for (size_t row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < PQnfields(result.get()); ++column) {
      rows[row].emplace_back(PQgetvalue(result.get(), static_cast<int>(row), column));
    }
  }
  return rows;
}

std::string Sql::value(const std::string& sql) {
  const auto rows = query(sql);
  if (rows.size() != 1 || rows[0].size() != 1) throw std::runtime_error("expected one value from: " + sql);
  return rows[0][0];
}

int64_t Sql::number(const std::string& sql) { return std::stoll(value(sql)); }

}  // namespace quartet::test

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  if (std::getenv("PGHOST") == nullptr) {
    fmt::print(stderr, "engine-pg-tests: PGHOST is not set. Run them as scripts/lib/with-postgres {}.\n", arguments[0]);
    return 3;
  }
  return RUN_ALL_TESTS();
}
