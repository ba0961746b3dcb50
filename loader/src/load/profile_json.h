// Content of index profiles as JSON, for other programs.
#ifndef QUARTET_LOAD_PROFILE_JSON_H
#define QUARTET_LOAD_PROFILE_JSON_H

#include <filesystem>
#include <string>
#include <string_view>

namespace quartet::load {

// One JSON object as docs/contracts.md gives it, for the profile (see read_profile) and role of a schema folder; for an
// empty `profile` an array of those of the kit. Throws Error with kExitBadInput.
[[nodiscard]] std::string profile_json(const std::filesystem::path& folder, const std::string& profile,
                                       const std::string& role);

// The index of a statement as one such object, with `statement` in place of its file. Throws as read_index, and for a
// text without a statement.
[[nodiscard]] std::string index_statement_json(std::string_view sql);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_JSON_H
