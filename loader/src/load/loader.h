// Loads one database.
#ifndef QUARTET_LOAD_LOADER_H
#define QUARTET_LOAD_LOADER_H

#include "load/load_options.h"
#include "load/progress.h"

namespace quartet::load {

enum class LoadOutcome : uint8_t { kLoaded, kWasComplete };

// Creates the schema and loads all rows. A complete database of the same parameters is left alone; an incomplete one is
// dropped and loaded anew. Only one load per database runs at a time.
// Throws LoadError: kExitBadInput for a broken schema folder, kExitEnvironment when it cannot connect, kExitLoadFailed
// for a database of other parameters and for every failure after connecting.
LoadOutcome load_database(const LoadOptions& options, Progress& progress);

// Generates all rows and drops them.
void generate_only(const LoadOptions& options, Progress& progress);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOADER_H
