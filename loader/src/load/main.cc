// quartet-load: command line of the loader. Contract: docs/contracts.md.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>

#include "arguments/arguments.h"
#include "arguments/environment.h"
#include "base/error.h"
#include "load/flat_files.h"
#include "load/loader.h"
#include "load/profile_json.h"
#include "load/schema_files.h"
#include "load/verify.h"
#include "quartet/seed.h"

namespace quartet::load {
namespace {

constexpr const char* kExamples = R"(
PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSFILE select the server and the database; PGSSLMODE, PGSSLROOTCERT
and PGCONNECT_TIMEOUT configure the connection. Other variables PG* are ignored.

Examples:
  quartet-load --load-units 1 --trade-days 1 --news-length 10000 --seed 42 --schema schema --indexes covering --role oltp
  quartet-load ... --part 2/3        loads the second of three parts; the processes may run on different hosts
  quartet-load --load-units 10 --trade-days 125 --news-length 100000 --seed 42 --sink files --directory /data/rows
  quartet-load --load-units 10 --trade-days 125 --news-length 100000 --seed 42 --threads 2 --sink null
  quartet-load ... --indexes minimal --change-indexes    changes the index profile of a loaded database
  quartet-load --verify              compares a loaded database with the rows that were sent
)";

enum class Target : uint8_t { kDatabase, kFiles, kNothing };

struct Request {
  LoadOptions options;
  ProgressFormat progress = ProgressFormat::kText;
  Target target = Target::kDatabase;
  std::filesystem::path directory;
  RowFormat format = RowFormat::kBinary;
  bool is_verification = false;
  bool is_schema_hash = false;
  bool is_profile_listing = false;
  bool is_index_statement = false;
  std::string index_statement;
};

template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size();
}

uint64_t seed_of(const std::string& text) {
  if (const auto seed = parse_seed(text)) return *seed;
  throw ArgumentError("--seed", no_seed(text));
}

Part parse_part(const std::string& text, int64_t load_units) {
  Part part;
  const size_t slash = text.find('/');
  if (slash == std::string::npos || !parse_number(std::string_view(text).substr(0, slash), part.index) ||
      !parse_number(std::string_view(text).substr(slash + 1), part.count) || part.index < 1 ||
      part.index > part.count) {
    throw ArgumentError("--part", fmt::format("'{}' is not a part such as 2/3", text));
  }
  if (part.count > load_units) {
    throw ArgumentError("--part", fmt::format("{} parts are more than the {} Load Units", part.count, load_units));
  }
  return part;
}

