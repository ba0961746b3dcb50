// Certificates, and drivers that use them.
#ifndef QUARTET_TIER_A_TLS_FIXTURE_H
#define QUARTET_TIER_A_TLS_FIXTURE_H

#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <filesystem>
#include <memory>
#include <string>

#include "tier_a_fixture.h"
#include "tiera/tls.h"

namespace quartet::test {

// An authority that signs certificates for 127.0.0.1. Its files are in a folder of its own, which goes with it.
class Authority {
 public:
  Authority();
  ~Authority();
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;

  // Writes certificate and key of a member, valid from and until so many days from now.
  [[nodiscard]] tiera::TlsFiles issue(const std::string& name, int from_days = -1, int until_days = 10) const;
  [[nodiscard]] std::string file() const { return folder_ / "authority.pem"; }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
  std::unique_ptr<X509, decltype(&X509_free)> certificate_;
};

using TlsContext = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

// The files of a driver that shows a certificate, or none, and accepts any certificate of Tier A.
[[nodiscard]] TlsContext driver_context();
[[nodiscard]] TlsContext driver_context(const tiera::TlsFiles& files);

// Listens on a free port of all addresses, with TLS.
[[nodiscard]] tiera::Options tls_options(const tiera::TlsFiles& files);

}  // namespace quartet::test

#endif  // QUARTET_TIER_A_TLS_FIXTURE_H
