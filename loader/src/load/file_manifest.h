// Content of a folder of flat files.
#ifndef QUARTET_LOAD_FILE_MANIFEST_H
#define QUARTET_LOAD_FILE_MANIFEST_H

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "load/load_options.h"
#include "quartet/row_writer.h"

namespace quartet::load {

struct FileEntry {
  Table table;
  UnitRange units;
  std::string name;  // within the folder
  int64_t rows;
  int64_t bytes;
  std::string sha256;  // 64 hexadecimal digits
};

// Kept on disk after every file, so that nothing written is lost. Thread-safe.
class FileManifest {
 public:
  // Reads the manifest of a slice, or begins one. Throws Error when the folder was made with other parameters.
  FileManifest(std::filesystem::path folder, const LoadOptions& options, RowFormat format);

  // The files that are there with the size the manifest gives.
  [[nodiscard]] const std::vector<FileEntry>& entries() const { return entries_; }
  void add(FileEntry entry);
  // Writes the list for sha256sum.
  void complete();

 private:
  void read(const std::string& text);
  void write_whole(const std::filesystem::path& file, const std::string& text) const;

  const std::filesystem::path folder_;
  const std::filesystem::path file_;
  const std::filesystem::path sums_;
  nlohmann::ordered_json head_;  // everything but the files
  std::mutex mutex_;
  std::vector<FileEntry> entries_;
};

// An error of the file system about one file.
[[noreturn]] void throw_file_error(const char* doing, const std::filesystem::path& file, int error_number);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_FILE_MANIFEST_H
