#include "tier_a_tls_fixture.h"

#include <gtest/gtest.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <cstdio>
#include <stdexcept>

namespace quartet::test {
namespace {

constexpr int kSecondsOfADay = 86'400;

void require(bool condition) {
  if (!condition) throw std::runtime_error("OpenSSL cannot make a certificate");
}

std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> make_key() { return {EVP_EC_gen("P-256"), &EVP_PKEY_free}; }

void add_extension(X509* certificate, X509* issuer, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
  require(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

std::unique_ptr<X509, decltype(&X509_free)> make_certificate(const std::string& name, EVP_PKEY* key, X509* issuer,
                                                             EVP_PKEY* issuer_key, int from_days, int until_days) {
  static std::atomic<int> numbers = 0;
  std::unique_ptr<X509, decltype(&X509_free)> made(X509_new(), &X509_free);
  X509_set_version(made.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++numbers);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), from_days * kSecondsOfADay);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), until_days * kSecondsOfADay);
  X509_set_pubkey(made.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  const bool is_authority = issuer == nullptr;
  X509* const signer = is_authority ? made.get() : issuer;
  X509_set_issuer_name(made.get(), X509_get_subject_name(signer));
  add_extension(made.get(), signer, NID_basic_constraints, is_authority ? "critical,CA:TRUE" : "CA:FALSE");
  if (!is_authority) add_extension(made.get(), signer, NID_subject_alt_name, "IP:127.0.0.1");
  require(X509_sign(made.get(), issuer_key, EVP_sha256()) > 0);
  return made;
}

std::unique_ptr<FILE, int (*)(FILE*)> open_file(const std::string& path) {
  std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
  require(file != nullptr);
  return file;
}

std::filesystem::path new_folder() {
  std::string name = testing::TempDir() + "quartet-tls-XXXXXX";
  require(mkdtemp(name.data()) != nullptr);
  return name;
}

}  // namespace

Authority::Authority()
    : folder_(new_folder()),
      key_(make_key()),
      certificate_(make_certificate("authority", key_.get(), nullptr, key_.get(), -1, 10)) {
  require(PEM_write_X509(open_file(file()).get(), certificate_.get()) == 1);
}

Authority::~Authority() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

tiera::TlsFiles Authority::issue(const std::string& name, int from_days, int until_days) const {
  const auto key = make_key();
  const auto certificate = make_certificate(name, key.get(), certificate_.get(), key_.get(), from_days, until_days);
  tiera::TlsFiles files{
      .authority = file(), .certificate = folder_ / (name + ".pem"), .key = folder_ / (name + ".key")};
  require(PEM_write_X509(open_file(files.certificate).get(), certificate.get()) == 1);
  require(PEM_write_PrivateKey(open_file(files.key).get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return files;
}

TlsContext driver_context() { return {SSL_CTX_new(TLS_client_method()), &SSL_CTX_free}; }

TlsContext driver_context(const tiera::TlsFiles& files) {
  TlsContext context = driver_context();
  require(SSL_CTX_use_certificate_file(context.get(), files.certificate.c_str(), SSL_FILETYPE_PEM) == 1);
  require(SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM) == 1);
  return context;
}

tiera::Options tls_options(const tiera::TlsFiles& files) {
  tiera::Options options = tier_a_options();
  options.address = "0.0.0.0";
  options.tls = files;
  return options;
}

}  // namespace quartet::test
