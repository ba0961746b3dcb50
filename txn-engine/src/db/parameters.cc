#include <limits>
#include <stdexcept>

#include "db/binary.h"
#include "db/session.h"

namespace quartet::db {
namespace {

// Appends an array of one dimension; `put_element` appends the bytes of one element.
template <typename Elements, typename PutElement>
void put_array(std::string& out, uint32_t element_type, const Elements& elements, PutElement put_element) {
  if (elements.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    throw std::length_error("an array parameter has too many elements");
  }
  const bool is_empty = elements.empty();
  // PostgreSQL knows an empty array only as one without dimensions.
  binary::put_int4(out, is_empty ? 0 : 1);
  binary::put_int4(out, 0);
  binary::put_int4(out, static_cast<int32_t>(element_type));
  if (is_empty) return;
  binary::put_int4(out, static_cast<int32_t>(elements.size()));
  binary::put_int4(out, 1);
  for (const auto& element : elements) {
    // The length is known only behind the element: its place is filled afterwards.
    const size_t start = out.size();
    binary::put_int4(out, 0);
    put_element(out, element);
    std::string length;
    binary::put_int4(length, static_cast<int32_t>(out.size() - start - sizeof(int32_t)));
    out.replace(start, sizeof(int32_t), length);
  }
}

// Elements of an array of one dimension; `get` makes one of its bytes. The bytes are our own, from put_array.
template <typename Element, typename Get>
std::vector<Element> get_array(std::string_view bytes, Get get) {
  constexpr size_t kEmptyHeader = 12;
  constexpr size_t kHeader = 20;
  std::vector<Element> elements;
  size_t at = bytes.size() == kEmptyHeader ? bytes.size() : kHeader;
  while (at < bytes.size()) {
    const auto length = static_cast<size_t>(binary::get_integer(bytes.substr(at, sizeof(int32_t))));
    at += sizeof(int32_t);
    elements.push_back(get(bytes.substr(at, length)));
    at += length;
  }
  return elements;
}

std::string_view bytes_of(const Parameters& parameters, size_t index) {
  const Parameters::Value& value = parameters.values().at(index);
  if (value.is_null) throw std::logic_error("a parameter that is NULL was read");
  return {parameters.data() + value.offset, value.length};
}

}  // namespace

const char* type_name(Type type) {
  switch (type) {
    case Type::kInt2:
      return "smallint";
    case Type::kInt4:
      return "integer";
    case Type::kInt8:
      return "bigint";
    case Type::kBool:
      return "boolean";
    case Type::kText:
      return "text";
    case Type::kMoney:
      return "numeric";
    case Type::kTimestamp:
      return "timestamp";
    case Type::kDate:
      return "date";
    case Type::kInt4Array:
      return "integer[]";
    case Type::kInt8Array:
      return "bigint[]";
    case Type::kTextArray:
      return "text[]";
    case Type::kMoneyArray:
      return "numeric[]";
    case Type::kTimestampArray:
      return "timestamp[]";
  }
  throw std::logic_error("a statement has a parameter of an unknown type");
}

// Appends one value and remembers where it lies.
template <typename Put>
static Parameters& append(Type type, Parameters& self, std::vector<Parameters::Value>& values, std::string& bytes,
                          Put put) {
  const size_t offset = bytes.size();
  put(bytes);
  values.push_back({.is_null = false, .type = type, .offset = offset, .length = bytes.size() - offset});
  return self;
}

Parameters& Parameters::int2(int16_t value) {
  return append(Type::kInt2, *this, values_, bytes_, [&](std::string& out) { binary::put_int2(out, value); });
}

Parameters& Parameters::int4(int32_t value) {
  return append(Type::kInt4, *this, values_, bytes_, [&](std::string& out) { binary::put_int4(out, value); });
}

Parameters& Parameters::int8(int64_t value) {
  return append(Type::kInt8, *this, values_, bytes_, [&](std::string& out) { binary::put_int8(out, value); });
}

Parameters& Parameters::boolean(bool value) {
  return append(Type::kBool, *this, values_, bytes_, [&](std::string& out) { out.push_back(value ? '\1' : '\0'); });
}

Parameters& Parameters::text(std::string_view value) {
  return append(Type::kText, *this, values_, bytes_, [&](std::string& out) { out.append(value); });
}

Parameters& Parameters::money(int64_t cents) {
  return append(Type::kMoney, *this, values_, bytes_, [&](std::string& out) { binary::put_cents(out, cents); });
}

Parameters& Parameters::timestamp(int64_t micros) {
  return append(Type::kTimestamp, *this, values_, bytes_, [&](std::string& out) { binary::put_int8(out, micros); });
}

Parameters& Parameters::date(int32_t days) {
  return append(Type::kDate, *this, values_, bytes_, [&](std::string& out) { binary::put_int4(out, days); });
}

Parameters& Parameters::int4_array(std::span<const int32_t> elements) {
  return append(Type::kInt4Array, *this, values_, bytes_, [&](std::string& out) {
    put_array(out, binary::kInt4, elements, [](std::string& to, int32_t element) { binary::put_int4(to, element); });
  });
}

Parameters& Parameters::int8_array(std::span<const int64_t> elements) {
  return append(Type::kInt8Array, *this, values_, bytes_, [&](std::string& out) {
    put_array(out, binary::kInt8, elements, [](std::string& to, int64_t element) { binary::put_int8(to, element); });
  });
}

Parameters& Parameters::text_array(std::span<const std::string> elements) {
  return append(Type::kTextArray, *this, values_, bytes_, [&](std::string& out) {
    put_array(out, binary::kText, elements, [](std::string& to, const std::string& element) { to.append(element); });
  });
}

Parameters& Parameters::money_array(std::span<const int64_t> cents) {
  return append(Type::kMoneyArray, *this, values_, bytes_, [&](std::string& out) {
    put_array(out, binary::kNumeric, cents, [](std::string& to, int64_t element) { binary::put_cents(to, element); });
  });
}

Parameters& Parameters::timestamp_array(std::span<const int64_t> micros) {
  return append(Type::kTimestampArray, *this, values_, bytes_, [&](std::string& out) {
    put_array(out, binary::kTimestamp, micros, [](std::string& to, int64_t element) { binary::put_int8(to, element); });
  });
}

Parameters& Parameters::null() {
  values_.push_back({.is_null = true, .type = Type::kText, .offset = bytes_.size(), .length = 0});
  return *this;
}

int64_t Parameters::get_integer(size_t index) const { return binary::get_integer(bytes_of(*this, index)); }

bool Parameters::get_boolean(size_t index) const { return bytes_of(*this, index) != std::string_view("\0", 1); }

std::string_view Parameters::get_text(size_t index) const { return bytes_of(*this, index); }

// Exact: put_cents wrote two decimals.
int64_t Parameters::get_cents(size_t index) const { return binary::get_numeric(bytes_of(*this, index), 2); }

std::vector<int64_t> Parameters::get_integer_array(size_t index) const {
  return get_array<int64_t>(bytes_of(*this, index), binary::get_integer);
}

std::vector<std::string> Parameters::get_text_array(size_t index) const {
  return get_array<std::string>(bytes_of(*this, index), [](std::string_view bytes) { return std::string(bytes); });
}

std::vector<int64_t> Parameters::get_cents_array(size_t index) const {
  return get_array<int64_t>(bytes_of(*this, index),
                            [](std::string_view bytes) { return binary::get_numeric(bytes, 2); });
}

}  // namespace quartet::db
