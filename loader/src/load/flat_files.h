// Rows as files that PostgreSQL's COPY reads.
#ifndef QUARTET_LOAD_FLAT_FILES_H
#define QUARTET_LOAD_FLAT_FILES_H

#include <filesystem>

#include "load/load_options.h"
#include "load/loader.h"
#include "load/progress.h"
#include "quartet/row_writer.h"

namespace quartet::load {

// Writes the rows of a slice as one file per table and batch, and a manifest with the checksums of all files:
//   FOLDER/sector.bin, FOLDER/trade-1-8.bin ...   (.txt in text form; Load Units 1 to 8)
//   FOLDER/manifest.json or manifest-2-of-3.json  parameters, files, rows, bytes, SHA-256
//   FOLDER/SHA256SUMS or SHA256SUMS-2-of-3        the same for sha256sum -c, once all files are there
//
// Continues an interrupted run after the last file of the manifest. Returns kWasComplete when nothing was left to do.
// Throws Error: kExitLoadFailed when the folder holds something else, or cannot be written.
LoadOutcome write_files(const LoadOptions& options, const std::filesystem::path& folder, RowFormat format,
                        Progress& progress);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_FLAT_FILES_H
