// One driver connection: requests in, replies out. doc/tier-a-wire.md says what both sides may expect.
#ifndef QUARTET_TIERA_CONNECTION_H
#define QUARTET_TIERA_CONNECTION_H

#include <asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "quartet.pb.h"
#include "tiera/frames.h"
#include "tiera/options.h"
#include "tiera/transport.h"
#include "tiera/workers.h"

namespace quartet::tiera {

// Services of Tier A for a connection. Called on the network thread.
class Service {
 public:
  virtual ~Service() = default;
  // The answer to Hello: a HelloReply, or a Refusal.
  [[nodiscard]] virtual v1::TierAMessage greet(const v1::HelloRequest& hello) = 0;
  // Runs the request; its reply goes to the sink.
  virtual void dispatch(Work work) = 0;
};

class Connection final : public ReplySink, public std::enable_shared_from_this<Connection> {
 public:
  static constexpr size_t kMostInFlight = 4096;
  static constexpr size_t kPauseBytes = 16U << 20U;    // of replies that wait: reading stops
  static constexpr size_t kLargestWait = 256U << 20U;  // of replies that wait: the connection ends

  enum class Replies : uint8_t {
    kAtOnce,   // sent by the thread that has one
    kGathered  // those of one turn of the network loop are sent together; for replies of the network thread
  };

  // `peer` is for the log.
  Connection(asio::io_context& network, std::unique_ptr<Transport> transport, Service& service, Patience patience,
             std::string peer, Replies replies = Replies::kAtOnce);

  // Everything but reply() is for the network thread.
  void start();
  void reply(std::string_view frame) override;
  // Reads no more requests.
  void stop_reading();
  // Sends a Refusal and closes.
  void refuse(v1::Refusal::Reason reason, const std::string& message);
  // Closes a connection that has said nothing, or taken none of its replies, for too long.
  void check_silence(std::chrono::steady_clock::time_point now);
  // After stop_reading(), once the replies are flushed: closes the sending side and drops what still arrives until the
  // driver closes. Closing at once would reset the connection where requests are unread, and lose replies on their way.
  void end();
  void close(std::string_view reason);

  // True once Hello was accepted.
  [[nodiscard]] bool has_greeted() const { return has_greeted_; }
  [[nodiscard]] bool is_closed() const;
  // True when no reply is on its way to the socket.
  [[nodiscard]] bool is_flushed() const;

 private:
  void read();
  void on_read(const std::error_code& error, size_t count);
  // Handles the whole messages that have arrived, as far as the limits allow.
  void handle_messages();
  void handle(const v1::DriverMessage& message);
  void handle_hello(const v1::HelloRequest& hello);
  void submit(Work work);
  void on_end(const std::error_code& error);
  [[nodiscard]] bool must_pause() const;  // call with the mutex held
  void send(const v1::TierAMessage& message);
  void send(std::string_view frame, bool is_reply);
  // Sends the bytes and then what waits, as far as the socket takes it. Call with is_sending_ set.
  void send_now(std::unique_lock<std::mutex> lock, std::string_view bytes);
  void send_gathered();
  void write_outgoing();
  void write_rest();
  // Ends a connection whose driver takes no replies.
  void close_unread();
  void drain();
  // Continues reading or closing once replies have left. Call with the mutex held.
  void after_sending();

  asio::io_context& network_;
  std::unique_ptr<Transport> transport_;
  Service& service_;
  const Patience patience_;
  const std::string peer_;
  const Replies replies_;

  // For the network thread alone.
  FrameReader reader_{kLargestHello};
  FrameWriter writer_;
  v1::DriverMessage message_;
  const std::chrono::steady_clock::time_point accepted_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_sign_ = accepted_;  // of a driver that lives: bytes came, or left
  bool is_open_ = false;                                         // the TLS handshake is over
  bool has_greeted_ = false;
  bool is_reading_ = false;
  bool is_stopped_ = false;
  bool is_draining_ = false;
  std::string writing_;  // what the transport writes at the moment
  size_t written_ = 0;   // bytes of it

  mutable std::mutex mutex_;
  // Guarded by the mutex.
  std::string outgoing_;     // replies that wait for the socket
  size_t being_sent_ = 0;    // bytes on their way to the socket
  bool is_sending_ = false;  // by a worker or the network thread
  size_t in_flight_ = 0;     // requests without a reply
  bool is_paused_ = false;   // reading goes on when replies have left
  bool is_half_closed_ = false;
  bool closes_when_sent_ = false;
  bool is_closed_ = false;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_CONNECTION_H
