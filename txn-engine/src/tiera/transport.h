// The bytes of one driver connection, in clear or through TLS.
#ifndef QUARTET_TIERA_TRANSPORT_H
#define QUARTET_TIERA_TRANSPORT_H

#include <asio/ip/tcp.hpp>
#include <asio/ssl/context.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace quartet::tiera {

// Handlers run on the network thread. One read and one write may be under way at a time. Everything but send_now() is
// for the network thread.
class Transport {
 public:
  using Done = std::function<void(const std::error_code& error, size_t count)>;

  virtual ~Transport() = default;
  // The TLS handshake; without TLS done at once.
  virtual void handshake(Done done) = 0;
  // Why the handshake failed with the error, in words.
  [[nodiscard]] virtual std::string handshake_problem(const std::error_code& error) const = 0;
  virtual void read(std::span<char> room, Done done) = 0;
  // Writes at least one of the bytes, which have to last until then, and says how many.
  virtual void write(std::string_view bytes, Done done) = 0;
  // Sends what the socket takes at once, from any thread while no write is under way, and returns how much that was.
  // With TLS nothing.
  virtual size_t send_now(std::string_view bytes) = 0;
  // Ends the sending direction; what the socket has taken still arrives.
  virtual void end_sending() = 0;
  // Ends both directions: what is under way fails.
  virtual void shut_down() = 0;
};

[[nodiscard]] std::unique_ptr<Transport> plain_transport(asio::ip::tcp::socket socket);
[[nodiscard]] std::unique_ptr<Transport> tls_transport(asio::ip::tcp::socket socket, asio::ssl::context& context);

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_TRANSPORT_H
