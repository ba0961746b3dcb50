// Bytes between the generator of inputs and the transactions, and of their outputs. Grammar: doc/wire.md.
//
//   integer := little-endian, two's complement, width of its C++ type
//   boolean := u8 0 or 1
//   text    := u16 length, byte[length]
//   list    := u16 count, element[count]
#ifndef QUARTET_TXN_WIRE_H
#define QUARTET_TXN_WIRE_H

#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace quartet::wire {

template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

// A type with fields: `template <typename Archive, typename Self> static void fields(Archive&, Self&)` names them in
// order.
template <typename T>
concept Record = std::is_class_v<T> && !std::same_as<T, std::string> && requires {
  typename T::IsRecord;
};

// Appends values. Throws std::invalid_argument when a text or list has more than 65,535 elements.
class Writer {
 public:
  template <Integer T>
  Writer& operator()(T value) {
    auto rest = static_cast<std::make_unsigned_t<T>>(value);
    for (size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<char>(rest & 0xFF));
      if constexpr (sizeof(T) > 1) rest = static_cast<std::make_unsigned_t<T>>(rest >> 8);
    }
    return *this;
  }
  Writer& operator()(bool value) { return (*this)(static_cast<uint8_t>(value ? 1 : 0)); }
  Writer& operator()(std::string_view text) {
    count(text.size());
    bytes_.append(text);
    return *this;
  }
  Writer& operator()(const std::string& text) { return (*this)(std::string_view(text)); }
  Writer& operator()(const char* text) { return (*this)(std::string_view(text)); }
  template <typename T>
  Writer& operator()(const std::vector<T>& list) {
    count(list.size());
    for (const T& element : list) (*this)(element);
    return *this;
  }
  template <Record T>
  Writer& operator()(const T& record) {
    T::fields(*this, record);
    return *this;
  }

  // Bytes of another writer.
  Writer& append(std::string_view bytes) {
    bytes_.append(bytes);
    return *this;
  }

  // Number of elements of a list whose elements the caller appends.
  Writer& count(size_t elements) {
    if (elements > std::numeric_limits<uint16_t>::max()) {
      throw std::invalid_argument("wire: " + std::to_string(elements) + " elements in one list or text, 65535 allowed");
    }
    return (*this)(static_cast<uint16_t>(elements));
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads values in the order they were written; does not own the bytes. Throws std::invalid_argument, naming the offset,
// when the bytes end early, a boolean is neither 0 nor 1, or bytes are left over at end().
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <Integer T>
  Reader& operator()(T& value) {
    const std::string_view raw = take(sizeof(T));
    std::make_unsigned_t<T> result = 0;
    for (size_t i = sizeof(T); i-- > 0;) {
      if constexpr (sizeof(T) > 1) result = static_cast<std::make_unsigned_t<T>>(result << 8);
      result = static_cast<std::make_unsigned_t<T>>(result | static_cast<uint8_t>(raw[i]));
    }
    value = static_cast<T>(result);
    return *this;
  }
  Reader& operator()(bool& value) {
    uint8_t raw = 0;
    (*this)(raw);
    if (raw > 1) fail("boolean " + std::to_string(raw));
    value = raw == 1;
    return *this;
  }
  Reader& operator()(std::string& text) {
    text = take(count());
    return *this;
  }
  template <typename T>
  Reader& operator()(std::vector<T>& list) {
    const size_t elements = count();
    // Each element takes at least one byte: a forged count cannot reserve more memory than the message is long.
    if (elements > bytes_.size() - offset_) fail("list of " + std::to_string(elements) + " elements");
    list.assign(elements, T{});
    for (T& element : list) (*this)(element);
    return *this;
  }
  template <Record T>
  Reader& operator()(T& record) {
    T::fields(*this, record);
    return *this;
  }

  size_t count() {
    uint16_t elements = 0;
    (*this)(elements);
    return elements;
  }

  void end() const {
    if (offset_ != bytes_.size()) fail(std::to_string(bytes_.size() - offset_) + " bytes too many");
  }

 private:
  std::string_view take(size_t length) {
    if (length > bytes_.size() - offset_) fail("need " + std::to_string(length) + " more bytes");
    const std::string_view part = bytes_.substr(offset_, length);
    offset_ += length;
    return part;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("wire: " + what + " at offset " + std::to_string(offset_) + " of " +
                                std::to_string(bytes_.size()) + "; both sides must be of one version");
  }

  std::string_view bytes_;
  size_t offset_ = 0;
};

}  // namespace quartet::wire

#endif  // QUARTET_TXN_WIRE_H
