#include "tiera/server.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <asio/error.hpp>
#include <asio/ip/v6_only.hpp>
#include <asio/post.hpp>
#include <exception>
#include <fstream>
#include <utility>

#include "base/error.h"
#include "base/sha256.h"
#include "tiera/log.h"
#include "txn/transaction_types.h"

namespace quartet::tiera {
namespace {

constexpr size_t kMostConnections = 1024;
constexpr std::chrono::milliseconds kPauseWithoutDescriptors{100};
constexpr std::chrono::seconds kLookForSilenceEvery{1};
constexpr std::chrono::milliseconds kLongestWaitForReplies{200};

// SHA-256 of this program: the same on two machines if their files are.
std::string program_hash() {
  Sha256 hash;
  std::ifstream program("/proc/self/exe", std::ios::binary);
  std::array<char, 1U << 16U> bytes{};
  while (program.read(bytes.data(), bytes.size()) || program.gcount() > 0) {
    hash.add({bytes.data(), static_cast<size_t>(program.gcount())});
  }
  return hash.text();
}

// Raises the limit of file descriptors as far as it goes; half of them are for drivers, the rest for the databases.
size_t most_connections() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMostConnections;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
  return std::clamp<size_t>(limit.rlim_cur / 2, 1, kMostConnections);
}

asio::ip::tcp::endpoint resolve(asio::io_context& network, const Options& options) {
  std::error_code error;
  asio::ip::tcp::resolver resolver(network);
  const auto found =
      resolver.resolve(options.address, std::to_string(options.port),
                       asio::ip::tcp::resolver::passive | asio::ip::tcp::resolver::numeric_service, error);
  if (error || found.empty()) {
    throw Error(kExitEnvironment,
                fmt::format("--listen: the address of {} is not known: {}. Name an address of this machine.",
                            options.address, error.message()));
  }
  return found.begin()->endpoint();
}

// As long for a wrong guess as for a right one.
bool is_equal(const std::string& shown, const std::string& wanted) {
  return shown.size() == wanted.size() && CRYPTO_memcmp(shown.data(), wanted.data(), wanted.size()) == 0;
}

std::string text_of(const asio::ip::tcp::socket& socket) {
  std::error_code error;
  const auto endpoint = socket.remote_endpoint(error);
  return error ? "unknown" : fmt::format("{}:{}", endpoint.address().to_string(), endpoint.port());
}

v1::TierAMessage refusal(v1::Refusal::Reason reason, const std::string& message) {
  v1::TierAMessage answer;
  answer.mutable_refusal()->set_reason(reason);
  answer.mutable_refusal()->set_message(message);
  return answer;
}

}  // namespace

Server::Server(const Options& options, const SessionSource& sessions)
    : options_(options),
      sessions_(sessions),
      program_hash_(program_hash()),
      most_connections_(most_connections()),
      acceptor_(network_),
      signals_(network_),
      pause_(network_),
      silence_(network_),
      tasks_(options.uses_fibers ? fiber_tasks(network_) : thread_tasks()),
      users_("user", options.user_sessions, sessions, *tasks_),
      market_("market", options.market_sessions, sessions, *tasks_) {
  const auto endpoint = resolve(network_, options_);
  if (!endpoint.address().is_loopback()) {
    if (!options_.tls) {
      throw Error(kExitBadInput,
                  fmt::format("{}:{} is not a loopback address, and there are no certificates to protect the "
                              "connection. Give them: --tls-authority, --tls-certificate and --tls-key. [TLS_MISSING]",
                              options_.address, options_.port));
    }
    tls_.emplace(tls_context(*options_.tls));
  }
  std::error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::ip::tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    throw Error(kExitEnvironment,
                fmt::format("Tier A of set {} cannot listen on {}:{}: {}. Stop the program that uses the port, or"
                            " choose another one (provider.port, tierA in provider.hosts, or --listen)."
                            " [TIER_A_PORT_IN_USE]",
                            options_.set, options_.address, options_.port, error.message()));
  }
  port_ = acceptor_.local_endpoint().port();
  log_info("Tier A listens set={} address={} port={} userSessions={} marketSessions={}", options_.set, options_.address,
           port_, options_.user_sessions, options_.market_sessions);
}

Server::~Server() {
  if (closing_.joinable()) closing_.join();
}

int Server::run() {
  signals_.add(SIGTERM);
  signals_.add(SIGINT);
  signals_.async_wait([this](const std::error_code& error, int signal) {
    if (error) return;
    signal_ = signal;
    begin_stop();
  });
  look_for_silence();
  accept();
  run_network();
  if (closing_.joinable()) closing_.join();
  return signal_;
}

