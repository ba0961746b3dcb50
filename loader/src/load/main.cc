// quartet-load: command line of the loader. Contract: docs/contracts.md.
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>

#include "load/flat_files.h"
#include "load/load_error.h"
#include "load/loader.h"
#include "load/profile_json.h"
#include "load/schema_files.h"
#include "load/verify.h"
#include "quartet/seed.h"

namespace quartet::load {
namespace {

constexpr const char* kExamples = R"(
PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSFILE select the server and the database.

Examples:
  quartet-load --load-units 1 --trade-days 1 --news-length 10000 --seed 42 --schema schema --indexes covering --role oltp
  quartet-load ... --part 2/3        loads the second of three parts; the processes may run on different hosts
  quartet-load --load-units 10 --trade-days 125 --news-length 100000 --seed 42 --sink files --directory /data/rows
  quartet-load --load-units 10 --trade-days 125 --news-length 100000 --seed 42 --threads 2 --sink null
  quartet-load ... --indexes minimal --change-indexes    changes the index profile of a loaded database
  quartet-load --verify              compares a loaded database with the rows that were sent
)";

enum class Target : uint8_t { kDatabase, kFiles, kNothing };

struct CommandLine {
  LoadOptions options;
  ProgressFormat progress = ProgressFormat::kText;
  Target target = Target::kDatabase;
  std::filesystem::path directory;
  RowFormat format = RowFormat::kBinary;
  bool is_verification = false;
  bool is_schema_hash = false;
  bool is_profile_listing = false;
};

template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size();
}

uint64_t seed_of(const std::string& text) {
  if (const auto seed = parse_seed(text)) return *seed;
  throw CLI::ValidationError("--seed", no_seed(text));
}

Part parse_part(const std::string& text, int64_t load_units) {
  Part part;
  const size_t slash = text.find('/');
  if (slash == std::string::npos || !parse_number(std::string_view(text).substr(0, slash), part.index) ||
      !parse_number(std::string_view(text).substr(slash + 1), part.count) || part.index < 1 ||
      part.index > part.count) {
    throw CLI::ValidationError("--part", fmt::format("'{}' is not a part such as 2/3", text));
  }
  if (part.count > load_units) {
    throw CLI::ValidationError("--part",
                               fmt::format("{} parts are more than the {} Load Units", part.count, load_units));
  }
  return part;
}

// Throws CLI::Error.
CommandLine parse(int argc, char** argv) {
  CommandLine line;
  CLI::App app(
      "Loads one database, or writes its rows to files. Continues a load that was"
      " interrupted.",
      "quartet-load");
  app.footer(kExamples);
  std::string seed;
  std::string schema;
  std::string part = "1/1";
  std::string progress = "text";
  std::string sink = "copy";
  auto patience = line.options.patience.count();
  std::string format = "binary";
  auto& options = line.options;
  auto& market = options.market;
  CLI::Option* units = app.add_option("--load-units", market.load_units, "Load Units of 1,000 customers");
  units->check(CLI::Range(1, 10000));
  CLI::Option* days =
      app.add_option("--trade-days", market.trade_days, "business days of history, 57,600 trades each per Load Unit");
  days->check(CLI::Range(1, 1000));
  CLI::Option* news = app.add_option("--news-length", market.news_length, "length of a news item, in characters");
  news->check(CLI::Range(1000, 100000));
  CLI::Option* seeds = app.add_option("--seed", seed, "a number of 64 bits; the same seed gives the same rows");
  CLI::Option* folder = app.add_option("--schema", schema, "the schema folder")->check(CLI::ExistingDirectory);
  CLI::Option* profile = app.add_option(
      "--indexes", options.indexes, "index profile: a name in the folder indexes of --schema, or a path with a slash");
  CLI::Option* role = app.add_option("--role", options.role, "dss or oltp: the transactions that the database serves")
                          ->check(CLI::IsMember({"dss", "oltp"}));
  app.add_option("--threads", options.threads, "number of tables to generate, and keys to build, at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  CLI::Option* slice =
      app.add_option("--part", part, "part I of N of the Load Units; keys are built after all parts are loaded")
          ->type_name("I/N");
  app.add_option("--batch-rows", options.batch_rows, "rows per commit; an interrupted load loses at most these")
      ->check(CLI::Range(1.0, 1e12))
      ->capture_default_str();
  app.add_option("--data-tablespace", options.data_tablespace,
                 "tablespace of the tables; default: that of the database");
  app.add_option("--index-tablespace", options.index_tablespace,
                 "tablespace of the indexes; default: that of the database");
  app.add_option("--wait-for-server", patience, "seconds to wait for a server that stops during the load")
      ->check(CLI::Range(0, 86400))
      ->capture_default_str();
  CLI::Option* from_scratch =
      app.add_flag("--from-scratch", options.is_from_scratch, "drops the tables of an earlier load and starts again");
  CLI::Option* change =
      app.add_flag("--change-indexes", options.is_index_change,
                   "changes the index profile of a loaded database; drops and builds only what differs");
  app.add_flag("--verify", line.is_verification,
               "loads nothing; compares a loaded database, before any run, with the rows that were"
               " sent");
  app.add_flag("--schema-hash", line.is_schema_hash,
               "loads nothing; prints the SHA-256 of the statements of --schema, --indexes and --role");
  app.add_flag("--profiles", line.is_profile_listing,
               "loads nothing; prints the index profile for --schema and --role as JSON, or all"
               " profiles");
  app.add_option("--progress", progress, "format of the progress lines on stderr")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  CLI::Option* kind =
      app.add_option("--sink", sink,
                     "copy: load a database; files: write files for COPY; null: generate rows and discard"
                     " them")
          ->check(CLI::IsMember({"copy", "files", "null"}))
          ->capture_default_str();
  change->excludes(from_scratch)->excludes(slice)->excludes(kind);
  CLI::Option* directory = app.add_option("--directory", line.directory, "folder for --sink files");
  app.add_option("--format", format, "format of the files")
      ->check(CLI::IsMember({"binary", "text"}))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    throw;
  }
  if (line.is_verification) return line;
  line.target = sink == "copy" ? Target::kDatabase : sink == "files" ? Target::kFiles : Target::kNothing;
  line.format = format == "text" ? RowFormat::kText : RowFormat::kBinary;
  for (const CLI::Option* option : {folder, profile, role}) {
    const bool is_optional = line.is_profile_listing && option == profile;
    if (line.target == Target::kDatabase && option->empty() && !is_optional) {
      throw CLI::RequiredError(option->get_name());
    }
  }
  options.schema_folder = schema;
  if (line.is_profile_listing && profile->empty()) options.indexes.clear();
  if (line.is_schema_hash || line.is_profile_listing) return line;
  for (const CLI::Option* option : {units, days, news, seeds}) {
    if (option->empty()) throw CLI::RequiredError(option->get_name());
  }
  if (line.target == Target::kFiles && directory->empty()) throw CLI::RequiredError(directory->get_name());
  market.seed = seed_of(seed);
  // A load fills all of them; a run may use fewer.
  market.active_load_units = market.load_units;
  options.patience = std::chrono::seconds(patience);
  options.part = parse_part(part, market.load_units);
  line.progress = progress == "json" ? ProgressFormat::kJson : ProgressFormat::kText;
  return line;
}

