// SHA-256, as sha256sum prints it.
#ifndef QUARTET_BASE_SHA256_H
#define QUARTET_BASE_SHA256_H

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace quartet {

// Not thread-safe.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // 64 hexadecimal digits; ends the object's use.
  [[nodiscard]] std::string text();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };

  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace quartet

#endif  // QUARTET_BASE_SHA256_H
