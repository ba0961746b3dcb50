#include "tiera/connection.h"

#include <fmt/format.h>

#include <asio/error.hpp>
#include <asio/post.hpp>
#include <utility>

#include "tiera/log.h"

namespace quartet::tiera {

Connection::Connection(asio::io_context& network, std::unique_ptr<Transport> transport, Service& service,
                       Patience patience, std::string peer, Replies replies)
    : network_(network),
      transport_(std::move(transport)),
      service_(service),
      patience_(patience),
      peer_(std::move(peer)),
      replies_(replies) {}

void Connection::start() {
  transport_->handshake([self = shared_from_this()](const std::error_code& error, size_t /*count*/) {
    if (error) {
      log_warning(
          "TLS handshake failed driver={} reason={}", self->peer_,
          self->is_closed() ? "Tier A ended it before it was complete" : self->transport_->handshake_problem(error));
      self->close("no TLS");
      return;
    }
    self->is_open_ = true;
    self->read();
  });
}

void Connection::read() {
  if (is_reading_ || is_stopped_ || is_closed()) return;
  is_reading_ = true;
  transport_->read(reader_.room(), [self = shared_from_this()](const std::error_code& error, size_t count) {
    self->on_read(error, count);
  });
}

void Connection::on_read(const std::error_code& error, size_t count) {
  is_reading_ = false;
  if (is_draining_) {
    error ? close("done") : drain();
    return;
  }
  if (is_stopped_) return;
  if (error) {
    on_end(error);
    return;
  }
  last_sign_ = std::chrono::steady_clock::now();
  reader_.received(count);
  handle_messages();
}

void Connection::handle_messages() {
  try {
    while (!is_stopped_) {
      {
        const std::scoped_lock lock(mutex_);
        if (is_closed_) return;
        is_paused_ = must_pause();
        if (is_paused_) return;  // after_sending() goes on here
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

void Connection::handle(const v1::DriverMessage& message) {
  using Kind = v1::DriverMessage::KindCase;
  if (!has_greeted_ && message.kind_case() != Kind::kHello) {
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

void Connection::handle_hello(const v1::HelloRequest& hello) {
  const v1::TierAMessage answer = service_.greet(hello);
  if (answer.has_refusal()) {
    refuse(answer.refusal().reason(), answer.refusal().message());
    return;
  }
  if (!has_greeted_) log_info("driver connected driver={}", peer_);
  has_greeted_ = true;
  reader_.set_largest(kLargestRequest);
  send(answer);
}

void Connection::submit(Work work) {
  {
    const std::scoped_lock lock(mutex_);
    ++in_flight_;
  }
  service_.dispatch(std::move(work));
}

// The driver sends no more: it has closed its side, or is gone. Work that is under way runs to its end.
void Connection::on_end(const std::error_code& error) {
  size_t in_flight = 0;
  {
    const std::scoped_lock lock(mutex_);
    in_flight = in_flight_;
    is_half_closed_ = true;
  }
  if (has_greeted_) log_info("driver connection ended driver={} inFlight={}", peer_, in_flight);
  if (error != asio::error::eof) {
    close(error.message());
    return;
  }
  const std::scoped_lock lock(mutex_);
  after_sending();
}

bool Connection::must_pause() const {
  return in_flight_ >= kMostInFlight || outgoing_.size() + being_sent_ > kPauseBytes;
}

void Connection::send(const v1::TierAMessage& message) { send(writer_.frame(message), false); }

void Connection::reply(std::string_view frame) { send(frame, true); }

void Connection::send(std::string_view frame, bool is_reply) {
  std::unique_lock lock(mutex_);
  if (is_reply) --in_flight_;
  if (is_closed_) return;
  if (is_sending_ || replies_ == Replies::kGathered) {
    // The sending thread takes it along.
    outgoing_.append(frame);
    if (!is_sending_) asio::post(network_, [self = shared_from_this()] { self->send_gathered(); });
    is_sending_ = true;
    if (outgoing_.size() + being_sent_ > kLargestWait) {
      asio::post(network_, [self = shared_from_this()] { self->close_unread(); });
    }
    return;
  }
  is_sending_ = true;
  send_now(std::move(lock), frame);
}

void Connection::send_gathered() {
  std::unique_lock lock(mutex_);
  // Memory goes back and forth between the two.
  writing_.clear();
  std::swap(writing_, outgoing_);
  send_now(std::move(lock), writing_);
  writing_.clear();  // what was not sent is in outgoing_ again
}

void Connection::send_now(std::unique_lock<std::mutex> lock, std::string_view bytes) {
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
      asio::post(network_, [self = shared_from_this()] { self->write_outgoing(); });
      return;
    }
    being_sent_ = 0;
    if (outgoing_.empty()) break;
    gathered = std::exchange(outgoing_, {});
    bytes = gathered;
  }
  is_sending_ = false;
  after_sending();
}

void Connection::write_outgoing() {
  {
    const std::scoped_lock lock(mutex_);
    being_sent_ = 0;
    if (is_closed_ || outgoing_.empty()) {
      is_sending_ = false;
      if (!is_closed_) after_sending();
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

void Connection::write_rest() {
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

void Connection::after_sending() {
  const bool is_all_sent = !is_sending_ && outgoing_.empty();
  if (is_all_sent && (closes_when_sent_ || (is_half_closed_ && in_flight_ == 0))) {
    asio::post(network_, [self = shared_from_this()] { self->close("done"); });
    return;
  }
  if (is_paused_ && !must_pause()) {
    is_paused_ = false;
    asio::post(network_, [self = shared_from_this()] { self->handle_messages(); });
  }
}

void Connection::stop_reading() { is_stopped_ = true; }

void Connection::refuse(v1::Refusal::Reason reason, const std::string& message) {
  log_warning("driver refused driver={} reason={} {}", peer_, v1::Refusal::Reason_Name(reason), message);
  stop_reading();
  v1::TierAMessage refusal;
  refusal.mutable_refusal()->set_reason(reason);
  refusal.mutable_refusal()->set_message(message);
  {
    const std::scoped_lock lock(mutex_);
    closes_when_sent_ = true;
  }
  send(refusal);
}

void Connection::check_silence(std::chrono::steady_clock::time_point now) {
  if (!has_greeted_) {
    // Not since the last byte: one byte now and then must not keep a connection.
    if (now - accepted_ <= patience_.hello) return;
    if (is_open_ && !is_stopped_) {
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
    // The driver waits for a reply, and that may take longer.
    const std::scoped_lock lock(mutex_);
    if (in_flight_ > 0) return;
  }
  close("silent");
}

void Connection::close_unread() {
  if (is_closed()) return;
  log_warning("driver does not read its replies driver={} reason=REPLIES_NOT_READ", peer_);
  close("REPLIES_NOT_READ");
}

void Connection::end() {
  if (!is_open_) close("Tier A ends");
  if (is_closed()) return;
  is_draining_ = true;
  transport_->end_sending();
  if (!is_reading_) drain();
}

void Connection::drain() {
  is_reading_ = true;
  reader_ = FrameReader();
  transport_->read(reader_.room(), [self = shared_from_this()](const std::error_code& error, size_t count) {
    self->on_read(error, count);
  });
}

void Connection::close(std::string_view reason) {
  {
    const std::scoped_lock lock(mutex_);
    if (is_closed_) return;
    is_closed_ = true;
    outgoing_.clear();
  }
  is_stopped_ = true;
  if (has_greeted_) log_info("driver disconnected driver={} reason={}", peer_, reason);
  transport_->shut_down();
}

bool Connection::is_closed() const {
  const std::scoped_lock lock(mutex_);
  return is_closed_;
}

bool Connection::is_flushed() const {
  const std::scoped_lock lock(mutex_);
  return is_closed_ || (!is_sending_ && outgoing_.empty());
}

}  // namespace quartet::tiera