std::string summary(LoadOutcome outcome, const LoadOptions& options, const Progress& progress) {
  const auto sent = fmt::format("{} rows, {:.1f} MB in {:.1f} s", progress.rows(),
                                static_cast<double>(progress.bytes()) / 1e6, progress.seconds());
  switch (outcome) {
    case LoadOutcome::kWasComplete:
      return "Already complete with these parameters; nothing to do.";
    case LoadOutcome::kPartLoaded:
      return fmt::format("Part {} of {}: {}. Keys are built after all parts are loaded.", options.part.index,
                         options.part.count, sent);
    case LoadOutcome::kLoaded:
      break;
  }
  if (options.is_index_change) {
    return fmt::format("Changed to index profile {} in {:.1f} s.", options.indexes, progress.seconds());
  }
  return sent + ".";
}

void load(const CommandLine& line) {
  LoadOutcome outcome = LoadOutcome::kLoaded;
  std::string text;
  {
    Progress progress(line.progress, line.options.market, line.options.part);
    switch (line.target) {
      case Target::kDatabase:
        outcome = load_database(line.options, progress);
        break;
      case Target::kFiles:
        outcome = write_files(line.options, line.directory, line.format, progress);
        break;
      case Target::kNothing:
        generate_only(line.options, progress);
        break;
    }
    progress.done();
    text = summary(outcome, line.options, progress);
  }
  if (line.progress == ProgressFormat::kText) spdlog::info(text);
}

int verify() {
  bool is_equal = true;
  for (const TableVerdict& table : verify_database()) {
    is_equal = is_equal && table.is_equal();
    fmt::print("{:20} {:>12} rows  {}  {}\n", table_name(table.table), table.found.rows(), table.found.text(),
               table.is_equal() ? "as sent" : fmt::format("SENT {} rows, {}", table.sent.rows(), table.sent.text()));
  }
  return is_equal ? 0 : kExitLoadFailed;
}

}  // namespace
}  // namespace quartet::load

int main(int argc, char** argv) {
  using namespace quartet::load;
  constexpr const char* kProgram = "quartet-load";
  spdlog::set_default_logger(spdlog::stderr_color_st("quartet-load"));
  spdlog::set_pattern("%v");
  try {
    const CommandLine line = parse(argc, argv);
    if (line.is_verification) return verify();
    if (line.is_schema_hash) {
      const LoadOptions& options = line.options;
      fmt::print("{}\n", sha256_of(read_schema(options.schema_folder, options.indexes, options.role)));
      return 0;
    }
    if (line.is_profile_listing) {
      const LoadOptions& options = line.options;
      fmt::print("{}\n", profile_json(options.schema_folder, options.indexes, options.role));
      return 0;
    }
    load(line);
    return 0;
  } catch (const CLI::CallForHelp&) {
    return 0;
  } catch (const CLI::Error& error) {
    return report_failure(kProgram, kExitBadInput, error.what(), ". See quartet-load --help.");
  } catch (const LoadError& error) {
    return report_failure(kProgram, error.exit_code(), error.what());
  } catch (const std::invalid_argument& error) {
    return report_failure(kProgram, kExitBadInput, error.what());
  } catch (const std::exception& error) {
    return report_failure(kProgram, kExitBug, error.what(),
                          ". This is a bug in quartet-load; please report it with its arguments.");
  }
}
