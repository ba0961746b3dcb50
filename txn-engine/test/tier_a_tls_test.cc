// TLS that is wrong, cut, slow or silent. The Java side of it: io.quartet.provision.install.TierATlsTest.
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <sys/socket.h>

#include <future>
#include <vector>

#include "base/error.h"
#include "tier_a_tls_fixture.h"

namespace quartet::test {
namespace {

class TierATls : public testing::Test {
 protected:
  void expect_served(uint16_t port) const {
    Driver driver(port, ours_.get());
    driver.greet();
    driver.send_transaction(1, QUARTET_TRADE_STATUS);
    EXPECT_EQ(transaction(driver.receive()).correlation_id(), 1U);
  }

  // Tier A's log lines about a refused driver.
  std::string log_of_refused(SSL_CTX* context) const {
    testing::internal::CaptureStderr();
    {
      const ScriptedSessions sessions(
          [](int /*type*/, std::string_view /*input*/, db::Waiter& /*waiter*/) { return Execution(); });
      const RunningTierA tier_a(tls_options(tier_a_files_), sessions);
      Driver driver(tier_a.port(), context);
      driver.send_hello();
      EXPECT_FALSE(driver.receive());
      expect_served(tier_a.port());
      EXPECT_EQ(sessions.opened(), 1);
    }
    return testing::internal::GetCapturedStderr();
  }

  const Authority authority_;
  const tiera::TlsFiles tier_a_files_ = authority_.issue("a1");
  const TlsContext ours_ = driver_context(authority_.issue("driver"));
  const ScriptedSessions sessions_{[](int /*type*/, std::string_view input, db::Waiter& /*waiter*/) {
    Execution execution;
    execution.answer.output.assign(input == "large" ? 1U << 20U : 10, 'x');
    return execution;
  }};
};

testing::AssertionResult has(const std::string& log, const char* part) {
  if (log.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in:\n" << log;
}

TEST_F(TierATls, ADriverWithoutACertificateIsRefused) {
  const std::string log = log_of_refused(driver_context().get());
  EXPECT_TRUE(has(log, "TLS handshake failed driver=127.0.0.1:"));
  EXPECT_TRUE(has(log, "peer did not return a certificate"));
}

TEST_F(TierATls, CertificatesOfAnotherAuthorityOrTimeAreRefused) {
  const Authority others;
  const auto expect_refused = [&](const tiera::TlsFiles& files, const char* reason) {
    const std::string log = log_of_refused(driver_context(files).get());
    EXPECT_TRUE(has(log, "TLS handshake failed driver=127.0.0.1:"));
    EXPECT_TRUE(has(log, reason));
  };
  expect_refused(others.issue("driver"), "the driver's certificate is refused: certificate signature failure");
  expect_refused(authority_.issue("expired", -10, -1), "the driver's certificate is refused: certificate has expired");
  expect_refused(authority_.issue("early", 1, 10), "the driver's certificate is refused: certificate is not yet valid");
}

TEST_F(TierATls, ATierAWithACertificateThatIsNotValidNowDoesNotStart) {
  const auto problem = [&](const tiera::TlsFiles& files) -> std::string {
    try {
      const tiera::Server server(tls_options(files), sessions_);
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), kExitBadInput);
      return error.what();
    }
    return "it started";
  };
  EXPECT_TRUE(has(problem(authority_.issue("expired", -10, -1)), "expired.pem has expired"));
  EXPECT_TRUE(has(problem(authority_.issue("early", 1, 10)), "early.pem is not valid yet"));
}

TEST_F(TierATls, BytesThatAreNoTlsEndTheirConnectionOnly) {
  const RunningTierA tier_a(tls_options(tier_a_files_), sessions_);
  Driver in_clear(tier_a.port());
  in_clear.send_hello();
  in_clear.send_bytes(std::string(1000, 'x'));
  while (in_clear.receive()) {
  }
  expect_served(tier_a.port());
}

// The bytes with which a driver begins.
std::string client_hello(SSL_CTX* context) {
  const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context), &SSL_free);
  SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  SSL_set_connect_state(tls.get());
  SSL_do_handshake(tls.get());
  char* bytes = nullptr;
  const auto size = BIO_get_mem_data(SSL_get_wbio(tls.get()), &bytes);
  return {bytes, static_cast<size_t>(size)};
}

