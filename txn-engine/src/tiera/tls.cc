#include "tiera/tls.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

#include "base/error.h"

namespace quartet::tiera {
namespace {

template <typename... Values>
[[noreturn]] void refuse(const char* option, const std::string& file, fmt::format_string<Values...> problem,
                         Values&&... values) {
  throw Error(kExitBadInput, fmt::format("{}: {} {} [TLS_FILES]", option, file,
                                         fmt::format(problem, std::forward<Values>(values)...)));
}

void require_readable(const char* option, const std::string& file) {
  if (std::filesystem::is_directory(file)) refuse(option, file, "is a folder. Name a file in PEM.");
  const std::ifstream stream(file);
  if (!stream)
    refuse(option, file, "cannot be read: {}. Name a file that this account can read.", std::strerror(errno));
}

// The first certificate of the file has to be valid now.
void require_certificate(const char* option, const std::string& file) {
  require_readable(option, file);
  const std::unique_ptr<BIO, decltype(&BIO_free)> input(BIO_new_file(file.c_str(), "r"), &BIO_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      input ? PEM_read_bio_X509(input.get(), nullptr, nullptr, nullptr) : nullptr, &X509_free);
  if (!certificate) {
    refuse(option, file,
           "holds no certificate in PEM. Name a file that begins with -----BEGIN CERTIFICATE-----, as quartet "
           "certificates writes them.");
  }
  if (X509_cmp_current_time(X509_get0_notAfter(certificate.get())) < 0) {
    refuse(option, file, "has expired. Create new certificates, for example with quartet certificates.");
  }
  if (X509_cmp_current_time(X509_get0_notBefore(certificate.get())) > 0) {
    refuse(option, file, "is not valid yet. Set the clock of this machine, or create new certificates.");
  }
}

// A key with a password would make OpenSSL ask on the terminal.
int no_password(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) { return -1; }

}  // namespace

asio::ssl::context tls_context(const TlsFiles& files) {
  require_certificate("--tls-authority", files.authority);
  require_certificate("--tls-certificate", files.certificate);
  require_readable("--tls-key", files.key);

  asio::ssl::context context(asio::ssl::context::tls_server);
  SSL_CTX* const native = context.native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_default_passwd_cb(native, &no_password);
  // Every connection shows its certificate again. A driver that offered an earlier session would otherwise be refused:
  // OpenSSL resumes none of a server that verifies certificates and has named no context for its sessions.
  SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(native, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_num_tickets(native, 0);
  context.set_verify_mode(asio::ssl::verify_peer | asio::ssl::verify_fail_if_no_peer_cert);
  std::error_code error;
  context.load_verify_file(files.authority, error);
  if (error) refuse("--tls-authority", files.authority, "cannot be used: {}. Give a certificate.", error.message());
  // Tells a driver which authority it needs a certificate of.
  SSL_CTX_set_client_CA_list(native, SSL_load_client_CA_file(files.authority.c_str()));
  context.use_certificate_chain_file(files.certificate, error);
  if (error) refuse("--tls-certificate", files.certificate, "cannot be used: {}. Give a certificate.", error.message());
  if (SSL_CTX_use_PrivateKey_file(native, files.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    refuse("--tls-key", files.key,
           "is not the private key of {}, or has a password. Name a certificate and a key that"
           " belong together. To remove a password, use openssl pkcs8 -topk8 -nocrypt.",
           files.certificate);
  }
  if (SSL_CTX_check_private_key(native) != 1) {
    refuse("--tls-key", files.key,
           "is not the key of the certificate {}. Name a certificate and a key that belong"
           " together.",
           files.certificate);
  }
  return context;
}

}  // namespace quartet::tiera
