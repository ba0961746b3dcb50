// Data that the parts of one load share.
#ifndef QUARTET_LOAD_LOAD_CONTEXT_H
#define QUARTET_LOAD_LOAD_CONTEXT_H

#include "load/failure.h"
#include "load/journal.h"
#include "load/load_options.h"
#include "load/progress.h"
#include "load/schema_files.h"
#include "load/session_pool.h"

namespace quartet::load {

struct LoadContext {
  const LoadOptions& options;
  const SchemaFiles& schema;
  const Journal& journal;  // as it was when this process began
  SessionPool& sessions;
  FirstFailure& failure;
  Progress& progress;
};

// Lets what this transaction creates live in a tablespace; an empty name is the database's default.
void use_tablespace(Connection& connection, const std::string& tablespace, std::string_view doing);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_CONTEXT_H