void Server::run_network() {
  while (true) {
    try {
      network_.run();
      return;
    } catch (const std::exception& problem) {
      // One connection has failed, for instance for lack of memory; the rest are served on.
      log_error("a network event failed reason={}", problem.what());
    }
  }
}

void Server::stop() {
  asio::post(network_, [this] { begin_stop(); });
}

void Server::accept() {
  acceptor_.async_accept(
      [this](const std::error_code& error, asio::ip::tcp::socket socket) { on_accept(error, std::move(socket)); });
}

void Server::on_accept(const std::error_code& error, asio::ip::tcp::socket socket) {
  if (is_stopping()) return;
  forget_closed_connections();
  if (error) {
    on_no_accept(error);
    return;
  }
  if (std::exchange(stage_, Stage::kAccepting) == Stage::kPausing) log_info("drivers are accepted again");
  try {
    add_connection(std::move(socket));
  } catch (const std::exception& problem) {
    log_error("a connection could not be taken reason={}", problem.what());
  }
  accept();
}

void Server::on_no_accept(const std::error_code& error) {
  if (std::exchange(stage_, Stage::kPausing) == Stage::kAccepting) {
    log_warning("no driver can be accepted for the moment reason={} connections={}", error.message(),
                connections_.size());
  }
  // Without a free descriptor the waiting connection stays in the queue of the kernel: asked again at once, it would
  // be refused again at once.
  pause_.expires_after(kPauseWithoutDescriptors);
  pause_.async_wait([this](const std::error_code& /*cancelled*/) {
    if (!is_stopping()) accept();
  });
}

void Server::add_connection(asio::ip::tcp::socket socket) {
  std::string peer = text_of(socket);
  auto transport = tls_ ? tls_transport(std::move(socket), *tls_) : plain_transport(std::move(socket));
  auto connection = std::make_shared<DriverConnection>(
      network_, std::move(transport), static_cast<Service&>(*this), options_.patience, peer,
      options_.uses_fibers ? DriverConnection::Replies::kGathered : DriverConnection::Replies::kAtOnce);
  if (connections_.size() < most_connections_ || make_room()) {
    connections_.push_back(connection);
    open_sessions_ = OpenSessions::kPossible;
    connection->start();
  } else if (tls_) {
    // A Refusal would need a handshake.
    log_warning("driver refused driver={} reason=TOO_MANY_CONNECTIONS connections={}", peer, connections_.size());
    connection->close("too many connections");
  } else {
    connection->refuse(v1::Refusal::TOO_MANY_CONNECTIONS,
                       fmt::format("there are {} connections already. Close some.", connections_.size()));
  }
}

// Connections that say nothing must not keep a driver out.
bool Server::make_room() {
  const auto silent = std::find_if(connections_.begin(), connections_.end(),
                                   [](const auto& connection) { return !connection->has_greeted(); });
  if (silent == connections_.end()) return false;
  (*silent)->close("another connection needed its place");
  connections_.erase(silent);
  return true;
}

void Server::forget_closed_connections() {
  std::erase_if(connections_, [](const auto& connection) { return connection->is_closed(); });
}

void Server::look_for_silence() {
  silence_.expires_after(kLookForSilenceEvery);
  silence_.async_wait([this](const std::error_code& error) {
    if (error || is_stopping()) return;
    forget_closed_connections();
    const auto now = std::chrono::steady_clock::now();
    for (const auto& connection : connections_) connection->check_silence(now);
    rest_without_drivers();
    look_for_silence();
  });
}

// A database with sessions can be neither copied nor restored.
void Server::rest_without_drivers() {
  if (!connections_.empty() || open_sessions_ == OpenSessions::kNone) return;
  const bool are_users_closed = users_.close_idle_sessions();
  const bool is_market_closed = market_.close_idle_sessions();
  if (are_users_closed && is_market_closed) open_sessions_ = OpenSessions::kNone;
}

