// Variables of libpq that the programs take from their environment.
#ifndef QUARTET_ENVIRONMENT_H
#define QUARTET_ENVIRONMENT_H

namespace quartet {

// Unsets every variable PG* except PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSFILE, PGSSLMODE, PGSSLROOTCERT and
// PGCONNECT_TIMEOUT, and names them on standard error. Otherwise libpq would read them: PGSERVICE or PGHOSTADDR lead to
// another server, and PGOPTIONS changes sessions. For the begin of main(), before other threads and connections.
void ignore_other_pg_variables(const char* program);

}  // namespace quartet

#endif  // QUARTET_ENVIRONMENT_H
