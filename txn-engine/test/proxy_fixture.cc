#include "proxy_fixture.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace quartet::test {
namespace {

constexpr int kPollMillis = 20;

sockaddr_in address_of(const char* host, uint16_t port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  if (inet_pton(AF_INET, host, &address.sin_addr) != 1) throw std::runtime_error("not an address");
  return address;
}

const char* environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(fmt::format("{} is not set; with-postgres sets it", name));
  return value;
}

}  // namespace

Proxy::Proxy() : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address = address_of("127.0.0.1", 0);
  socklen_t length = sizeof(address);
  if (listener_ < 0 || bind(listener_, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      listen(listener_, 8) != 0 || getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    throw std::runtime_error("the proxy cannot listen");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { work(); });
}

Proxy::~Proxy() {
  is_ending_ = true;
  thread_.join();
  for (const Pair& pair : pairs_) {
    close(pair.client);
    close(pair.server);
  }
  close(listener_);
}

std::string Proxy::conninfo(const std::string& database) const {
  return fmt::format("host=127.0.0.1 port={} dbname={} sslmode=disable gssencmode=disable", port_, database);
}

void Proxy::work() {
  while (!is_ending_) {
    std::vector<pollfd> descriptors = {{.fd = listener_, .events = POLLIN, .revents = 0}};
    for (const Pair& pair : pairs_) {
      descriptors.push_back({.fd = pair.client, .events = POLLIN, .revents = 0});
      descriptors.push_back({.fd = pair.server, .events = POLLIN, .revents = 0});
    }
    if (poll(descriptors.data(), descriptors.size(), kPollMillis) <= 0) continue;
    // Backwards, so that closing one leaves the places of the others.
    for (size_t i = pairs_.size(); i-- > 0;) {
      const Pair pair = pairs_[i];
      const bool lives = (descriptors[1 + 2 * i].revents == 0 || forward(pair, true)) &&
                         (descriptors[2 + 2 * i].revents == 0 || forward(pair, false));
      if (lives) continue;
      close(pair.client);
      close(pair.server);
      pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (descriptors[0].revents != 0) accept_client();
  }
}

void Proxy::accept_client() {
  const int client = accept(listener_, nullptr, nullptr);
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address =
      address_of(environment("QUARTET_TEST_TCP_HOST"), static_cast<uint16_t>(std::atoi(environment("PGPORT"))));
  if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    pairs_.push_back({client, server});
  } else {
    close(client);
    close(server);
  }
}

bool Proxy::forward(const Pair& pair, bool is_from_client) {
  std::array<char, 65'536> buffer;
  const ssize_t count = recv(is_from_client ? pair.client : pair.server, buffer.data(), buffer.size(), 0);
  if (count <= 0) return false;
  if (network_ == Network::kBlackHole) return true;
  const std::string_view bytes(buffer.data(), static_cast<size_t>(count));
  if (is_cut(bytes, is_from_client)) {
    network_ = Network::kOpen;
    return false;
  }
  return send(is_from_client ? pair.server : pair.client, buffer.data(), bytes.size(), MSG_NOSIGNAL) == count;
}

bool Proxy::is_cut(std::string_view bytes, bool is_from_client) {
  // The client's Bind names the prepared COMMIT; the server's CommandComplete says COMMIT and ends with a zero.
  if (network_ == Network::kCutBeforeCommit) return is_from_client && bytes.find("COMMIT") != std::string_view::npos;
  if (network_ == Network::kCutAnswer) return !is_from_client;
  constexpr std::string_view kCompleted("COMMIT\0", 7);
  return network_ == Network::kCutAfterCommit && !is_from_client && bytes.find(kCompleted) != std::string_view::npos;
}

}  // namespace quartet::test
