#include "tiera/driver_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <asio/error.hpp>
#include <asio/post.hpp>
#include <utility>

#include "tiera/log.h"

namespace quartet::tiera {

DriverConnection::DriverConnection(asio::io_context& network, std::unique_ptr<Transport> transport, Service& service,
                                   Patience patience, std::string peer, Replies replies)
    : network_(network),
      transport_(std::move(transport)),
      service_(service),
      patience_(patience),
      peer_(std::move(peer)),
      replies_(replies) {}

void DriverConnection::start() {
  transport_->handshake([self = shared_from_this()](const std::error_code& error, size_t /*count*/) {
    if (error) {
      log_warning(
          "TLS handshake failed driver={} reason={}", self->peer_,
          self->is_closed() ? "Tier A ended it before it was complete" : self->transport_->handshake_problem(error));
      self->close("no TLS");
      return;
    }
    self->greeting_ = Greeting::kAwaited;
    self->read();
  });
}

void DriverConnection::read() {
  if (input_ != Input::kIdle) return;
  input_ = Input::kReading;
  transport_->read(reader_.room(), [self = shared_from_this()](const std::error_code& error, size_t count) {
    self->on_read(error, count);
  });
}

void DriverConnection::on_read(const std::error_code& error, size_t count) {
  if (input_ == Input::kDraining) {
    error ? close("done") : drain();
    return;
  }
  if (input_ == Input::kStopping) {
    input_ = Input::kStopped;
    return;
  }
  input_ = Input::kIdle;
  if (error) {
    on_end(error);
    return;
  }
  last_sign_ = std::chrono::steady_clock::now();
  reader_.received(count);
  handle_messages();
}

void DriverConnection::handle_messages() {
  try {
    while (input_ == Input::kIdle) {
      {
        const std::scoped_lock lock(mutex_);
        if (must_pause()) {
          life_ = Life::kPaused;
          return;  // after_sending() goes on here
        }
      }
      const auto bytes = reader_.next();
      if (!bytes) break;
      if (!message_.ParseFromArray(bytes->data(), static_cast<int>(bytes->size()))) {
        refuse(v1::Refusal::MALFORMED, "a message cannot be read. Run driver and Tier A from the same build.");
        return;
      }
      handle(message_);
    }
    read();
  } catch (const FrameTooLarge& problem) {
    refuse(v1::Refusal::TOO_LARGE, problem.what());
  } catch (const std::exception& problem) {
    log_error("connection failed driver={} reason={}", peer_, problem.what());
    close(problem.what());
  }
}

void DriverConnection::handle(const v1::DriverMessage& message) {
  using Kind = v1::DriverMessage::KindCase;
  if (!has_greeted() && message.kind_case() != Kind::kHello) {
    refuse(v1::Refusal::HELLO_MISSING, "the first message has to be Hello. Run driver and Tier A from the same build.");
    return;
  }
  switch (message.kind_case()) {
    case Kind::kHello:
      handle_hello(message.hello());
      return;
    case Kind::kTransaction: {
      v1::TransactionRequest& request = *message_.mutable_transaction();
      submit({.sink = shared_from_this(),
              .kind = Work::Kind::kTransaction,
              .correlation_id = request.correlation_id(),
              .type = request.type(),
              .database = request.database(),
              .input = std::move(*request.mutable_input())});
      return;
    }
    case Kind::kResync:
      submit({.sink = shared_from_this(),
              .kind = Work::Kind::kResync,
              .correlation_id = message.resync().correlation_id()});
      return;
    case Kind::kHeartbeat: {
      v1::TierAMessage answer;
      answer.mutable_heartbeat();
      send(answer);
      return;
    }
    case Kind::KIND_NOT_SET:
      refuse(v1::Refusal::MALFORMED,
             "a message has a kind that this build does not know. Run both from the same build.");
      return;
  }
}

void DriverConnection::handle_hello(const v1::HelloRequest& hello) {
  const v1::TierAMessage answer = service_.greet(hello);
  if (answer.has_refusal()) {
    refuse(answer.refusal().reason(), answer.refusal().message());
    return;
  }
  if (!has_greeted()) log_info("driver connected driver={}", peer_);
  greeting_ = Greeting::kAccepted;
  reader_.set_largest(kLargestRequest);
  send(answer);
}

void DriverConnection::submit(Work work) {
  {
    const std::scoped_lock lock(mutex_);
    ++in_flight_;
  }
  service_.dispatch(std::move(work));
}

// The driver sends no more: it has closed its side, or is gone. Work that is under way runs to its end.
void DriverConnection::on_end(const std::error_code& error) {
  size_t in_flight = 0;
  {
    const std::scoped_lock lock(mutex_);
    in_flight = in_flight_;
    life_ = std::max(life_, Life::kUntilAnswered);
  }
  if (has_greeted()) log_info("driver connection ended driver={} inFlight={}", peer_, in_flight);
  if (error != asio::error::eof) {
    close(error.message());
    return;
  }
  const std::scoped_lock lock(mutex_);
  after_sending();
}

bool DriverConnection::must_pause() const {
  return in_flight_ >= kMostInFlight || outgoing_.size() + being_sent_ > kPauseBytes;
}

void DriverConnection::send(const v1::TierAMessage& message) { send(writer_.frame(message), false); }

void DriverConnection::reply(std::string_view frame) { send(frame, true); }

void DriverConnection::send(std::string_view frame, bool is_reply) {
  std::unique_lock lock(mutex_);
  if (is_reply) --in_flight_;
  if (life_ == Life::kClosed) return;
  if (output_ != Output::kIdle || replies_ == Replies::kGathered) {
    // The sending thread takes it along.
    outgoing_.append(frame);
    if (output_ == Output::kIdle) {
      asio::post(network_, [self = shared_from_this()] { self->send_gathered(); });
      output_ = Output::kGathering;
    }
    if (outgoing_.size() + being_sent_ > kLargestWait) {
      asio::post(network_, [self = shared_from_this()] { self->close_unread(); });
    }
    return;
  }
  output_ = Output::kSending;
  send_now(std::move(lock), frame);
}

void DriverConnection::send_gathered() {
  std::unique_lock lock(mutex_);
  output_ = Output::kSending;
  // Memory goes back and forth between the two.
  writing_.clear();
  std::swap(writing_, outgoing_);
  send_now(std::move(lock), writing_);
  writing_.clear();  // what was not sent is in outgoing_ again
}

void DriverConnection::send_now(std::unique_lock<std::mutex> lock, std::string_view bytes) {
  std::string gathered;
  while (true) {
    being_sent_ = bytes.size();
    lock.unlock();
    const size_t sent = transport_->send_now(bytes);
    lock.lock();
    if (sent < bytes.size()) {
      // The socket is full, or it is for the network thread alone.
      outgoing_.insert(0, bytes.substr(sent));
      being_sent_ = 0;
      output_ = Output::kWriting;
      asio::post(network_, [self = shared_from_this()] { self->write_outgoing(); });
      return;
    }
    being_sent_ = 0;
    if (outgoing_.empty()) break;
    gathered = std::exchange(outgoing_, {});
    bytes = gathered;
  }
  output_ = Output::kIdle;
  after_sending();
}

void DriverConnection::write_outgoing() {
  {
    const std::scoped_lock lock(mutex_);
    being_sent_ = 0;
    if (life_ == Life::kClosed || outgoing_.empty()) {
      output_ = Output::kIdle;
      after_sending();
      return;
    }
    // Memory goes back and forth between the two.
    writing_.clear();
    std::swap(writing_, outgoing_);
    being_sent_ = writing_.size();
  }
  written_ = 0;
  last_sign_ = std::chrono::steady_clock::now();
  write_rest();
}

void DriverConnection::write_rest() {
  const std::string_view rest = std::string_view(writing_).substr(written_);
  transport_->write(rest, [self = shared_from_this()](const std::error_code& error, size_t count) {
    if (error) {
      self->close(error.message());
      return;
    }
    self->last_sign_ = std::chrono::steady_clock::now();
    self->written_ += count;
    if (self->written_ == self->writing_.size()) {
      self->write_outgoing();
      return;
    }
    {
      const std::scoped_lock lock(self->mutex_);
      self->being_sent_ -= count;
      self->after_sending();
    }
    self->write_rest();
  });
}

void DriverConnection::after_sending() {
  const bool is_all_sent = output_ == Output::kIdle && outgoing_.empty();
  switch (life_) {
    case Life::kPaused:
      if (must_pause()) return;
      life_ = Life::kOpen;
      asio::post(network_, [self = shared_from_this()] { self->handle_messages(); });
      return;
    case Life::kUntilAnswered:
      if (is_all_sent && in_flight_ == 0) asio::post(network_, [self = shared_from_this()] { self->close("done"); });
      return;
    case Life::kUntilSent:
      if (is_all_sent) asio::post(network_, [self = shared_from_this()] { self->close("done"); });
      return;
    case Life::kOpen:
    case Life::kClosed:
      return;
  }
}

void DriverConnection::stop_reading() {
  if (input_ == Input::kIdle) input_ = Input::kStopped;
  if (input_ == Input::kReading) input_ = Input::kStopping;
}

void DriverConnection::refuse(v1::Refusal::Reason reason, const std::string& message) {
  log_warning("driver refused driver={} reason={} {}", peer_, v1::Refusal::Reason_Name(reason), message);
  stop_reading();
  v1::TierAMessage refusal;
  refusal.mutable_refusal()->set_reason(reason);
  refusal.mutable_refusal()->set_message(message);
  {
    const std::scoped_lock lock(mutex_);
    life_ = std::max(life_, Life::kUntilSent);
  }
  send(refusal);
}

void DriverConnection::check_silence(std::chrono::steady_clock::time_point now) {
  if (!has_greeted()) {
    // Not since the last byte: one byte now and then must not keep a connection.
    if (now - accepted_ <= patience_.hello) return;
    const bool takes_requests = input_ == Input::kIdle || input_ == Input::kReading;
    if (greeting_ == Greeting::kAwaited && takes_requests) {
      refuse(v1::Refusal::HELLO_MISSING, "no Hello came in time. Run driver and Tier A from the same build.");
    } else {
      close("no Hello");
    }
    return;
  }
  if (now - last_sign_ <= patience_.silence) return;
  if (written_ < writing_.size()) {
    close_unread();
    return;
  }
  {
    // The driver waits for a reply, and that may take longer; or replies are about to be written.
    const std::scoped_lock lock(mutex_);
    if (in_flight_ > 0 || output_ != Output::kIdle) return;
  }
  close("silent");
}

void DriverConnection::close_unread() {
  if (is_closed()) return;
  log_warning("driver does not read its replies driver={} reason=REPLIES_NOT_READ", peer_);
  close("REPLIES_NOT_READ");
}

void DriverConnection::end() {
  if (greeting_ == Greeting::kHandshake) close("Tier A ends");
  if (is_closed()) return;
  // A read that is still under way goes on to drain() when it ends.
  const bool is_read_under_way = input_ != Input::kIdle && input_ != Input::kStopped;
  input_ = Input::kDraining;
  transport_->end_sending();
  if (!is_read_under_way) drain();
}

void DriverConnection::drain() {
  reader_ = FrameReader();
  transport_->read(reader_.room(), [self = shared_from_this()](const std::error_code& error, size_t count) {
    self->on_read(error, count);
  });
}

void DriverConnection::close(std::string_view reason) {
  {
    const std::scoped_lock lock(mutex_);
    if (life_ == Life::kClosed) return;
    life_ = Life::kClosed;
    outgoing_.clear();
  }
  stop_reading();
  if (has_greeted()) log_info("driver disconnected driver={} reason={}", peer_, reason);
  transport_->shut_down();
}

bool DriverConnection::is_closed() const {
  const std::scoped_lock lock(mutex_);
  return life_ == Life::kClosed;
}

bool DriverConnection::is_flushed() const {
  const std::scoped_lock lock(mutex_);
  return life_ == Life::kClosed || (output_ == Output::kIdle && outgoing_.empty());
}

}  // namespace quartet::tiera
