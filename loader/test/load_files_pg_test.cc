// Rows as files: PostgreSQL reads them, and they are the rows of a load.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "load/flat_files.h"
#include "load/journal.h"
#include "load/schema_files.h"
#include "load/verify.h"
#include "loaded_database.h"
#include "parsed_json.h"
#include "quartet_load_program.h"
#include "scratch_database.h"

namespace quartet::load {
namespace {

namespace fs = std::filesystem;

// A folder that the server can read too; gone with the test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("quartet-files-" + std::to_string(getpid()))) { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

constexpr const char* kUnit = "--load-units 1 --trade-days 1 --news-length 10000 --seed 42 ";
constexpr const char* kTwoUnits = "--load-units 2 --trade-days 1 --news-length 1000 --seed 42 ";

Finished write(const Folder& folder, const std::string& arguments) {
  return run_program(arguments + " --sink files --directory " + folder.path().string());
}

nlohmann::json read_json(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return test::parsed_json(text.str());
}

// Table and file of every file of a manifest.
std::vector<std::pair<std::string, fs::path>> files_of(const fs::path& manifest) {
  std::vector<std::pair<std::string, fs::path>> files;
  const nlohmann::json json = read_json(manifest);
  for (const auto& file : json.at("files")) {
    files.emplace_back(file.at("table").get<std::string>(),
                       manifest.parent_path() / file.at("file").get<std::string>());
  }
  return files;
}

class FlatFilesTest : public testing::TestWithParam<const char*> {};

TEST_P(FlatFilesTest, AreTheRowsOfALoad) {
  load_once();
  const Folder folder;
  const std::string format = GetParam();
  ASSERT_EQ(write(folder, kUnit + std::string("--format ") + format).exit_code, 0);
  EXPECT_EQ(std::system(("cd " + folder.path().string() + " && sha256sum --quiet -c SHA256SUMS").c_str()), 0);
  const auto files = files_of(folder.path() / "manifest.json");
  EXPECT_EQ(files.size(), static_cast<size_t>(kTableCount));

  // What a load has sent, which is what its tables hold: VerifyDatabase.
  const Journal loaded = Journal::read(connection());
  const ScratchDatabase scratch;
  Connection own(1);
  // Rows of tables of the same transaction are not logged.
  own.execute("BEGIN", "beginning");
  const SchemaFiles schema = read_schema(QUARTET_SCHEMA_DIR, "plain", "oltp");
  for (const TableStatements& table : schema.tables) {
    for (const std::string& statement : table.create) own.execute(statement, "creating");
  }
  for (const auto& [table, file] : files) {
    own.execute("COPY " + table + " FROM '" + file.string() + "' (FORMAT " + format + ")", "copying");
  }
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    const RowChecksum expected = loaded.rows(table);
    EXPECT_EQ(checksum_of_table(own, table), expected) << table_name(table);
    EXPECT_EQ(expected.rows() == 0, table_kind(table) == TableKind::kEmpty) << table_name(table);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, FlatFilesTest, testing::Values("binary", "text"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(FlatFiles, PartsHaveTheBytesOfTheWhole) {
  const auto content_of = [](const fs::path& folder, const std::vector<std::string>& manifests) {
    std::map<std::string, std::string> tables;
    for (const std::string& manifest : manifests) {
      for (const auto& [table, file] : files_of(folder / manifest)) {
        std::ostringstream bytes;
        bytes << std::ifstream(file, std::ios::binary).rdbuf();
        tables[table] += bytes.str();
      }
    }
    return tables;
  };
  const std::string text = std::string(kTwoUnits) + "--format text";
  std::map<std::string, std::string> whole;
  {
    const Folder folder;
    ASSERT_EQ(write(folder, text).exit_code, 0);
    whole = content_of(folder.path(), {"manifest.json"});
  }
  const Folder folder;
  ASSERT_EQ(write(folder, text + " --part 2/2").exit_code, 0);
  ASSERT_EQ(write(folder, text + " --part 1/2 --threads 3").exit_code, 0);
  const auto parts = content_of(folder.path(), {"manifest-1-of-2.json", "manifest-2-of-2.json"});
  ASSERT_EQ(parts.size(), whole.size());
  for (const auto& [table, bytes] : whole) EXPECT_TRUE(parts.at(table) == bytes) << table;
}

TEST(FlatFiles, AreContinuedAfterTheLastWholeFile) {
  const Folder folder;
  const std::string arguments = std::string(kTwoUnits) + "--batch-rows 1";
  ASSERT_EQ(write(folder, arguments).exit_code, 0);
  const auto sums = [&] {
    std::ostringstream text;
    text << std::ifstream(folder.path() / "SHA256SUMS").rdbuf();
    std::vector<std::string> lines;
    std::istringstream input(text.str());
    for (std::string line; std::getline(input, line);) lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
  };
  const auto before = sums();
  // One file gone, one cut short: as a crash would leave them.
  fs::remove(folder.path() / "trade-2-2.bin");
  fs::resize_file(folder.path() / "customer-1-1.bin", 1000);
  const auto kept = fs::last_write_time(folder.path() / "holding-2-2.bin");
  ASSERT_EQ(write(folder, arguments).exit_code, 0);
  EXPECT_EQ(sums(), before);
  EXPECT_EQ(fs::last_write_time(folder.path() / "holding-2-2.bin"), kept) << "a whole file was written again";
  EXPECT_EQ(std::system(("cd " + folder.path().string() + " && sha256sum --quiet -c SHA256SUMS").c_str()), 0);

  const Finished again = write(folder, arguments);
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_NE(again.message.find("nothing to do"), std::string::npos) << again.message;
}

TEST(FlatFiles, AFolderOfOtherParametersOrNoRoomIsRefused) {
  const Folder folder;
  ASSERT_EQ(write(folder, kUnit).exit_code, 0);
  const Finished other = write(folder, kTwoUnits);
  EXPECT_EQ(other.exit_code, kExitLoadFailed);
  EXPECT_NE(other.message.find("loadUnits is 1, not 2"), std::string::npos) << other.message;
  std::ofstream(folder.path() / "manifest.json") << "not JSON";
  EXPECT_EQ(write(folder, kUnit).exit_code, kExitLoadFailed);
  const Finished full = run_program(std::string(kUnit) + " --sink files --directory /proc/quartet");
  EXPECT_EQ(full.exit_code, kExitLoadFailed);
  EXPECT_NE(full.message.find("cannot create /proc/quartet"), std::string::npos) << full.message;
  EXPECT_EQ(run_program(std::string(kUnit) + " --sink files").exit_code, kExitBadInput);
}

}  // namespace
}  // namespace quartet::load
