// Lets the server check an index profile before anything is dropped or built.
#ifndef QUARTET_LOAD_PROFILE_TRIAL_H
#define QUARTET_LOAD_PROFILE_TRIAL_H

#include "load/connection.h"
#include "load/schema_files.h"

namespace quartet::load {

// Creates all tables with their storage settings, indexes and foreign keys as empty temporary tables, in a
// transaction that it rolls back.
//
// Throws Error with kExitBadInput, with file and line, for an error in the profile:
// - the server refuses a statement, or reads it as several;
// - a key makes a nullable column NOT NULL, or has the name of a foreign key;
// - a foreign key lacks its key.
// Throws SqlError for every other failure.
void try_profile(Connection& connection, const SchemaFiles& schema);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_TRIAL_H