TEST_F(TierATls, HalfAHandshakeIsGivenUpAndHoldsUpNobody) {
  tiera::Options options = tls_options(tier_a_files_);
  options.patience.hello = std::chrono::seconds(2);
  const RunningTierA tier_a(options, sessions_);
  const std::string begin = client_hello(ours_.get());
  std::vector<std::unique_ptr<Driver>> hanging;
  for (const size_t part : {size_t{0}, size_t{1}, begin.size() / 2, begin.size()}) {
    hanging.push_back(std::make_unique<Driver>(tier_a.port()));
    hanging.back()->send_bytes(std::string_view(begin).substr(0, part));
    Driver cut(tier_a.port());
    cut.send_bytes(std::string_view(begin).substr(0, part));
    if (part % 2 == 0) cut.reset();
  }
  // Done with TLS, and then silent.
  hanging.push_back(std::make_unique<Driver>(tier_a.port(), ours_.get()));
  expect_served(tier_a.port());
  EXPECT_EQ(refusal(hanging.back()->receive()), v1::Refusal::HELLO_MISSING);
  for (const auto& driver : hanging) {
    // Whatever Tier A has said until then.
    std::array<char, 4096> bytes{};
    ssize_t count = 0;
    while ((count = recv(driver->descriptor(), bytes.data(), bytes.size(), 0)) > 0) {
    }
    EXPECT_TRUE(count == 0 || errno == ECONNRESET) << errno;
  }
  expect_served(tier_a.port());
}

TEST_F(TierATls, ADriverThatOffersItsEarlierSessionIsServed) {
  const RunningTierA tier_a(tls_options(tier_a_files_), sessions_);
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    SSL_CTX_set_max_proto_version(ours_.get(), version);
    Driver first(tier_a.port(), ours_.get());
    first.greet();
    const std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)> session(SSL_get1_session(first.tls()),
                                                                            &SSL_SESSION_free);
    Driver second(tier_a.port(), ours_.get(), session.get());
    second.greet();
    EXPECT_EQ(SSL_session_reused(second.tls()), 0) << "its certificate was not looked at";
  }
}

TEST_F(TierATls, RefusalsArriveThroughTls) {
  const RunningTierA tier_a(tls_options(tier_a_files_), sessions_);
  const auto refused = [&](bool is_greeted, const std::string& bytes) {
    Driver driver(tier_a.port(), ours_.get());
    if (is_greeted) driver.greet();
    driver.send_bytes(bytes);
    const auto reason = refusal(driver.receive());
    EXPECT_FALSE(driver.receive());
    return reason;
  };
  EXPECT_EQ(refused(false, framed("")), v1::Refusal::HELLO_MISSING);
  EXPECT_EQ(refused(true, framed("\xff\xff")), v1::Refusal::MALFORMED);
  EXPECT_EQ(refused(true, std::string("\xff\xff\xff\xff", 4)), v1::Refusal::TOO_LARGE);
}

TEST_F(TierATls, AHalfClosedConnectionAndAStopStillGiveTheirReplies) {
  Gate gate;
  const ScriptedSessions sessions([&](int /*type*/, std::string_view /*input*/, db::Waiter& waiter) {
    gate.wait(waiter);
    return Execution();
  });
  RunningTierA tier_a(tls_options(tier_a_files_), sessions);
  Driver half(tier_a.port(), ours_.get());
  Driver stopped(tier_a.port(), ours_.get());
  for (Driver* driver : {&half, &stopped}) {
    driver->greet();
    for (uint64_t id = 1; id <= 5; ++id) driver->send_transaction(id, QUARTET_TRADE_STATUS);
    driver->send_hello();
    static_cast<void>(driver->receive());
  }
  half.half_close();
  tier_a.stop();
  gate.open();
  for (Driver* driver : {&half, &stopped}) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(transaction(driver->receive()).outcome(), v1::COMMITTED);
    EXPECT_FALSE(driver->receive());
    EXPECT_FALSE(driver->was_reset());
  }
  half.reset();
  stopped.reset();
  tier_a.wait();
  EXPECT_TRUE(tier_a.has_ended());
}

TEST_F(TierATls, ASlowReaderGetsItsRepliesAndHoldsUpNobody) {
  const RunningTierA tier_a(tls_options(tier_a_files_), sessions_);
  Driver slow(tier_a.port(), ours_.get());
  slow.greet();
  constexpr uint64_t kRequests = 40;
  for (uint64_t id = 1; id <= kRequests; ++id) slow.send_transaction(id, QUARTET_TRADE_STATUS, "large");
  for (int i = 0; i < 20; ++i) expect_served(tier_a.port());
  for (uint64_t i = 0; i < kRequests; ++i) {
    ASSERT_EQ(transaction(slow.receive()).output().size(), size_t{1U << 20U});
  }
}

TEST_F(TierATls, ADriverThatLeavesWithRequestsInFlightLeavesNothingBehind) {
  RunningTierA tier_a(tls_options(tier_a_files_), sessions_);
  for (int i = 0; i < 20; ++i) {
    Driver driver(tier_a.port(), ours_.get());
    driver.greet();
    for (uint64_t id = 1; id <= 10; ++id) driver.send_transaction(id, QUARTET_TRADE_ORDER, "large");
    if (i % 2 == 0) driver.reset();
  }
  expect_served(tier_a.port());
  tier_a.stop();
  tier_a.wait();
  EXPECT_TRUE(tier_a.has_ended());
  EXPECT_EQ(sessions_.open_now(), 0);
}

}  // namespace
}  // namespace quartet::test
