#include "db/connection_settings.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <memory>

#include "quartet/session_options.h"

namespace quartet::db {
namespace {

constexpr const char* kPlannerOptions =
    "-c jit=off -c enable_seqscan=off -c random_page_cost=1.1 -c plan_cache_mode=force_generic_plan";

}  // namespace

const std::string& server_options() {
  static const std::string options = fmt::format("{} {}", kSessionOptions, kPlannerOptions);
  return options;
}

std::vector<ConnectionSetting> named_parameters(const std::string& conninfo) {
  std::vector<ConnectionSetting> named;
  // libpq's own parser, so that quoting and URIs mean here what they mean when it connects.
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parsed(PQconninfoParse(conninfo.c_str(), nullptr),
                                                                            &PQconninfoFree);
  for (const PQconninfoOption* entry = parsed.get(); entry != nullptr && entry->keyword != nullptr; ++entry) {
    if (entry->val != nullptr) named.emplace_back(entry->keyword, entry->val);
  }
  return named;
}

std::vector<ConnectionSetting> connection_settings(const std::string& conninfo) {
  std::string options = server_options();
  for (const auto& [keyword, value] : named_parameters(conninfo)) {
    // A later one wins.
    if (keyword == "options") {
      options = fmt::format("{} {} {} {}", kSessionOptions, value, kTransactionOptions, kPlannerOptions);
    }
  }
  // A peer that is gone without a word is noticed within a minute.
  return {{"application_name", "quartet"}, {"options", options},         {"client_encoding", "UTF8"},
          {"connect_timeout", "5"},        {"keepalives_idle", "15"},    {"keepalives_count", "3"},
          {"keepalives_interval", "5"},    {"tcp_user_timeout", "30000"}};
}

}  // namespace quartet::db
