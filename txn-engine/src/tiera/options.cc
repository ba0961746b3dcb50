#include "tiera/options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "arguments/arguments.h"
#include "base/error.h"
#include "quartet/seed.h"

namespace quartet::tiera {
namespace {

constexpr const char* kTokenVariable = "QUARTET_RUN_TOKEN";

constexpr const char* kExamples = R"(
Exit codes: 0 done; 2 wrong option or certificate; 3 port in use, no ODBC driver,
or a database that --probe could not reach; 143 ended by TERM, 130 by Ctrl-C.

Examples:
  PGPASSFILE=pgpass quartet tier-a --listen 127.1.1.1:15432 \
      --dss 127.1.1.2:15432 --oltp 127.1.1.3:15432 --load-units 1 \
      --trade-days 1 --news-length 10000 --seed 42 --user-sessions 16 \
      --market-sessions 8
  PGPASSFILE=/etc/pgpass ODBCINI=/etc/quartet/odbc.ini quartet tier-a \
      --access odbc --listen 10.0.3.11:15432 --dss DSN=quartet-a1-vm2 \
      --oltp DSN=quartet-a1-vm3 --load-units 40 --trade-days 125 \
      --news-length 100000 --seed 7 --user-sessions 64 --market-sessions 8 \
      --tls-authority authority.pem --tls-certificate a1.pem --tls-key a1.key
)";

struct Endpoint {
  std::string address;
  uint16_t port = 0;
};

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
                              std::string_view::npos;
}

// ADDRESS:PORT; an IPv6 address stands in brackets.
Endpoint parse_endpoint(const std::string& option, const std::string& text) {
  const size_t colon = text.rfind(':');
  Endpoint endpoint;
  if (colon != std::string::npos && colon > 0) {
    endpoint.address = text.substr(0, colon);
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, endpoint.port);
    const bool is_bracketed = endpoint.address.front() == '[' && endpoint.address.back() == ']';
    if (is_bracketed) endpoint.address = endpoint.address.substr(1, endpoint.address.size() - 2);
    if (error == std::errc() && rest == end && (is_bracketed || is_name(endpoint.address))) return endpoint;
  }
  throw ArgumentError(option, fmt::format("'{}' is not ADDRESS:PORT, for instance 127.1.1.1:15432", text));
}

// The engine's connection text for ADDRESS:PORT or DSN=NAME.
std::string parse_database(const std::string& option, const std::string& text) {
  constexpr std::string_view kDataSource = "DSN=";
  if (!text.starts_with(kDataSource)) {
    const Endpoint endpoint = parse_endpoint(option, text);
    return fmt::format("host={} port={} dbname=quartet user=quartet", endpoint.address, endpoint.port);
  }
  if (!is_name(std::string_view(text).substr(kDataSource.size()))) {
    throw ArgumentError(option, fmt::format("'{}' is not DSN=NAME, for instance DSN=quartet-a1-vm2", text));
  }
  return text;
}

// Its driver hands it over in the environment, which no other account can read.
std::optional<RunToken> token() {
  const char* const secret = std::getenv(kTokenVariable);  // NOLINT(concurrency-mt-unsafe): no other thread runs yet
  if (secret == nullptr) return {};
  const std::string_view text(secret);
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size() ||
      text.find('.', dot + 1) != std::string_view::npos) {
    throw Error(kExitBadInput,
                fmt::format("{} holds no run token. Unset it: only a driver sets it, for the Tier A processes that"
                            " it starts.",
                            kTokenVariable));
  }
  return RunToken{.of_driver = std::string(text.substr(0, dot)), .of_tier_a = std::string(text.substr(dot + 1))};
}

void check_databases(const Options& options, const std::string& dss, const std::string& oltp) {
  if (options.has_databases()) {
    if (!dss.empty() && !oltp.empty()) return;
    throw Error(kExitBadInput,
                "--dss and --oltp are both needed. Give both addresses, or --access none to answer"
                " without databases.");
  }
  if (!dss.empty() || !oltp.empty() || options.task == Options::Task::kProbe) {
    throw Error(kExitBadInput, "--access none has no databases. Remove --dss, --oltp and --probe.");
  }
}

}  // namespace

EngineOptions Options::engine() const {
  return {.access = access == "odbc" ? db::Access::kOdbc : db::Access::kLibpq,
          .statements = statements == "plain" ? db::Statements::kPlain : db::Statements::kBatched,
          .trade_result_isolation =
              trade_result_isolation == "serializable" ? db::Isolation::kSerializable : db::Isolation::kRepeatableRead};
}

