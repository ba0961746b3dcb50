// Settings of every connection of the engine, on all access paths.
#ifndef QUARTET_DB_CONNECTION_SETTINGS_H
#define QUARTET_DB_CONNECTION_SETTINGS_H

#include <string>
#include <utility>
#include <vector>

namespace quartet::db {

// Settings of the server, as in the connection parameter `options` of libpq: those of every session of Quartet, then
// the planner's. db/pq_session.h says why each of the latter is set.
[[nodiscard]] const std::string& server_options();

// Keyword and value of a libpq connection parameter.
using ConnectionSetting = std::pair<std::string, std::string>;

// Parameters that override those of `conninfo`, a string of libpq. Its own `options` stay: they override the settings
// of every session, except those of transactions and of the planner.
[[nodiscard]] std::vector<ConnectionSetting> connection_settings(const std::string& conninfo);

// The parameters that `conninfo` names, in libpq's order; none when it is malformed.
[[nodiscard]] std::vector<ConnectionSetting> named_parameters(const std::string& conninfo);

}  // namespace quartet::db

#endif  // QUARTET_DB_CONNECTION_SETTINGS_H
