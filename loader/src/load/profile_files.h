// The files of an index profile. Which there may be is described in schema/README.md.
#ifndef QUARTET_LOAD_PROFILE_FILES_H
#define QUARTET_LOAD_PROFILE_FILES_H

#include <string>

#include "load/schema_files.h"

namespace quartet::load {

// Reads the files of the chain of schema.profile into schema.tables and schema.index_files. `other` is the same profile
// for the other role.
// Throws Error with kExitBadInput, with file and line, for a file that names another index or table than its own,
// holds a statement it may not hold, leaves out what no base has, or is not read for its folder or suffix.
void read_profile_files(SchemaFiles& schema, const Profile& other);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_PROFILE_FILES_H