// Throws ArgumentError and ArgumentsAnswered.
Request parse(int argc, char** argv) {
  Request line;
  CommandLine app(
      "Loads one database, or writes its rows to files. Continues a load that was"
      " interrupted.",
      "quartet-load", kExamples);
  std::string seed;
  std::string schema;
  std::string part = "1/1";
  std::string progress = "text";
  std::string sink = "copy";
  auto patience = line.options.patience.count();
  std::string format = "binary";
  auto& options = line.options;
  auto& market = options.market;
  Argument units = app.add("--load-units", market.load_units, "Load Units of 1,000 customers");
  units.range(1, 10000);
  Argument days =
      app.add("--trade-days", market.trade_days, "business days of history, 57,600 trades each per Load Unit");
  days.range(1, 1000);
  Argument news = app.add("--news-length", market.news_length, "length of a news item, in characters");
  news.range(1000, 100000);
  Argument seeds = app.add("--seed", seed, "a number of 64 bits; the same seed gives the same rows");
  Argument folder = app.add("--schema", schema, "the schema folder").existing_folder();
  Argument profile = app.add("--indexes", options.indexes,
                             "index profile: a name in the folder indexes of --schema, or a path with a slash");
  Argument role =
      app.add("--role", options.role, "dss or oltp: the transactions that the database serves").one_of({"dss", "oltp"});
  app.add("--threads", options.threads, "number of tables to generate, and keys to build, at the same time")
      .range(1, 64)
      .shows_default();
  Argument slice = app.add("--part", part, "part I of N of the Load Units; keys are built after all parts are loaded")
                       .type_name("I/N");
  app.add("--batch-rows", options.batch_rows, "rows per commit; an interrupted load loses at most these")
      .range(1.0, 1e12)
      .shows_default();
  app.add("--data-tablespace", options.data_tablespace, "tablespace of the tables; default: that of the database");
  app.add("--index-tablespace", options.index_tablespace, "tablespace of the indexes; default: that of the database");
  app.add("--system-identifier", options.system_identifier,
          "refuses a server with another system identifier (see pg_controldata)");
  app.add("--wait-for-server", patience, "seconds to wait for a server that stops during the load")
      .range(0, 86400)
      .shows_default();
  Argument from_scratch =
      app.flag("--from-scratch", options.is_from_scratch, "drops the tables of an earlier load and starts again");
  Argument change = app.flag("--change-indexes", options.is_index_change,
                             "changes the index profile of a loaded database; drops and builds only what differs");
  app.flag("--verify", line.is_verification,
           "loads nothing; compares a loaded database, before any run, with the rows that were"
           " sent");
  app.flag("--schema-hash", line.is_schema_hash,
           "loads nothing; prints the SHA-256 of the statements of --schema, --indexes and --role");
  app.flag("--profiles", line.is_profile_listing,
           "loads nothing; prints the index profile for --schema and --role as JSON, or all"
           " profiles");
  Argument statement = app.add("--index-statement", line.index_statement,
                               "loads nothing; prints the index that a statement makes as JSON, if an index profile"
                               " may hold the statement");
  app.add("--progress", progress, "format of the progress lines on stderr").one_of({"text", "json"}).shows_default();
  Argument kind = app.add("--sink", sink,
                          "copy: load a database; files: write files for COPY; null: generate rows and discard"
                          " them")
                      .one_of({"copy", "files", "null"})
                      .shows_default();
  change.excludes(from_scratch).excludes(slice).excludes(kind);
  Argument directory = app.add("--directory", line.directory, "folder for --sink files");
  app.add("--format", format, "format of the files").one_of({"binary", "text"}).shows_default();
  app.parse(argc, argv);
  line.is_index_statement = statement.is_given();
  if (line.is_verification || line.is_index_statement) return line;
  line.target = sink == "copy" ? Target::kDatabase : sink == "files" ? Target::kFiles : Target::kNothing;
  line.format = format == "text" ? RowFormat::kText : RowFormat::kBinary;
  for (const Argument& option : {folder, profile, role}) {
    const bool is_optional = line.is_profile_listing && option.name() == profile.name();
    if (line.target == Target::kDatabase && !option.is_given() && !is_optional) {
      throw ArgumentError(option.name() + " is required");
    }
  }
  options.schema_folder = schema;
  if (line.is_profile_listing && !profile.is_given()) options.indexes.clear();
  if (line.is_schema_hash || line.is_profile_listing) return line;
  for (const Argument& option : {units, days, news, seeds}) {
    if (!option.is_given()) throw ArgumentError(option.name() + " is required");
  }
  if (line.target == Target::kFiles && !directory.is_given()) throw ArgumentError(directory.name() + " is required");
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

void run_load(const Request& line) {
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
  if (line.progress == ProgressFormat::kText) fmt::print(stderr, "{}\n", text);
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
  using namespace quartet;
  using namespace quartet::load;
  constexpr const char* kProgram = "quartet-load";
  try {
    ignore_other_pg_variables(kProgram);
    const Request line = parse(argc, argv);
    if (line.is_verification) return verify();
    if (line.is_index_statement) {
      fmt::print("{}\n", index_statement_json(line.index_statement));
      return 0;
    }
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
    run_load(line);
    return 0;
  } catch (const ArgumentsAnswered&) {
    return 0;
  } catch (const ArgumentError& error) {
    return report_failure(kProgram, kExitBadInput, error.what(), ". See quartet-load --help.");
  } catch (const Error& error) {
    return report_failure(kProgram, error.exit_code(), error.what());
  } catch (const std::invalid_argument& error) {
    return report_failure(kProgram, kExitBadInput, error.what());
  } catch (const std::exception& error) {
    return report_failure(kProgram, kExitBug, error.what(),
                          ". This is a bug in quartet-load; please report it with its arguments.");
  }
}
