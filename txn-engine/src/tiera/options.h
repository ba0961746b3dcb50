// Options of one Tier A. They hold no passwords: libpq reads them from PGPASSFILE.
#ifndef QUARTET_TIERA_OPTIONS_H
#define QUARTET_TIERA_OPTIONS_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine.h"
#include "quartet/market_model.h"
#include "tiera/tls.h"

namespace quartet::tiera {

// A secret of a driver and the Tier As that it starts: the driver shows one half with Hello, Tier A answers with the
// other.
struct RunToken {
  std::string of_driver;
  std::string of_tier_a;
};

// How long a driver may keep Tier A waiting. Tests shorten it.
struct Patience {
  std::chrono::milliseconds hello{10'000};    // from accepting a connection to its Hello, TLS handshake included
  std::chrono::milliseconds silence{60'000};  // without a byte read, or without a byte sent while replies wait
};

struct Options {
  enum class Task : uint8_t {
    kServe,
    kProbe,  // connect to both databases and say what answered
    kCheck   // see whether it could serve, and end
  };

  Task task = Task::kServe;
  std::string address;  // to listen on
  uint16_t port = 0;    // 0 takes a free one
  std::string set = "a1";
  // Connection strings as the engine takes them; empty with access "none".
  std::string dss;
  std::string oltp;
  MarketParameters model;
  int user_sessions = 0;    // most sessions for the Customer Emulator
  int market_sessions = 0;  // most sessions for Market Exchange and Data-Maintenance
  // As written: these go into Hello.
  std::string access = "libpq";
  std::string statements = "batched";
  std::string trade_result_isolation = "serializable";
  std::optional<TlsFiles> tls;
  std::optional<RunToken> token;
  Patience patience;
  bool uses_fibers = true;  // for sessions, in place of threads; not with ODBC, whose drivers block

  [[nodiscard]] bool has_databases() const { return access != "none"; }
  [[nodiscard]] EngineOptions engine() const;
};

// Reads the command line and the environment. Throws ArgumentsAnswered after printing what was asked for, ArgumentError
// or Error for what is wrong.
[[nodiscard]] Options parse_options(int argc, char** argv);

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_OPTIONS_H