v1::TierAMessage Server::greet(const v1::HelloRequest& hello) {
  if (hello.protocol_version() != kProtocolVersion) {
    return refusal(v1::Refusal::PROTOCOL_VERSION,
                   fmt::format("Tier A speaks protocol version {}, the driver {}. Run both from the same build.",
                               kProtocolVersion, hello.protocol_version()));
  }
  if (options_.token && !is_equal(hello.run_token(), options_.token->of_driver)) {
    return refusal(v1::Refusal::OTHER_RUN, "it belongs to another run");
  }
  v1::TierAMessage answer;
  v1::HelloReply& reply = *answer.mutable_hello();
  reply.set_protocol_version(kProtocolVersion);
  reply.set_quartet_version(engine_version());
  reply.set_engine_version(sessions_.version());
  reply.set_session_settings(sessions_.session_settings());
  reply.set_process_id(static_cast<uint64_t>(getpid()));
  reply.set_load_units(static_cast<uint32_t>(options_.model.load_units));
  reply.set_active_load_units(static_cast<uint32_t>(options_.model.active_load_units));
  reply.set_trade_days(static_cast<uint32_t>(options_.model.trade_days));
  reply.set_news_length(static_cast<uint32_t>(options_.model.news_length));
  reply.set_seed(options_.model.seed);
  reply.set_user_sessions(static_cast<uint32_t>(options_.user_sessions));
  reply.set_market_sessions(static_cast<uint32_t>(options_.market_sessions));
  reply.set_access(options_.access);
  reply.set_statements(options_.statements);
  reply.set_trade_result_isolation(options_.trade_result_isolation);
  reply.set_program_sha256(program_hash_);
  if (options_.token) reply.set_run_token(options_.token->of_tier_a);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  reply.set_utc_micros(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  return answer;
}

void Server::dispatch(Work work) {
  const std::shared_ptr<ReplySink> sink = work.sink;
  const uint64_t id = work.correlation_id;
  const bool is_resync = work.kind == Work::Kind::kResync;
  const TransactionType* const type = is_resync ? nullptr : transaction_type(work.type);
  if (!is_resync && type == nullptr) {
    sink->reply(writer_.failure(id, QUARTET_ENGINE_ERROR, fmt::format("there is no transaction type {}", work.type)));
    return;
  }
  const bool is_for_users = !is_resync && type->issuer == Issuer::kCustomerEmulator;
  if (!is_for_users && !is_resync) work.key = sessions_.ordering_key(work.type, work.input);
  try {
    if ((is_for_users ? users_ : market_).submit(std::move(work))) return;
  } catch (const std::exception& problem) {
    log_error("a request could not be given to a session reason={}", problem.what());
    sink->reply(is_resync ? writer_.resync_failure(id, problem.what())
                          : writer_.failure(id, QUARTET_ENGINE_ERROR, problem.what()));
    return;
  }
  sink->reply(is_resync ? writer_.resync_failure(id, Workers::kShuttingDown)
                        : writer_.failure(id, QUARTET_CONNECTION, Workers::kShuttingDown));
}

void Server::begin_stop() {
  if (is_stopping()) return;
  stage_ = Stage::kStopping;
  std::error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  silence_.cancel();
  for (const auto& connection : connections_) connection->stop_reading();
  // Waiting for the workers must not hold up the replies, which the network loop may have to send.
  try {
    closing_ = std::thread([this] {
      name_thread("closing");
      close_workers();
    });
  } catch (const std::system_error& problem) {
    log_error("Tier A ends without waiting for its transactions reason={}", problem.what());
    open_sessions_ = OpenSessions::kPossible;
    finish(std::chrono::steady_clock::now() + kLongestWaitForReplies);
  }
}

void Server::close_workers() {
  // Both begin now: the market must not lose the time that customers take.
  users_.begin_close();
  market_.begin_close();
  const auto latest = std::chrono::steady_clock::now() + kLongestWaitForWork;
  const bool have_users_ended = users_.close_within(kLongestWaitForWork);
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(latest - std::chrono::steady_clock::now());
  const bool has_market_ended = market_.close_within(std::max(left, std::chrono::milliseconds(0)));
  open_sessions_ = have_users_ended && has_market_ended ? OpenSessions::kNone : OpenSessions::kPossible;
  if (!has_ended()) log_warning("a transaction did not end in time: the engine is left to the end of the process");
  asio::post(network_, [this] { finish(std::chrono::steady_clock::now() + kLongestWaitForReplies); });
}

void Server::finish(std::chrono::steady_clock::time_point latest) {
  const auto all = [this](auto is_done) { return std::all_of(connections_.begin(), connections_.end(), is_done); };
  if (stage_ != Stage::kEnding && all([](const auto& connection) { return connection->is_flushed(); })) {
    stage_ = Stage::kEnding;
    for (const auto& connection : connections_) connection->end();
  }
  const bool is_done = stage_ == Stage::kEnding && all([](const auto& connection) { return connection->is_closed(); });
  if (!is_done && std::chrono::steady_clock::now() < latest) {
    pause_.expires_after(std::chrono::milliseconds(5));
    pause_.async_wait([this, latest](const std::error_code& /*error*/) { finish(latest); });
    return;
  }
  for (const auto& connection : connections_) connection->close("Tier A ends");
  network_.stop();
}

}  // namespace quartet::tiera
