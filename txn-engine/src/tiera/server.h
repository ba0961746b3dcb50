// The service of VM1: accepts drivers, gives their requests to workers, ends in order.
#ifndef QUARTET_TIERA_SERVER_H
#define QUARTET_TIERA_SERVER_H

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/signal_set.hpp>
#include <asio/ssl/context.hpp>
#include <asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tiera/driver_connection.h"
#include "tiera/options.h"
#include "tiera/session.h"
#include "tiera/tasks.h"
#include "tiera/workers.h"

namespace quartet::tiera {

// One network loop, which is the thread that calls run(), and two kinds of workers: customers must not keep sessions
// from the market.
class Server final : private Service {
 public:
  static constexpr std::chrono::milliseconds kLongestWaitForWork{4'000};

  // Listens. Throws Error when the address cannot be listened on or needs certificates that are not given.
  Server(const Options& options, const SessionSource& sessions);
  ~Server() override;
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Port it listens on.
  [[nodiscard]] uint16_t port() const { return port_; }

  // Serves until stop() or a signal (TERM, INT), answers what is in flight for a few seconds, and returns the signal; 0
  // for stop().
  int run();

  // Ends run() from another thread.
  void stop();

  // True after run() if no worker is inside a session any more.
  [[nodiscard]] bool has_ended() const { return open_sessions_ == OpenSessions::kNone; }

 private:
  // How far the service has come. kAccepting and kPausing lead to each other, the others only downwards.
  enum class Stage : uint8_t {
    kAccepting,  // drivers may connect
    kPausing,    // the last driver could not be accepted, for instance without a free descriptor: tries again soon
    kStopping,   // accepts no more; the workers end what was accepted
    kEnding      // replies have left and connections are half-closed: waits for their drivers to close them
  };

  // Sessions with the databases, of all workers.
  enum class OpenSessions : uint8_t {
    kNone,     // no worker is busy, and idle ones have closed theirs or are about to
    kPossible  // a driver has connected since, or a worker did not end in time
  };

  [[nodiscard]] v1::TierAMessage greet(const v1::HelloRequest& hello) override;
  void dispatch(Work work) override;

  // Returns once network_ was stopped, even if a handler throws.
  void run_network();
  void accept();
  void on_accept(const std::error_code& error, asio::ip::tcp::socket socket);
  void on_no_accept(const std::error_code& error);
  void add_connection(asio::ip::tcp::socket socket);
  // Closes the oldest connection without Hello; false where all have said it.
  bool make_room();
  void forget_closed_connections();
  // Closes all sessions once the last driver has left.
  void rest_without_drivers();
  void look_for_silence();
  [[nodiscard]] bool is_stopping() const { return stage_ >= Stage::kStopping; }
  void begin_stop();
  // Runs on the thread closing_. Meanwhile the network thread leaves open_sessions_ alone.
  void close_workers();
  // Half-closes the connections once their replies are out, or the time is over.
  void finish(std::chrono::steady_clock::time_point latest);

  const Options options_;
  const SessionSource& sessions_;
  const std::string program_hash_;
  const size_t most_connections_;
  std::optional<asio::ssl::context> tls_;
  asio::io_context network_{1};
  asio::ip::tcp::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer pause_;
  asio::steady_timer silence_;
  std::vector<std::shared_ptr<DriverConnection>> connections_;
  std::unique_ptr<Tasks> tasks_;  // of the sessions
  Workers users_;
  Workers market_;
  FrameWriter writer_;
  std::thread closing_;
  uint16_t port_ = 0;
  int signal_ = 0;
  Stage stage_ = Stage::kAccepting;
  OpenSessions open_sessions_ = OpenSessions::kNone;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_SERVER_H
