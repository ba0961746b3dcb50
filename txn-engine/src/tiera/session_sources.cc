#include "tiera/session_sources.h"

#include <atomic>
#include <utility>

namespace quartet::tiera {
namespace {

class NativeSession final : public TransactionSession {
 public:
  NativeSession(const Engine& engine, db::Waiter& waiter) : session_(engine, waiter) {}

  Execution& execute(int type, int database, std::string_view input) noexcept override {
    return session_.execute(type, database, input);
  }
  Execution& resync() noexcept override { return session_.resync(); }

 private:
  EngineSession session_;
};

class NativeSessions final : public SessionSource {
 public:
  explicit NativeSessions(std::unique_ptr<const Engine> engine) : engine_(std::move(engine)) {}

  [[nodiscard]] std::unique_ptr<TransactionSession> open(db::Waiter& waiter) const override {
    return std::make_unique<NativeSession>(*engine_, waiter);
  }
  [[nodiscard]] int64_t ordering_key(int type, std::string_view input) const noexcept override {
    return engine_->ordering_key(type, input);
  }
  [[nodiscard]] std::string version() const override { return engine_version(); }
  [[nodiscard]] std::string session_settings() const override { return quartet::session_settings(); }

 private:
  std::unique_ptr<const Engine> engine_;
};

class InstantSession final : public TransactionSession {
 public:
  explicit InstantSession(std::atomic<uint64_t>& orders) : orders_(orders) {}

  Execution& execute(int type, int /*database*/, std::string_view /*input*/) noexcept override {
    constexpr uint64_t kOrdersForOneRollback = 101;
    constexpr uint64_t kSecurities = 685;  // of one Load Unit, which every Set has
    execution_ = Execution();
    execution_.round_trips = 1;
    if (type != QUARTET_TRADE_ORDER) return execution_;
    const uint64_t number = ++orders_;
    if (number % kOrdersForOneRollback == 0) {
      execution_.outcome = QUARTET_ROLLED_BACK_ON_PURPOSE;
      execution_.answer.status = 1;
      return execution_;
    }
    execution_.answer.orders.push_back({.trade_id = number,
                                        .security = static_cast<uint32_t>(number % kSecurities),
                                        .quantity = 100,
                                        .price_cents = 2500,
                                        .trade_type = QUARTET_TMB,
                                        .action = QUARTET_PROCESS_NOW});
    return execution_;
  }

  Execution& resync() noexcept override {
    execution_ = Execution();
    return execution_;
  }

 private:
  std::atomic<uint64_t>& orders_;
  Execution execution_;
};

class InstantSessions final : public SessionSource {
 public:
  [[nodiscard]] std::unique_ptr<TransactionSession> open(db::Waiter& /*waiter*/) const override {
    return std::make_unique<InstantSession>(orders_);
  }
  [[nodiscard]] int64_t ordering_key(int /*type*/, std::string_view /*input*/) const noexcept override { return -1; }
  [[nodiscard]] std::string version() const override { return "instant"; }
  [[nodiscard]] std::string session_settings() const override { return ""; }

 private:
  mutable std::atomic<uint64_t> orders_ = 0;
};

}  // namespace

std::unique_ptr<SessionSource> native_sessions(std::unique_ptr<const Engine> engine) {
  return std::make_unique<NativeSessions>(std::move(engine));
}

std::unique_ptr<SessionSource> instant_sessions() { return std::make_unique<InstantSessions>(); }

}  // namespace quartet::tiera
