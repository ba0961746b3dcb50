// quartet-load: command line of the loader. Contract: docs/contracts.md.
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>

#include "load/load_error.h"
#include "load/loader.h"

namespace quartet::load {
namespace {

constexpr const char* kExamples = R"(
The server is found through PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSFILE.

Examples:
  quartet-load --load-units 1 --trade-days 1 --news-length 10000 --seed 42 --schema schema --indexes covering --role oltp
  quartet-load --load-units 10 --trade-days 125 --news-length 100000 --seed 42 --threads 2 --sink null
)";

struct CommandLine {
  LoadOptions options;
  ProgressFormat progress = ProgressFormat::kText;
  bool is_dry = false;  // --sink null
};

// Seeds are 64 bits; a program without unsigned numbers may print them as negative.
uint64_t parse_seed(const std::string& text) {
  const char* end = text.data() + text.size();
  uint64_t seed = 0;
  int64_t negative = 0;
  if (const auto [rest, error] = std::from_chars(text.data(), end, seed); error == std::errc() && rest == end) {
    return seed;
  }
  if (const auto [rest, error] = std::from_chars(text.data(), end, negative); error == std::errc() && rest == end) {
    return static_cast<uint64_t>(negative);
  }
  throw CLI::ValidationError("--seed", fmt::format("'{}' is not a number of 64 bits", text));
}

// Throws CLI::Error.
CommandLine parse(int argc, char** argv) {
  CommandLine line;
  CLI::App app("Loads one database, or the schema of one database.", "quartet-load");
  app.footer(kExamples);
  std::string seed;
  std::string schema;
  std::string progress = "text";
  std::string sink = "copy";
  auto& market = line.options.market;
  app.add_option("--load-units", market.load_units, "Load Units of 1,000 customers")
      ->required()
      ->check(CLI::Range(1, 10000));
  app.add_option("--trade-days", market.trade_days, "business days of history, 57,600 trades each per Load Unit")
      ->required()
      ->check(CLI::Range(1, 1000));
  app.add_option("--news-length", market.news_length, "characters of a news item")
      ->required()
      ->check(CLI::Range(1000, 100000));
  app.add_option("--seed", seed, "64 bits; the same seed gives the same rows")->required();
  CLI::Option* folder = app.add_option("--schema", schema, "the schema folder")->check(CLI::ExistingDirectory);
  CLI::Option* profile =
      app.add_option("--indexes", line.options.indexes, "plain, covering or a folder of DIR/indexes");
  CLI::Option* role = app.add_option("--role", line.options.role, "which transactions the database serves")
                          ->check(CLI::IsMember({"dss", "oltp"}));
  app.add_option("--threads", line.options.threads, "generators, and sessions that build keys")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--progress", progress, "form of the progress lines on stderr")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_option("--sink", sink, "null generates all rows and drops them, without a database")
      ->check(CLI::IsMember({"copy", "null"}))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    throw;
  }
  market.seed = parse_seed(seed);
  market.active_load_units = market.load_units;
  line.options.schema_folder = schema;
  line.progress = progress == "json" ? ProgressFormat::kJson : ProgressFormat::kText;
  line.is_dry = sink == "null";
  for (const CLI::Option* option : {folder, profile, role}) {
    if (!line.is_dry && option->empty()) throw CLI::RequiredError(option->get_name());
  }
  return line;
}

void run(const CommandLine& line) {
  Progress progress(line.progress, line.options.market);
  LoadOutcome outcome = LoadOutcome::kLoaded;
  if (line.is_dry) {
    generate_only(line.options, progress);
  } else {
    outcome = load_database(line.options, progress);
  }
  progress.done();
  if (line.progress == ProgressFormat::kJson) return;
  if (outcome == LoadOutcome::kWasComplete) {
    spdlog::info("The database already holds exactly this; nothing was done.");
  } else {
    spdlog::info("{} rows in {:.1f} s.", progress.rows(), progress.seconds());
  }
}

}  // namespace
}  // namespace quartet::load

int main(int argc, char** argv) {
  using namespace quartet::load;
  spdlog::set_default_logger(spdlog::stderr_color_st("quartet-load"));
  spdlog::set_pattern("%v");
  try {
    run(parse(argc, argv));
    return 0;
  } catch (const CLI::CallForHelp&) {
    return 0;
  } catch (const CLI::Error& error) {
    fmt::print(stderr, "quartet-load: {}. Run quartet-load --help for the flags.\n", error.what());
    return kExitBadInput;
  } catch (const LoadError& error) {
    fmt::print(stderr, "quartet-load: {}\n", error.what());
    return error.exit_code();
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "quartet-load: {}\n", error.what());
    return kExitBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "quartet-load: {}. This is a bug in quartet-load; please report it with its arguments.\n",
               error.what());
    return kExitBug;
  }
}
