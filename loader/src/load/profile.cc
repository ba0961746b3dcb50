#include "load/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "load/sql_text.h"

namespace quartet::load {
namespace {

constexpr const char* kRootProfile = "plain";
constexpr const char* kBaseKey = "base";
constexpr const char* kPurposeKey = "purpose";
constexpr const char* kTradesKey = "trades";

// A key of profile.yaml.
struct Entry {
  std::string text;
  int line = 1;
};
using Description = std::map<std::string, Entry>;

// Counted from 1. A mark that says nothing counts as the first line.
int line_of(const YAML::Mark& mark) { return std::max(mark.line, 0) + 1; }

void add_entry(const std::filesystem::path& file, const YAML::Node& key, const YAML::Node& value,
               Description& description) {
  const int line = line_of(key.Mark());
  const std::string name = key.IsScalar() ? key.Scalar() : "";
  if (name != kBaseKey && name != kPurposeKey && name != kTradesKey) {
    throw error_at(file, line,
                   fmt::format("'{}' is not a key of {}. Use base, purpose and trades.", name, kProfileFile));
  }
  if (!value.IsScalar() || value.Scalar().empty()) {
    throw error_at(file, line, fmt::format("{} has no text. Write it after the colon.", name));
  }
  if (!description.emplace(name, Entry{value.Scalar(), line}).second) {
    throw error_at(file, line, fmt::format("{} is given twice. Remove one of them.", name));
  }
}

YAML::Node parse_yaml(const std::filesystem::path& file) {
  try {
    return YAML::Load(read_schema_file(file));
  } catch (const YAML::Exception& error) {
    throw error_at(file, line_of(error.mark),
                   fmt::format("not YAML: {}. Write base, purpose and trades as \"key: text\".", error.msg));
  }
}

Description read_description(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kProfileFile;
  if (!std::filesystem::is_regular_file(file)) {
    throw Error(kExitBadInput,
                fmt::format("{} is not an index profile: it has no {}. Write one with base, purpose and trades, as"
                            " schema/README.md describes.",
                            folder.string(), kProfileFile));
  }
  const YAML::Node root = parse_yaml(file);
  if (!root.IsMap()) throw error_at(file, 1, "not a list of keys. Write base, purpose and trades as \"key: text\".");
  Description description;
  for (const auto& entry : root) add_entry(file, entry.first, entry.second, description);
  for (const char* key : {kPurposeKey, kTradesKey}) {
    if (!description.contains(key)) {
      throw error_at(file, 1,
                     fmt::format("{} is missing. Say in a sentence what the profile {}.", key,
                                 std::string_view(key) == kPurposeKey ? "is for" : "gives up"));
    }
  }
  return description;
}

bool is_path(const std::string& profile) { return profile.find('/') != std::string::npos; }

// Folder of a profile, seen from the folder `from`; empty when it does not exist.
std::filesystem::path find_profile(const std::filesystem::path& indexes, const std::filesystem::path& from,
                                   const std::string& profile) {
  if (profile.empty() || (!is_path(profile) && profile.find_first_of("\\.") != std::string::npos)) return {};
  const std::filesystem::path folder = is_path(profile) ? from / profile : indexes / profile;
  return std::filesystem::is_directory(folder) ? std::filesystem::canonical(folder) : std::filesystem::path();
}

std::string choices(const std::filesystem::path& indexes) {
  return fmt::format("{}, or the path of a folder, which has a slash", fmt::join(shipped_profiles(indexes), ", "));
}

// Folder of the base that the description names; empty for the profile without one.
std::filesystem::path base_of(const std::filesystem::path& indexes, const std::filesystem::path& folder,
                              const Description& description) {
  const std::filesystem::path file = folder / kProfileFile;
  const bool is_root = folder == find_profile(indexes, {}, kRootProfile);
  const auto base = description.find(kBaseKey);
  if (base == description.end()) {
    if (is_root) return {};
    throw error_at(file, 1, fmt::format("base is missing. Name one of: {}.", choices(indexes)));
  }
  const Entry& entry = base->second;
  if (is_root) throw error_at(file, entry.line, fmt::format("{} has no base. Remove this line.", kRootProfile));
  std::filesystem::path found = find_profile(indexes, folder, entry.text);
  if (found.empty()) {
    throw error_at(file, entry.line,
                   fmt::format("base '{}' does not exist. Name one of: {} and counts from {}.", entry.text,
                               choices(indexes), folder.string()));
  }
  return found;
}

void refuse_cycle(const std::vector<std::filesystem::path>& chain, const std::filesystem::path& base,
                  const Description& description) {
  if (std::ranges::find(chain, base) == chain.end()) return;
  std::string cycle;
  for (const auto& folder : chain) cycle += folder.string() + " -> ";
  throw error_at(chain.back() / kProfileFile, description.at(kBaseKey).line,
                 fmt::format("the bases form a cycle: {}{}. Name another base.", cycle, base.string()));
}

}  // namespace

Profile read_profile(const std::filesystem::path& indexes, const std::string& profile, const std::string& role) {
  std::filesystem::path folder = find_profile(indexes, {}, profile);
  if (folder.empty()) {
    throw Error(kExitBadInput, fmt::format("--indexes '{}' is neither a folder of {} nor the path of one. Use one "
                                           "of: {}.",
                                           profile, indexes.string(), choices(indexes)));
  }
  Description description = read_description(folder);
  Profile result{.name = folder.filename().string(),
                 .folder = folder,
                 .purpose = description.at(kPurposeKey).text,
                 .trades = description.at(kTradesKey).text,
                 .folders = {}};
  std::vector<std::filesystem::path> chain = {folder};
  while (!(folder = base_of(indexes, folder, description)).empty()) {
    refuse_cycle(chain, folder, description);
    chain.push_back(folder);
    description = read_description(folder);
  }
  std::ranges::reverse(chain);
  for (const auto& part : chain) {
    for (const auto& candidate : {part, part / "common", part / role}) {
      if (std::filesystem::is_directory(candidate)) result.folders.push_back(candidate);
    }
  }
  return result;
}

std::vector<std::string> shipped_profiles(const std::filesystem::path& indexes) {
  std::vector<std::string> names;
  if (!std::filesystem::is_directory(indexes)) return names;
  for (const auto& entry : std::filesystem::directory_iterator(indexes)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace quartet::load
