#include "db/odbc_address.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "db/connection_settings.h"
#include "db/odbc_connection.h"

namespace quartet::db {
namespace {

using Option = std::pair<const char*, const char*>;

// Options that the engine depends on (doc/odbc.md): prepared statements on the server, no savepoint or rollback of the
// driver's own around a statement (the "-0"), whole results, values as the server gives them. An empty ConnSettings
// would leave in force what a data source sends there after connecting, such as another search_path.
constexpr std::array<Option, 13> kOptions = {{{"UseServerSidePrepare", "1"},
                                              {"Protocol", "7.4-0"},
                                              {"UseDeclareFetch", "0"},
                                              {"Parse", "0"},
                                              {"ReadOnly", "0"},
                                              {"UpdatableCursors", "0"},
                                              {"RowVersioning", "0"},
                                              {"BoolsAsChar", "0"},
                                              {"TrueIsMinus1", "0"},
                                              {"TextAsLongVarchar", "1"},
                                              {"MaxVarcharSize", "255"},
                                              {"LFConversion", "0"},
                                              {"ConnSettings", "select 1"}}};
constexpr const char* kLibpqOptions = "pqopt";

bool equals(std::string_view left, std::string_view right) {
  return left.size() == right.size() && strncasecmp(left.data(), right.data(), left.size()) == 0;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// A value of a connection string of the driver manager.
std::string braced(std::string_view value) {
  std::string result = "{";
  for (const char c : value) {
    result.push_back(c);
    // Doubled, a closing brace stands for itself.
    if (c == '}') result.push_back(c);
  }
  return result + "}";
}

// A parameter of a connection string of libpq.
std::string quoted(const ConnectionSetting& setting) {
  std::string value;
  for (const char c : setting.second) {
    if (c == '\'' || c == '\\') value.push_back('\\');
    value.push_back(c);
  }
  return fmt::format("{}='{}'", setting.first, value);
}

// `;key=value` for everything the engine depends on, `libpq` among them.
std::string engine_options(const std::vector<ConnectionSetting>& libpq) {
  std::string result;
  for (const auto& [key, value] : kOptions) result += fmt::format(";{}={}", key, value);
  std::string parameters;
  for (const auto& setting : libpq) parameters += (parameters.empty() ? "" : " ") + quoted(setting);
  return result + fmt::format(";{}={}", kLibpqOptions, braced(parameters));
}

// Keys of a connection string of the driver manager. Throws std::invalid_argument when it is malformed.
std::vector<std::string_view> keys_of(std::string_view connection) {
  std::vector<std::string_view> keys;
  while (!trimmed(connection).empty()) {
    const size_t equal_sign = connection.find('=');
    if (equal_sign == std::string_view::npos) throw std::invalid_argument("a part of it has no equals sign");
    keys.push_back(trimmed(connection.substr(0, equal_sign)));
    connection = trimmed(connection.substr(equal_sign + 1));
    size_t end = 0;
    // A value in braces may hold semicolons and equals signs.
    if (connection.starts_with('{')) {
      for (end = connection.find('}'); end != std::string_view::npos && connection.substr(end).starts_with("}}");) {
        end = connection.find('}', end + 2);
      }
      if (end == std::string_view::npos) throw std::invalid_argument("a brace is not closed");
    }
    end = connection.find(';', end);
    connection.remove_prefix(end == std::string_view::npos ? connection.size() : end + 1);
  }
  return keys;
}

bool is_own_option(std::string_view key) {
  return equals(key, kLibpqOptions) ||
         std::any_of(kOptions.begin(), kOptions.end(), [&](const Option& own) { return equals(key, own.first); });
}

// A parameter's value as libpq would find it: in the string, or else in the environment and its own defaults.
std::string resolved(const std::vector<ConnectionSetting>& named, std::string_view keyword) {
  for (const auto& [name, value] : named) {
    if (name == keyword) return value;
  }
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> defaults(PQconndefaults(), &PQconninfoFree);
  for (const PQconninfoOption* entry = defaults.get(); entry != nullptr && entry->keyword != nullptr; ++entry) {
    if (entry->keyword == keyword && entry->val != nullptr) return entry->val;
  }
  return "";
}

OdbcAddress address_without_data_source(const std::string& conninfo) {
  constexpr std::string_view kSslMode = "sslmode";
  const std::vector<ConnectionSetting> named = named_parameters(conninfo);
  std::vector<ConnectionSetting> libpq;
  for (const auto& setting : named) {
    // The driver always sets this one, and refuses it in a second place.
    if (setting.first != kSslMode) libpq.push_back(setting);
  }
  // libpq takes the later value of a parameter that is named twice.
  for (auto& setting : connection_settings(conninfo)) libpq.push_back(std::move(setting));
  return {.connect_string = fmt::format("Driver={};SSLmode={}{}", braced(installed_driver()), resolved(named, kSslMode),
                                        engine_options(libpq)),
          .name = fmt::format("{}:{}/{}", resolved(named, "host"), resolved(named, "port"), resolved(named, "dbname"))};
}

}  // namespace

bool is_data_source(std::string_view connection) {
  constexpr std::string_view kKey = "dsn";
  connection = trimmed(connection);
  return equals(connection.substr(0, kKey.size()), kKey) && trimmed(connection.substr(kKey.size())).starts_with('=');
}

void check_data_source(std::string_view database, std::string_view connection) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(fmt::format("engine: the connection string of {} {}", database, what));
  };
  std::vector<std::string_view> keys;
  try {
    keys = keys_of(connection);
  } catch (const std::invalid_argument& problem) {
    refuse(
        fmt::format("is malformed: {}. Write DSN=NAME, or key=value pairs with semicolons between.", problem.what()));
  }
  for (const std::string_view key : keys) {
    if (equals(key, "pwd") || equals(key, "password")) refuse("holds a password. Put it into PGPASSFILE.");
    if (is_own_option(key)) refuse(fmt::format("sets {}, which the engine sets itself. Leave it out.", key));
  }
}

