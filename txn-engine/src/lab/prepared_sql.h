// Statements of the engine as SQL text: PREPARE and EXECUTE in place of the protocol's own messages, which EXPLAIN does
// not know. The plan is the one of the engine's sessions as long as types and settings are the same.
#ifndef QUARTET_LAB_PREPARED_SQL_H
#define QUARTET_LAB_PREPARED_SQL_H

#include <string>
#include <string_view>

#include "db/session.h"

namespace quartet::lab {

// The text after PREPARE: "name (bigint, text) AS SELECT ...".
[[nodiscard]] std::string prepared(std::string_view name, const db::Statement& statement);

// "EXECUTE name (1, 'x')" with the values of one execution.
[[nodiscard]] std::string execution(std::string_view name, const db::Statement& statement,
                                    const db::Parameters& parameters);

// The same with NULL for every parameter. A generic plan does not depend on the values.
[[nodiscard]] std::string execution_with_nulls(std::string_view name, const db::Statement& statement);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_PREPARED_SQL_H
