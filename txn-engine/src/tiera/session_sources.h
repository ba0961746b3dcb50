// The two engines behind a Tier A.
#ifndef QUARTET_TIERA_SESSION_SOURCES_H
#define QUARTET_TIERA_SESSION_SOURCES_H

#include <memory>

#include "engine.h"
#include "tiera/session.h"

namespace quartet::tiera {

// Sessions of the transaction engine.
[[nodiscard]] std::unique_ptr<SessionSource> native_sessions(std::unique_ptr<const Engine> engine);

// Sessions without databases, which answer at once: for measuring what the driver can do. Every Trade-Order is a market
// order; of 101 one is rolled back on purpose.
[[nodiscard]] std::unique_ptr<SessionSource> instant_sessions();

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_SESSION_SOURCES_H