OdbcAddress odbc_address(const std::string& connection) {
  if (!is_data_source(connection)) return address_without_data_source(connection);
  std::string_view verbatim = trimmed(connection);
  // Our options bring a semicolon of their own.
  while (verbatim.ends_with(';')) verbatim.remove_suffix(1);
  return {.connect_string = std::string(verbatim) + engine_options(connection_settings("")),
          .name = std::string(verbatim.substr(0, verbatim.find(';')))};
}

std::string installed_driver() {
  // Where distributions put it when they do not register it.
  static const std::vector<std::string> kLibraries = {
      "/usr/lib/x86_64-linux-gnu/odbc/psqlodbcw.so", "/usr/lib/aarch64-linux-gnu/odbc/psqlodbcw.so",
      "/usr/lib64/psqlodbcw.so", "/usr/lib/psqlodbcw.so", "/usr/local/lib/psqlodbcw.so"};
  std::string driver = choose_driver(registered_drivers(), kLibraries);
  if (driver.empty()) {
    throw std::invalid_argument(
        "engine: access odbc needs a PostgreSQL driver: odbcinst.ini names none and psqlodbcw.so is in none of the "
        "usual folders. Install odbc-postgresql, or choose libpq.");
  }
  return driver;
}

std::string choose_driver(std::span<const std::string> registered, std::span<const std::string> libraries) {
  for (const char* const wanted : {"PostgreSQL Unicode", "PostgreSQL", "PostgreSQL ANSI"}) {
    for (const std::string& name : registered) {
      if (equals(name, wanted)) return name;
    }
  }
  const auto found = std::find_if(libraries.begin(), libraries.end(), [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
  });
  return found == libraries.end() ? "" : *found;
}

}  // namespace quartet::db
