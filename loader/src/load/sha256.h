// SHA-256, as sha256sum prints it.
#ifndef QUARTET_LOAD_SHA256_H
#define QUARTET_LOAD_SHA256_H

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace quartet::load {

class Sha256 {
 public:
  Sha256() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }
  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }
  // 64 hexadecimal digits; ends the object's use.
  std::string text() {
    std::array<unsigned char, 32> digest{};
    EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
    std::string hexadecimal;
    for (const unsigned char byte : digest) hexadecimal += fmt::format("{:02x}", byte);
    return hexadecimal;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_SHA256_H
