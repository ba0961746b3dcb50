#include "base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace quartet {

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

void Sha256::add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

std::string Sha256::text() {
  std::array<unsigned char, 32> digest{};
  EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
  std::string hexadecimal;
  for (const unsigned char byte : digest) hexadecimal += fmt::format("{:02x}", byte);
  return hexadecimal;
}

}  // namespace quartet
