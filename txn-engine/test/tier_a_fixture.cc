#include "tier_a_fixture.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace quartet::test {

class ScriptedSession final : public tiera::TransactionSession {
 public:
  ScriptedSession(const ScriptedSessions& owner, db::Waiter& waiter) : owner_(owner), waiter_(waiter) {
    ++owner_.opened_;
    ++owner_.open_;
  }
  ~ScriptedSession() override { --owner_.open_; }
  ScriptedSession(const ScriptedSession&) = delete;
  ScriptedSession& operator=(const ScriptedSession&) = delete;

  Execution& execute(int type, int /*database*/, std::string_view input) noexcept override {
    execution_ = owner_.script_(type, input, waiter_);
    return execution_;
  }
  Execution& resync() noexcept override { return execute(0, 0, ""); }

 private:
  const ScriptedSessions& owner_;
  db::Waiter& waiter_;
  Execution execution_;
};

std::unique_ptr<tiera::TransactionSession> ScriptedSessions::open(db::Waiter& waiter) const {
  return std::make_unique<ScriptedSession>(*this, waiter);
}

int64_t ScriptedSessions::ordering_key(int type, std::string_view input) const noexcept {
  return type == QUARTET_TRADE_RESULT && !input.empty() ? input.front() : -1;
}

tiera::Options tier_a_options(int user_sessions, int market_sessions) {
  tiera::Options options;
  options.address = "127.0.0.1";
  options.model = {.load_units = 3, .active_load_units = 3, .trade_days = 1, .news_length = 10'000, .seed = 42};
  options.user_sessions = user_sessions;
  options.market_sessions = market_sessions;
  return options;
}

RunningTierA::RunningTierA(const tiera::Options& options, const tiera::SessionSource& sessions)
    : server_(options, sessions), thread_([this] { server_.run(); }) {}

RunningTierA::~RunningTierA() {
  stop();
  wait();
}

void RunningTierA::wait() {
  if (thread_.joinable()) thread_.join();
}

Driver::Driver() : descriptor_(socket(AF_INET, SOCK_STREAM, 0)) {
  const timeval patience = {.tv_sec = 60, .tv_usec = 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
}

Driver::Driver(uint16_t port, SSL_CTX* tls, SSL_SESSION* session) : Driver() {
  connect(port);
  if (tls == nullptr) return;
  std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to a closed socket without MSG_NOSIGNAL
  tls_.reset(SSL_new(tls));
  SSL_set_fd(tls_.get(), descriptor_);
  if (session != nullptr) SSL_set_session(tls_.get(), session);
  static_cast<void>(SSL_connect(tls_.get()));  // receive() shows that it failed
}

void Driver::connect(uint16_t port) const {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::runtime_error("cannot connect to Tier A");
  }
}

Driver::~Driver() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Driver::send_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                              : ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // Tier A has closed; receive() tells
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
}

std::string framed(std::string_view bytes) {
  std::string frame;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) frame.push_back(static_cast<char>(bytes.size() >> shift));
  return frame.append(bytes);
}

void Driver::send(const v1::DriverMessage& message) { send_bytes(framed(message.SerializeAsString())); }

void Driver::send_hello(uint32_t version, const std::string& token) {
  v1::DriverMessage message;
  message.mutable_hello()->set_protocol_version(version);
  message.mutable_hello()->set_run_token(token);
  send(message);
}

void Driver::send_transaction(uint64_t id, int type, std::string_view input) {
  v1::DriverMessage message;
  auto& request = *message.mutable_transaction();
  request.set_correlation_id(id);
  request.set_type(static_cast<v1::Type>(type));
  request.set_input(std::string(input));
  send(message);
}

void Driver::half_close() const {
  if (tls_) {
    static_cast<void>(SSL_shutdown(tls_.get()));
  } else {
    shutdown(descriptor_, SHUT_WR);
  }
}

void Driver::reset() {
  const linger at_once = {.l_onoff = 1, .l_linger = 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  close(std::exchange(descriptor_, -1));
}

bool Driver::is_closed_by_tier_a() const {
  sockaddr_in ours = {};
  sockaddr_in theirs = {};
  socklen_t size = sizeof(ours);
  if (getsockname(descriptor_, reinterpret_cast<sockaddr*>(&ours), &size) != 0) return true;
  if (getpeername(descriptor_, reinterpret_cast<sockaddr*>(&theirs), &size) != 0) return true;
  // As the system lists Tier A's end while it is open: addresses, then state 01.
  const std::string open = fmt::format(":{:04X} 0100007F:{:04X} 01 ", ntohs(theirs.sin_port), ntohs(ours.sin_port));
  std::ifstream sockets("/proc/net/tcp");
  for (std::string line; std::getline(sockets, line);) {
    if (line.find(open) != std::string::npos) return false;
  }
  return true;
}

std::optional<v1::TierAMessage> Driver::receive() {
  while (true) {
    if (const auto bytes = reader_.next()) {
      v1::TierAMessage message;
      EXPECT_TRUE(message.ParseFromArray(bytes->data(), static_cast<int>(bytes->size())));
      return message;
    }
    const auto room = reader_.room();
    errno = 0;
    const ssize_t count = tls_ ? SSL_read(tls_.get(), room.data(), static_cast<int>(room.size()))
                               : recv(descriptor_, room.data(), room.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      ADD_FAILURE() << "Tier A said nothing for a minute";
      return {};
    }
    if (count <= 0) {
      was_reset_ = count < 0 && errno == ECONNRESET;
      return {};
    }
    reader_.received(static_cast<size_t>(count));
  }
}

v1::TransactionReply transaction(const std::optional<v1::TierAMessage>& message) {
  EXPECT_TRUE(message && message->has_transaction());
  return message ? message->transaction() : v1::TransactionReply();
}

v1::Refusal::Reason refusal(const std::optional<v1::TierAMessage>& message) {
  EXPECT_TRUE(message && message->has_refusal());
  return message ? message->refusal().reason() : v1::Refusal::REASON_UNSPECIFIED;
}

bool comes_true(const std::function<bool()>& condition) {
  const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (std::chrono::steady_clock::now() < latest) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

void Driver::greet() {
  send_hello();
  const auto answer = receive();
  ASSERT_TRUE(answer && answer->has_hello());
}

}  // namespace quartet::test
