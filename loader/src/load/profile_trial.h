// Lets the server check an index profile before anything is dropped or built.
#ifndef QUARTET_LOAD_PROFILE_TRIAL_H
#define QUARTET_LOAD_PROFILE_TRIAL_H

#include "load/connection.h"
#include "load/schema_files.h"

namespace quartet::load {

// Creates all tables with their storage settings, indexes and foreign keys, without rows, as temporary tables in a
// transaction that it takes back.
// Throws LoadError with kExitBadInput, with file and line, when the server refuses a statement of the profile or reads
// it as several, when a key makes a column NOT NULL that may be null or has the name of a foreign key, or when a
// foreign key lacks its key; SqlError for every other failure.
void try_profile(Connection& connection, const SchemaFiles& schema);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_TRIAL_H
