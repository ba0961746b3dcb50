#include "load/file_manifest.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "base/error.h"

namespace quartet::load {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kSchemaVersion = 1;

std::string suffix_of(Part part) { return part.is_whole() ? "" : fmt::format("-{}-of-{}", part.index, part.count); }

ordered_json head_of(const LoadOptions& options, RowFormat format) {
  return {{"schemaVersion", kSchemaVersion},
          {"loadUnits", options.market.load_units},
          {"tradeDays", options.market.trade_days},
          {"newsLength", options.market.news_length},
          {"seed", options.market.seed},
          {"format", format == RowFormat::kBinary ? "binary" : "text"},
          {"part", fmt::format("{}/{}", options.part.index, options.part.count)}};
}

}  // namespace

void throw_file_error(const char* doing, const fs::path& file, int error_number) {
  throw Error(kExitLoadFailed,
              fmt::format("cannot {} {}: {}. Free space there or name another --directory, then run quartet-load"
                          " again: it continues where it stopped.",
                          doing, file.string(), std::generic_category().message(error_number)));
}

FileManifest::FileManifest(fs::path folder, const LoadOptions& options, RowFormat format)
    : folder_(std::move(folder)),
      file_(folder_ / fmt::format("manifest{}.json", suffix_of(options.part))),
      sums_(folder_ / fmt::format("SHA256SUMS{}", suffix_of(options.part))),
      head_(head_of(options, format)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw_file_error("create", folder_, error.value());
  if (!fs::exists(file_)) return;
  std::ifstream input(file_);
  std::ostringstream text;
  text << input.rdbuf();
  try {
    read(text.str());
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw Error(kExitLoadFailed,
                fmt::format("{} is not a manifest of quartet-load. Name an empty --directory.", file_.string()));
  }
}

void FileManifest::read(const std::string& text) {
  const ordered_json json = ordered_json::parse(text);
  std::string differences;
  for (const auto& [key, wanted] : head_.items()) {
    if (json.at(key) != wanted) {
      differences +=
          fmt::format("{}{} is {}, not {}", differences.empty() ? "" : ", ", key, json.at(key).dump(), wanted.dump());
    }
  }
  if (!differences.empty()) {
    throw Error(kExitLoadFailed, fmt::format("{} holds files with other parameters: {}. Name another --directory.",
                                             folder_.string(), differences));
  }
  std::map<std::string, Table> tables;
  for (int i = 0; i < kTableCount; ++i) tables[std::string(table_name(static_cast<Table>(i)))] = static_cast<Table>(i);
  for (const ordered_json& file : json.at("files")) {
    FileEntry entry{.table = tables.at(file.at("table").get<std::string>()),
                    .units = {file.at("firstUnit"), file.at("units")},
                    .name = file.at("file"),
                    .rows = file.at("rows"),
                    .bytes = file.at("bytes"),
                    .sha256 = file.at("sha256")};
    std::error_code error;
    const auto size = fs::file_size(folder_ / entry.name, error);
    // A file that is gone or has another size is not taken for done; it is written again.
    if (!error && size == static_cast<uintmax_t>(entry.bytes)) entries_.push_back(std::move(entry));
  }
}

void FileManifest::add(FileEntry entry) {
  // Files end in the threads of their sinks.
  const std::lock_guard lock(mutex_);
  entries_.push_back(std::move(entry));
  ordered_json json = head_;
  ordered_json& files = json["files"] = ordered_json::array();
  for (const FileEntry& file : entries_) {
    files.push_back({{"table", table_name(file.table)},
                     {"file", file.name},
                     {"firstUnit", file.units.first},
                     {"units", file.units.count},
                     {"rows", file.rows},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256}});
  }
  write_whole(file_, json.dump(1) + "\n");
}

void FileManifest::complete() {
  const std::lock_guard lock(mutex_);
  std::string sums;
  for (const FileEntry& file : entries_) sums += fmt::format("{}  {}\n", file.sha256, file.name);
  write_whole(sums_, sums);
}

// Whoever reads sees the old text or the new one.
void FileManifest::write_whole(const fs::path& file, const std::string& text) const {
  fs::path fresh = file;
  fresh += ".part";
  {
    std::ofstream output(fresh, std::ios::binary | std::ios::trunc);
    output << text;
    // Closed before it is judged: the last bytes may fail only here.
    output.close();
    if (!output) throw_file_error("write", fresh, errno == 0 ? EIO : errno);
  }
  std::error_code error;
  fs::rename(fresh, file, error);
  if (error) throw_file_error("replace", file, error.value());
}

}  // namespace quartet::load
