// An index profile: which indexes the tables have and how they are stored. schema/README.md describes its folder.
#ifndef QUARTET_LOAD_PROFILE_H
#define QUARTET_LOAD_PROFILE_H

#include <filesystem>
#include <string>
#include <vector>

namespace quartet::load {

struct Profile {
  std::string name;                            // last part of its folder
  std::filesystem::path folder;                // absolute
  std::string purpose;                         // one sentence, from profile.yaml
  std::string trades;                          // what it gives up, from profile.yaml
  std::vector<std::filesystem::path> folders;  // its chain, in the order of use; only folders that exist
};

// Name of the file that describes a profile.
inline constexpr const char* kProfileFile = "profile.yaml";

// Reads the descriptions of a profile and its bases. `profile` is the name of a folder of `indexes`, which are the
// profiles of the kit, or, if it has a slash, the path of any folder. `role` is dss or oltp.
// Throws Error with kExitBadInput, with file and line where there is one: a profile or base does not exist, bases
// form a cycle, or profile.yaml is not as described.
[[nodiscard]] Profile read_profile(const std::filesystem::path& indexes, const std::string& profile,
                                   const std::string& role);

// Names of the profiles of the kit, sorted.
[[nodiscard]] std::vector<std::string> shipped_profiles(const std::filesystem::path& indexes);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_H
