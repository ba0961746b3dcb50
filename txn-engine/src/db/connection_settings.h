// Settings of every connection of the engine, on all access paths.
#ifndef QUARTET_DB_CONNECTION_SETTINGS_H
#define QUARTET_DB_CONNECTION_SETTINGS_H

#include <string>
#include <utility>
#include <vector>

namespace quartet::db {

// Settings of the server, as in the connection parameter `options` of libpq.
// db/pq_session.h says why each is set.
inline constexpr const char* kServerOptions =
    "-c jit=off -c enable_seqscan=off -c random_page_cost=1.1 -c plan_cache_mode=force_generic_plan "
    "-c default_transaction_isolation=read\\ committed";

// Keyword and value of a libpq connection parameter.
using ConnectionSetting = std::pair<std::string, std::string>;

// Parameters that override those of `conninfo`, a string of libpq. Its own `options` stay, in front of ours.
[[nodiscard]] std::vector<ConnectionSetting> connection_settings(const std::string& conninfo);

// The parameters that `conninfo` names, in libpq's order; none when it is malformed.
[[nodiscard]] std::vector<ConnectionSetting> named_parameters(const std::string& conninfo);

}  // namespace quartet::db

#endif  // QUARTET_DB_CONNECTION_SETTINGS_H
