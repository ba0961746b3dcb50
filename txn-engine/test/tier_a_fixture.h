// A Tier A in this process with sessions that a test scripts, and a driver that speaks its protocol.
#ifndef QUARTET_TIER_A_FIXTURE_H
#define QUARTET_TIER_A_FIXTURE_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "quartet.pb.h"
#include "tiera/frames.h"
#include "tiera/options.h"
#include "tiera/server.h"
#include "tiera/session.h"

namespace quartet::test {

// Answers of all sessions: what a transaction does, given its type and input. Runs on the threads of the sessions.
using Script = std::function<Execution(int type, std::string_view input)>;

class ScriptedSessions final : public tiera::SessionSource {
 public:
  explicit ScriptedSessions(Script script) : script_(std::move(script)) {}

  [[nodiscard]] std::unique_ptr<tiera::TransactionSession> open() const override;
  // The first byte of the input of a Trade-Result.
  [[nodiscard]] int64_t ordering_key(int type, std::string_view input) const noexcept override;
  [[nodiscard]] std::string version() const override { return "scripted"; }
  [[nodiscard]] std::string session_settings() const override { return "-c scripted=on"; }

  [[nodiscard]] int opened() const { return opened_; }
  [[nodiscard]] int open_now() const { return open_; }

 private:
  friend class ScriptedSession;
  Script script_;
  mutable std::atomic<int> opened_ = 0;
  mutable std::atomic<int> open_ = 0;
};

// Listens on a free port of 127.0.0.1.
[[nodiscard]] tiera::Options tier_a_options(int user_sessions = 2, int market_sessions = 2);

// A server on a thread of its own.
class RunningTierA {
 public:
  RunningTierA(const tiera::Options& options, const tiera::SessionSource& sessions);
  ~RunningTierA();
  RunningTierA(const RunningTierA&) = delete;
  RunningTierA& operator=(const RunningTierA&) = delete;

  [[nodiscard]] uint16_t port() const { return server_.port(); }
  // Asks it to end; wait() waits until it has.
  void stop() { server_.stop(); }
  void wait();
  [[nodiscard]] bool has_ended() const { return server_.has_ended(); }

 private:
  tiera::Server server_;
  std::thread thread_;
};

// One connection. Every wait ends the test after ten seconds.
class Driver {
 public:
  explicit Driver(uint16_t port);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  void send(const v1::DriverMessage& message);
  void send_bytes(std::string_view bytes);
  void send_hello(uint32_t version = tiera::kProtocolVersion, const std::string& token = "");
  void send_transaction(uint64_t id, int type, std::string_view input = "");
  void half_close() const;
  // The next message; none when Tier A has closed the connection.
  [[nodiscard]] std::optional<v1::TierAMessage> receive();
  // A greeted connection.
  void greet();
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
  tiera::FrameReader reader_;
};

// A frame around bytes that need not be a message.
[[nodiscard]] std::string framed(std::string_view bytes);

}  // namespace quartet::test

#endif  // QUARTET_TIER_A_FIXTURE_H
