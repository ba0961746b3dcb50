// A Tier A in this process with sessions that a test scripts, and a driver that speaks its protocol.
#ifndef QUARTET_TIER_A_FIXTURE_H
#define QUARTET_TIER_A_FIXTURE_H

#include <openssl/ssl.h>

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
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

// Answers of all sessions: what a transaction does, given its type and input. Runs on the tasks of the sessions and
// waits in the waiter.
using Script = std::function<Execution(int type, std::string_view input, db::Waiter& waiter)>;

// Where scripts wait until a test lets them go on.
class Gate {
 public:
  void open() { is_open_ = true; }
  void wait(db::Waiter& waiter) const {
    while (!is_open_) waiter.sleep(std::chrono::milliseconds(1));
  }

 private:
  std::atomic<bool> is_open_ = false;
};

class ScriptedSessions final : public tiera::SessionSource {
 public:
  explicit ScriptedSessions(Script script) : script_(std::move(script)) {}

  [[nodiscard]] std::unique_ptr<tiera::TransactionSession> open(db::Waiter& waiter) const override;
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

// A network loop on a thread of its own, without a server.
class RunningNetwork {
 public:
  RunningNetwork() : thread_([this] { context_.run(); }) {}
  ~RunningNetwork() { stop(); }
  RunningNetwork(const RunningNetwork&) = delete;
  RunningNetwork& operator=(const RunningNetwork&) = delete;

  [[nodiscard]] asio::io_context& context() { return context_; }
  void stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::thread thread_;
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

// One connection to 127.0.0.1, in clear or through TLS. A wait of a minute fails the test.
class Driver {
 public:
  // Has a socket that is not connected yet.
  Driver();
  // Connects; with a context also does the TLS handshake, or as much of it as Tier A allows. Continues `session` if one
  // is given.
  explicit Driver(uint16_t port, SSL_CTX* tls = nullptr, SSL_SESSION* session = nullptr);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  void connect(uint16_t port) const;
  void send(const v1::DriverMessage& message);
  void send_bytes(std::string_view bytes);
  void send_hello(uint32_t version = tiera::kProtocolVersion, const std::string& token = "");
  void send_transaction(uint64_t id, int type, std::string_view input = "");
  void half_close() const;
  // Closes with a reset, as the system of a killed process may.
  void reset();
  // The next message; none when Tier A has closed the connection.
  [[nodiscard]] std::optional<v1::TierAMessage> receive();
  // A greeted connection.
  void greet();
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] SSL* tls() const { return tls_.get(); }
  // True once Tier A has closed its end, which a driver that does not read cannot see. For connections in clear.
  [[nodiscard]] bool is_closed_by_tier_a() const;
  // True if the connection ended with a reset. Ask when receive() has returned none.
  [[nodiscard]] bool was_reset() const { return was_reset_; }

 private:
  int descriptor_ = -1;
  std::unique_ptr<SSL, decltype(&SSL_free)> tls_{nullptr, &SSL_free};
  bool was_reset_ = false;
  tiera::FrameReader reader_;
};

// The message is such a reply; its content, or nothing of it after a failed expectation.
[[nodiscard]] v1::TransactionReply transaction(const std::optional<v1::TierAMessage>& message);
[[nodiscard]] v1::Refusal::Reason refusal(const std::optional<v1::TierAMessage>& message);

// Waits until the condition holds, for a minute at most; true if it does.
[[nodiscard]] bool comes_true(const std::function<bool()>& condition);

// A frame around bytes that need not be a message.
[[nodiscard]] std::string framed(std::string_view bytes);

}  // namespace quartet::test

#endif  // QUARTET_TIER_A_FIXTURE_H
