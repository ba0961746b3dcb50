// Loads one database.
#ifndef QUARTET_LOAD_LOADER_H
#define QUARTET_LOAD_LOADER_H

#include "load/load_options.h"
#include "load/progress.h"

namespace quartet::load {

enum class LoadOutcome : uint8_t {
  kLoaded,
  kWasComplete,
  kPartLoaded,  // the rows of this slice are in place, those of others are not yet
};

// Creates the schema, loads the rows of a slice and, once the rows of all slices are in place, builds the keys. Leaves
// a complete database of the same parameters alone, and continues an interrupted load after its last finished step. A
// change of the profile first removes what differs. When the server goes away, waits for it and continues. Several
// processes may load different slices of one database at the same time.
//
// Throws Error:
// - kExitBadInput for a broken schema folder or profile;
// - kExitEnvironment when it cannot connect or the server does not come back;
// - kExitLoadFailed for a database of other parameters and for every other failure.
LoadOutcome load_database(const LoadOptions& options, Progress& progress);

// Generates all rows of a slice and drops them.
void generate_only(const LoadOptions& options, Progress& progress);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOADER_H
