// Benchmarks of the transaction engine on loaded databases; see bench/README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "collisions.h"
#include "mix.h"

int main(int argument_count, char** arguments) {
  using namespace quartet::bench;
  CLI::App app("Benchmarks of Quartet's transaction engine on loaded databases");
  Setup setup;
  app.add_option("--dss", setup.dss, "Connection string of VM2's database")->capture_default_str();
  app.add_option("--oltp", setup.oltp, "Connection string of VM3's database")->capture_default_str();
  app.add_option("--load-units", setup.model.load_units, "Load Units in both")->capture_default_str();
  app.add_option("--trade-days", setup.model.trade_days, "Trade days in both")->capture_default_str();
  app.add_option("--news-length", setup.model.news_length, "Characters of a news item")->capture_default_str();
  app.add_option("--seed", setup.model.seed, "Seed of the data")->capture_default_str();
  const std::map<std::string, int32_t> accesses = {{"libpq", QUARTET_LIBPQ}, {"odbc", QUARTET_ODBC}};
  app.add_option("--access", setup.options.access, "Access path: libpq or odbc")->transform(CLI::Transformer(accesses));
  const std::map<std::string, int32_t> statements = {{"batched", QUARTET_BATCHED}, {"plain", QUARTET_PLAIN}};
  app.add_option("--statements", setup.options.statements, "Statements: batched or plain")
      ->transform(CLI::Transformer(statements));
  app.require_subcommand(1);

  CLI::App* alone = app.add_subcommand("alone", "Each transaction alone on one connection");
  int requests = 500;
  alone->add_option("--requests", requests, "Requests of each transaction")->capture_default_str();

  CLI::App* mix = app.add_subcommand("mix", "The elastic mix");
  std::vector<int> connections = {1, 2, 4, 8, 16};
  double seconds = 10;
  mix->add_option("--connections", connections, "Numbers of connections")->delimiter(',')->capture_default_str();
  mix->add_option("--seconds", seconds, "Length of each measurement")->capture_default_str();

  CLI::App* collisions = app.add_subcommand("collisions", "Trade-Results that collide, in seven manners");
  int sessions = 8;
  int orders = 3000;
  collisions->add_option("--sessions", sessions, "Concurrent sessions")->capture_default_str();
  collisions->add_option("--orders", orders, "Orders to settle in each manner")->capture_default_str();

  CLI11_PARSE(app, argument_count, arguments);
  setup.model.active_load_units = setup.model.load_units;
  try {
    if (*alone) print_alone(setup, requests);
    if (*mix) print_mix(setup, connections, seconds);
    if (*collisions) print_collisions(setup, sessions, orders);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "engine-bench: {}\n", problem.what());
    return 1;
  }
  return 0;
}
