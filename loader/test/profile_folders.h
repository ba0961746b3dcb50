// Index profiles of a test, outside of the clone.
#ifndef QUARTET_TEST_PROFILE_FOLDERS_H
#define QUARTET_TEST_PROFILE_FOLDERS_H

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace quartet::load {

// A folder that goes with this object. One at a time.
class ProfileFolders {
 public:
  ProfileFolders() { std::filesystem::create_directories(folder); }
  ProfileFolders(const ProfileFolders&) = delete;
  ProfileFolders& operator=(const ProfileFolders&) = delete;
  ~ProfileFolders() { std::filesystem::remove_all(folder); }

  // Writes a file, as "mine/storage/trade.sql".
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((folder / file).parent_path());
    std::ofstream(folder / file, std::ios::trunc) << text;
  }

  // A profile of this base without files.
  void add(const std::string& name, const std::string& base) const {
    write(name + "/profile.yaml", "base: " + base + "\npurpose: a test\ntrades: nothing\n");
  }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }

  const std::filesystem::path folder =
      std::filesystem::canonical(testing::TempDir()) / ("quartet-profiles-" + std::to_string(getpid()));
};

}  // namespace quartet::load

#endif  // QUARTET_TEST_PROFILE_FOLDERS_H
