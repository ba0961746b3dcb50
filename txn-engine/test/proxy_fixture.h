// A network in little, between a session and the server, that a test can cut or block.
#ifndef QUARTET_TEST_PROXY_FIXTURE_H
#define QUARTET_TEST_PROXY_FIXTURE_H

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace quartet::test {

// The treatment of the bytes that pass.
enum class Network : uint8_t {
  kOpen,             // they arrive
  kBlackHole,        // they vanish, in both directions; nobody is told
  kCutBeforeCommit,  // both sides lose the connection when the client sends a COMMIT, which does not arrive
  kCutAnswer,        // the same when the server answers; nothing of the answer arrives
  kCutAfterCommit    // the same when the server has committed; the client does not learn of it
};

// Listens on a loopback address and forwards to the server of the environment. Ends with the object.
class Proxy {
 public:
  Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  ~Proxy();

  // Connection string of `database` through this proxy.
  [[nodiscard]] std::string conninfo(const std::string& database) const;

  // Holds for all connections, those that are open included. A cut turns it back to kOpen.
  void set(Network network) { network_ = network; }

 private:
  struct Pair {
    int client;
    int server;
  };

  void work();
  void accept_client();
  // False when the connection is over.
  bool forward(const Pair& pair, bool is_from_client);
  [[nodiscard]] bool is_cut(std::string_view bytes, bool is_from_client);

  int listener_ = -1;
  uint16_t port_ = 0;
  std::atomic<Network> network_{Network::kOpen};
  std::atomic<bool> is_ending_{false};
  std::vector<Pair> pairs_;
  std::thread thread_;
};

}  // namespace quartet::test

#endif  // QUARTET_TEST_PROXY_FIXTURE_H
