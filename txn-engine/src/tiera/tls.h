// The certificates of a Tier A that listens off loopback.
#ifndef QUARTET_TIERA_TLS_H
#define QUARTET_TIERA_TLS_H

#include <asio/ssl/context.hpp>
#include <string>

namespace quartet::tiera {

// Files in PEM.
struct TlsFiles {
  std::string authority;    // signed ours and the drivers'
  std::string certificate;  // ours
  std::string key;          // ours, without a password
};

// TLS 1.2 or 1.3 on which the other side has to show a certificate of the authority. Throws Error
// (kExitBadInput) that names the file when one cannot be used or a certificate is not valid now.
[[nodiscard]] asio::ssl::context tls_context(const TlsFiles& files);

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_TLS_H
