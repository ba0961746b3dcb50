#include "load/flat_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include "base/error.h"
#include "base/sha256.h"
#include "load/background_sink.h"
#include "load/copy_format.h"
#include "load/file_manifest.h"
#include "load/row_source.h"

namespace quartet::load {
namespace {

namespace fs = std::filesystem;

// A file that gets its name when it is whole. One that is not is left as NAME.part, to be overwritten.
class WholeFile {
 public:
  explicit WholeFile(fs::path file) : file_(std::move(file)), part_(file_.string() + ".part") {
    descriptor_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) throw_file_error("create", part_, errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      throw Error(kExitLoadFailed, fmt::format("another quartet-load is writing {}. Wait until it has ended or "
                                               "stop it.",
                                               part_.string()));
    }
    // Only now: without the lock, the bytes belong to the process that writes them. O_TRUNC would come before it.
    if (ftruncate(descriptor_, 0) != 0) throw_file_error("empty", part_, errno);
  }
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile() { close(descriptor_); }

  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      // A short write is no error: the rest follows.
      if (written < 0 && errno != EINTR) throw_file_error("write", part_, errno);
      bytes.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
    }
  }

  void commit() {
    // Before the new name: after a crash, a file with this name is whole.
    if (fsync(descriptor_) != 0) throw_file_error("write", part_, errno);
    std::error_code error;
    fs::rename(part_, file_, error);
    if (error) throw_file_error("name", file_, error.value());
  }

 private:
  const fs::path file_;
  const fs::path part_;
  int descriptor_;
};

class FileTarget : public RowTarget {
 public:
  FileTarget(Table table, UnitRange units, const fs::path& folder, RowFormat format, FileManifest& manifest)
      : entry_{.table = table,
               .units = units,
               .name = name_of(table, units, format),
               .rows = 0,
               .bytes = 0,
               .sha256 = {}},
        path_(folder / entry_.name),
        format_(format),
        manifest_(manifest) {}

  void begin() override {
    file_ = std::make_unique<WholeFile>(path_);
    if (format_ == RowFormat::kBinary) put(kCopyHeader);
  }
  void add(const RowChunk& chunk) override {
    put(chunk.bytes);
    entry_.rows += static_cast<int64_t>(chunk.rows);
  }
  void commit() override {
    if (format_ == RowFormat::kBinary) put(kCopyTrailer);
    file_->commit();
    entry_.sha256 = sha256_.text();
    // After the file has its name: the manifest lists whole files only.
    manifest_.add(entry_);
  }

 private:
  static std::string name_of(Table table, UnitRange units, RowFormat format) {
    const char* form = format == RowFormat::kBinary ? "bin" : "txt";
    if (table_kind(table) == TableKind::kFixed || table_kind(table) == TableKind::kEmpty) {
      return fmt::format("{}.{}", table_name(table), form);
    }
    return fmt::format("{}-{}-{}.{}", table_name(table), units.first + 1, units.first + units.count, form);
  }

  void put(std::string_view bytes) {
    file_->add(bytes);
    sha256_.add(bytes);
    entry_.bytes += static_cast<int64_t>(bytes.size());
  }

  FileEntry entry_;
  const fs::path path_;
  const RowFormat format_;
  FileManifest& manifest_;
  std::unique_ptr<WholeFile> file_;
  Sha256 sha256_;
};

}  // namespace

LoadOutcome write_files(const LoadOptions& options, const fs::path& folder, RowFormat format, Progress& progress) {
  FileManifest manifest(folder, options, format);
  Coverage done;
  std::array<int64_t, kTableCount> rows{};
  for (const FileEntry& file : manifest.entries()) {
    done.add(file.table, file.units);
    rows.at(static_cast<size_t>(file.table)) += file.rows;
  }
  for (size_t i = 0; i < rows.size(); ++i) progress.rows_in_place(static_cast<Table>(i), rows.at(i));
  const auto streams = plan_streams(options.market, options.part, options.batch_rows, done);
  if (streams.empty()) return LoadOutcome::kWasComplete;

  FirstFailure failure;
  std::array<std::unique_ptr<Sink>, kTableCount> sinks;
  const RowSource source(
      MarketModel(options.market), progress,
      [&](const Batch& batch, Table table) -> Sink& {
        auto& sink = sinks.at(static_cast<size_t>(table));
        sink = std::make_unique<BackgroundSink>(
            std::make_unique<FileTarget>(table, batch.units, folder, format, manifest), failure);
        return *sink;
      },
      format);
  source.generate(streams, options.threads, failure);
  for (auto& sink : sinks) sink.reset();
  failure.rethrow();
  manifest.complete();
  return LoadOutcome::kLoaded;
}

}  // namespace quartet::load
