// One driver connection: requests in, replies out. doc/tier-a-wire.md says what both sides may expect.
#ifndef QUARTET_TIERA_DRIVER_CONNECTION_H
#define QUARTET_TIERA_DRIVER_CONNECTION_H

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

class DriverConnection final : public ReplySink, public std::enable_shared_from_this<DriverConnection> {
 public:
  static constexpr size_t kMostInFlight = 4096;
  static constexpr size_t kPauseBytes = 16U << 20U;    // of replies that wait: reading stops
  static constexpr size_t kLargestWait = 256U << 20U;  // of replies that wait: the connection ends

  enum class Replies : uint8_t {
    kAtOnce,   // sent by the thread that has one
    kGathered  // those of one turn of the network loop are sent together; for replies of the network thread
  };

  // `peer` is for the log.
  DriverConnection(asio::io_context& network, std::unique_ptr<Transport> transport, Service& service, Patience patience,
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
  [[nodiscard]] bool has_greeted() const { return greeting_ == Greeting::kAccepted; }
  [[nodiscard]] bool is_closed() const;
  // True when no reply is on its way to the socket.
  [[nodiscard]] bool is_flushed() const;

 private:
  // How far the driver has introduced itself. Each state leads to the next one.
  enum class Greeting : uint8_t {
    kHandshake,  // the TLS handshake is not over
    kAwaited,    // the next message has to be Hello
    kAccepted    // Hello was accepted
  };

  // What becomes of the bytes that arrive.
  enum class Input : uint8_t {
    kIdle,      // takes requests, no read is under way: messages are handled, or replies have to leave first
    kReading,   // takes requests, a read is under way. Leads to kIdle
    kStopping,  // takes no more requests, the last read is still under way. Leads to kStopped
    kStopped,   // takes no more requests, no read is under way
    kDraining   // drops what arrives, a read is under way. Comes from kStopping or kStopped and is the last
  };

  // Who sends.
  enum class Output : uint8_t {
    kIdle,       // nobody, and nothing waits
    kGathering,  // nobody: replies wait for the end of this turn of the network loop. Leads to kSending
    kSending,    // one thread, as much as the socket takes at once. Leads to kIdle, or to kWriting if bytes are left
    kWriting     // the network thread, whenever the socket takes more. Leads to kIdle
  };

  // How long the connection lasts. kOpen and kPaused lead to each other, the others only downwards.
  enum class Life : uint8_t {
    kOpen,
    kPaused,         // open, but too many replies wait: reading goes on when some have left
    kUntilAnswered,  // the driver has closed its side: closes when the last reply has left
    kUntilSent,      // closes when all that waits has left, the last of it a Refusal
    kClosed
  };

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
  // Sends the bytes and then what waits, as far as the socket takes it. Call in state kSending.
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
  Greeting greeting_ = Greeting::kHandshake;
  Input input_ = Input::kIdle;
  std::string writing_;  // what the transport writes at the moment
  size_t written_ = 0;   // bytes of it

  mutable std::mutex mutex_;
  // Guarded by the mutex.
  std::string outgoing_;   // replies that wait for the socket
  size_t being_sent_ = 0;  // bytes on their way to the socket
  size_t in_flight_ = 0;   // requests without a reply
  Output output_ = Output::kIdle;
  Life life_ = Life::kOpen;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_DRIVER_CONNECTION_H