Options parse_options(int argc, char** argv) {
  Options options;
  std::string listen;
  std::string dss;
  std::string oltp;
  std::string seed;
  TlsFiles tls;
  bool is_probe = false;
  bool is_check = false;

  CommandLine app("Runs the Tier A service of one Set (VM1) until it is stopped.", "quartet tier-a", kExamples);
  app.mark_required("(required)");
  app.version(fmt::format("quartet-tier-a {}", engine_version()), "Prints the version and exits.");
  app.add("--listen", listen, "Address and port to listen on for the driver.").type_name("ADDRESS:PORT").required();
  app.add("--set", options.set, "Name of the Set, for the log. Default: a1.")
      .type_name("NAME")
      .check([](const std::string& name) {
        const bool is_set = name.size() > 1 && name.size() < 6 && name[0] >= 'a' && name[0] <= 'd' && name[1] != '0' &&
                            name.find_first_not_of("0123456789", 1) == std::string::npos;
        return is_set ? std::string() : fmt::format("'{}' is not the name of a Set, for instance a1", name);
      });
  app.add("--dss", dss,
          "Database of VM2. The password comes from PGPASSFILE. With --access odbc it may be"
          " DSN=NAME, a data source in the file that ODBCINI names.")
      .type_name("ADDRESS:PORT");
  app.add("--oltp", oltp, "Database of VM3, in the same form. Both are needed, except with --access none.")
      .type_name("ADDRESS:PORT");
  auto& model = options.model;
  app.add("--load-units", model.load_units, "Number of Load Units in both databases, 1 to 10,000.")
      .type_name("N")
      .range(1, 10'000, false)
      .required();
  app.add("--active-load-units", model.active_load_units, "Number of Load Units in use, the first by id. Default: all.")
      .type_name("N");
  app.add("--trade-days", model.trade_days, "Number of trade days in both databases, 1 to 1,000.")
      .type_name("N")
      .range(1, 1'000, false)
      .required();
  app.add("--news-length", model.news_length, "Length of a news item, 1,000 to 100,000 characters.")
      .type_name("N")
      .range(1'000, 100'000, false)
      .required();
  app.add("--seed", seed, "Seed of the data of this Set.").type_name("N").required();
  app.add("--user-sessions", options.user_sessions, "Maximum number of database sessions for customers, 1 to 100,000.")
      .type_name("N")
      .range(1, 100'000, false)
      .required();
  app.add("--market-sessions", options.market_sessions,
          "Maximum number of database sessions for the market and Data-Maintenance, 1 to 100,000.")
      .type_name("N")
      .range(1, 100'000, false)
      .required();
  app.add("--access", options.access,
          "How to reach the databases. none answers at once without databases, to measure the"
          " driver. Default: libpq.")
      .type_name("libpq|odbc|none")
      .one_of({"libpq", "odbc", "none"}, false);
  app.add("--statements", options.statements,
          "batched sends the statements of a step together, plain sends one at a time. Default: batched.")
      .type_name("batched|plain")
      .one_of({"batched", "plain"}, false);
  app.add("--isolation-trade-result", options.trade_result_isolation,
          "Isolation level of Trade-Result. Default: serializable.")
      .type_name("serializable|repeatable-read")
      .one_of({"serializable", "repeatable-read"}, false);
  const Argument probe =
      app.flag("--probe", is_probe, "Connects to both databases, prints a line of JSON for each, and exits.");
  app.flag("--check", is_check, "Checks options, certificates and the ODBC driver without a connection, and exits.")
      .excludes(probe);
  app.add("--tls-authority", tls.authority,
          "Certificate (PEM) of the authority that signed the certificates of this service and of"
          " the driver. Required if the address of --listen is not a loopback address.")
      .type_name("FILE");
  app.add("--tls-certificate", tls.certificate, "Certificate of this service (PEM).").type_name("FILE");
  app.add("--tls-key", tls.key, "Private key of this service (PEM).").type_name("FILE");

  app.parse(argc, argv);
  if (is_probe) options.task = Options::Task::kProbe;
  if (is_check) options.task = Options::Task::kCheck;
  const Endpoint endpoint = parse_endpoint("--listen", listen);
  options.address = endpoint.address;
  options.port = endpoint.port;
  check_databases(options, dss, oltp);
  if (options.has_databases()) {
    options.dss = parse_database("--dss", dss);
    options.oltp = parse_database("--oltp", oltp);
  }
  const auto number = parse_seed(seed);
  if (!number) throw ArgumentError("--seed", no_seed(seed));
  model.seed = *number;
  if (!app.has("--active-load-units")) {
    model.active_load_units = model.load_units;
  } else if (model.active_load_units < 1 || model.active_load_units > model.load_units) {
    throw Error(kExitBadInput, fmt::format("--active-load-units: {} is not in 1..{}, the Load Units that "
                                           "--load-units says are loaded. Choose a number in this range.",
                                           model.active_load_units, model.load_units));
  }
  const int given = int{!tls.authority.empty()} + int{!tls.certificate.empty()} + int{!tls.key.empty()};
  if (given != 0 && given != 3) {
    throw Error(kExitBadInput,
                "--tls-authority, --tls-certificate and --tls-key: only some are given. Give all three,"
                " or none.");
  }
  if (given == 3) options.tls = tls;
  options.token = token();
  options.uses_fibers = options.access != "odbc";
  return options;
}

}  // namespace quartet::tiera
