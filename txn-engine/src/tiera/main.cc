// quartet-tier-a: the service of VM1. Contract: docs/contracts.md; wire: txn-engine/doc/tier-a-wire.md.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "arguments/arguments.h"
#include "arguments/environment.h"
#include "base/error.h"
#include "tiera/options.h"
#include "tiera/server.h"
#include "tiera/session_sources.h"

namespace quartet::tiera {
namespace {

std::unique_ptr<const Engine> open_engine(const Options& options) {
  try {
    return std::make_unique<const Engine>(options.dss, options.oltp, options.model, options.engine());
  } catch (const std::invalid_argument& problem) {
    throw Error(kExitEnvironment, fmt::format("{} [ENGINE_NOT_OPENED]", problem.what()));
  }
}

int probe(const Engine& engine) {
  EngineSession session(engine);
  bool is_well = true;
  for (const int database : {QUARTET_DSS, QUARTET_OLTP}) {
    const Execution& answer = session.probe(database);
    const bool has_answered = answer.outcome == QUARTET_COMMITTED;
    is_well = is_well && has_answered;
    const nlohmann::ordered_json line = {{"vm", database == QUARTET_DSS ? "dss" : "oltp"},
                                         {"version", answer.answer.output},
                                         {"error", has_answered ? "" : answer.message}};
    fmt::print("{}\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return is_well ? 0 : kExitEnvironment;
}

int run(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  auto engine = options.has_databases() ? open_engine(options) : nullptr;
  switch (options.task) {
    case Options::Task::kProbe:
      return probe(*engine);
    case Options::Task::kCheck:
      if (options.tls) static_cast<void>(tls_context(*options.tls));
      return 0;
    case Options::Task::kServe:
      break;
  }
  const auto sessions = engine ? native_sessions(std::move(engine)) : instant_sessions();
  Server server(options, *sessions);
  const int signal = server.run();
  // A worker may still be inside the engine: freeing it now would pull the memory from under it.
  if (!server.has_ended()) std::_Exit(128 + signal);
  return 128 + signal;
}

}  // namespace
}  // namespace quartet::tiera

int main(int argc, char** argv) {
  using namespace quartet;
  constexpr const char* kProgram = "quartet-tier-a";
  try {
    ignore_other_pg_variables(kProgram);
    return tiera::run(argc, argv);
  } catch (const ArgumentsAnswered&) {
    return 0;  // what was asked for has been printed
  } catch (const ArgumentError& error) {
    return report_failure(kProgram, kExitBadInput, error.what(), ". See quartet tier-a --help.");
  } catch (const Error& error) {
    return report_failure(kProgram, error.exit_code(), error.what());
  } catch (const std::exception& error) {
    return report_failure(kProgram, kExitBug, error.what(),
                          ". This is a bug in quartet-tier-a; please report it with its options.");
  }
}
