// Gives the rows of a loaded database another index profile.
#ifndef QUARTET_LOAD_PROFILE_CHANGE_H
#define QUARTET_LOAD_PROFILE_CHANGE_H

#include <optional>

#include "load/connection.h"
#include "load/load_state.h"
#include "load/progress.h"
#include "load/schema_files.h"

namespace quartet::load {

// Drops, in one transaction, everything in which the profile of the database differs from `schema`: indexes, the
// foreign keys that need them, storage settings, and tables that only a new load can bring into the right form.
// Forgets their steps and records `wanted`, so that a load continues with what is missing. Does nothing when the
// database has this profile. Reports every dropped index.
//
// Throws Error: kExitBadInput for a profile that the server refuses, kExitLoadFailed for a database that
// - is not loaded, or differs in more than the profile;
// - was loaded by an earlier quartet-load;
// - would lose rows that a run has used.
void begin_change(Connection& connection, const SchemaFiles& schema, const std::optional<LoadState>& found,
                  const LoadState& wanted, Progress& progress);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_CHANGE_H
