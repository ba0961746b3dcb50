#include "tiera/transport.h"

#include <fmt/format.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>

#include <asio/buffer.hpp>
#include <asio/post.hpp>
#include <asio/ssl/stream.hpp>
#include <utility>

namespace quartet::tiera {
namespace {

void set_up(asio::ip::tcp::socket& socket) {
  std::error_code ignored;
  // Small replies must not wait for each other.
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  socket.non_blocking(true, ignored);
}

// shutdown() leaves the descriptor open, so that no thread can come upon one that was given to another connection.
void shut_down_socket(asio::ip::tcp::socket& socket, int direction) {
  static_cast<void>(::shutdown(socket.native_handle(), direction));
}

class PlainTransport final : public Transport {
 public:
  explicit PlainTransport(asio::ip::tcp::socket socket) : socket_(std::move(socket)) { set_up(socket_); }

  void handshake(Done done) override {
    asio::post(socket_.get_executor(), [done = std::move(done)] { done({}, 0); });
  }
  [[nodiscard]] std::string handshake_problem(const std::error_code& error) const override { return error.message(); }
  void read(std::span<char> room, Done done) override {
    socket_.async_read_some(asio::buffer(room.data(), room.size()), std::move(done));
  }
  void write(std::string_view bytes, Done done) override {
    socket_.async_write_some(asio::buffer(bytes), std::move(done));
  }
  size_t send_now(std::string_view bytes) override {
    // Past Asio, whose socket is not for two threads. An error shows again in the write that follows.
    const ssize_t sent = ::send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 ? 0 : static_cast<size_t>(sent);
  }
  void end_sending() override { shut_down_socket(socket_, SHUT_WR); }
  void shut_down() override { shut_down_socket(socket_, SHUT_RDWR); }

 private:
  asio::ip::tcp::socket socket_;
};

class TlsTransport final : public Transport {
 public:
  TlsTransport(asio::ip::tcp::socket socket, asio::ssl::context& context) : stream_(std::move(socket), context) {
    set_up(stream_.next_layer());
  }

  void handshake(Done done) override {
    stream_.async_handshake(asio::ssl::stream_base::server,
                            [done = std::move(done)](const std::error_code& error) { done(error, 0); });
  }
  [[nodiscard]] std::string handshake_problem(const std::error_code& error) const override {
    // The error says only that something is wrong with the driver's certificate, or that it came from a routine.
    const long result = SSL_get_verify_result(native_);
    if (result == X509_V_OK) return error.message();
    return fmt::format("the driver's certificate is refused: {}", X509_verify_cert_error_string(result));
  }
  void read(std::span<char> room, Done done) override {
    stream_.async_read_some(asio::buffer(room.data(), room.size()), std::move(done));
  }
  void write(std::string_view bytes, Done done) override {
    stream_.async_write_some(asio::buffer(bytes), std::move(done));
  }
  size_t send_now(std::string_view /*bytes*/) override { return 0; }  // OpenSSL's state belongs to the network thread
  void end_sending() override { shut_down_socket(stream_.next_layer(), SHUT_WR); }
  void shut_down() override { shut_down_socket(stream_.next_layer(), SHUT_RDWR); }

 private:
  asio::ssl::stream<asio::ip::tcp::socket> stream_;
  SSL* const native_ = stream_.native_handle();
};

}  // namespace

std::unique_ptr<Transport> plain_transport(asio::ip::tcp::socket socket) {
  return std::make_unique<PlainTransport>(std::move(socket));
}

std::unique_ptr<Transport> tls_transport(asio::ip::tcp::socket socket, asio::ssl::context& context) {
  return std::make_unique<TlsTransport>(std::move(socket), context);
}

}  // namespace quartet::tiera
