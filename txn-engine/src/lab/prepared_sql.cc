#include "lab/prepared_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace quartet::lab {
namespace {

using db::Type;

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

std::string money(int64_t cents) { return fmt::format("{} * 0.01", cents); }
std::string timestamp(int64_t micros) {
  return fmt::format("timestamp '2000-01-01' + {} * interval '1 microsecond'", micros);
}

template <typename Values, typename Format>
std::string array(const Values& values, Format format, Type type) {
  std::vector<std::string> elements;
  elements.reserve(values.size());
  for (const auto& value : values) elements.push_back(format(value));
  return fmt::format("ARRAY[{}]::{}", fmt::join(elements, ", "), type_name(type));
}

std::string number(int64_t value) { return std::to_string(value); }

std::string literal(const db::Parameters& values, size_t index, Type type) {
  if (values.is_null(index)) return "NULL";
  switch (type) {
    case Type::kInt2:
    case Type::kInt4:
    case Type::kInt8:
      return number(values.get_integer(index));
    case Type::kBool:
      return values.get_boolean(index) ? "true" : "false";
    case Type::kText:
      return quoted(values.get_text(index));
    case Type::kMoney:
      return money(values.get_cents(index));
    case Type::kTimestamp:
      return timestamp(values.get_integer(index));
    case Type::kDate:
      return fmt::format("date '2000-01-01' + {}", values.get_integer(index));
    case Type::kInt4Array:
    case Type::kInt8Array:
      return array(values.get_integer_array(index), number, type);
    case Type::kTextArray:
      return array(values.get_text_array(index), quoted, type);
    case Type::kMoneyArray:
      return array(values.get_cents_array(index), money, type);
    case Type::kTimestampArray:
      return array(values.get_integer_array(index), timestamp, type);
  }
  throw std::logic_error("unknown type");
}

std::string execute(std::string_view name, const std::vector<std::string>& values) {
  return fmt::format("EXECUTE {}{}", name, values.empty() ? "" : fmt::format(" ({})", fmt::join(values, ", ")));
}

}  // namespace

std::string prepared(std::string_view name, const db::Statement& statement) {
  std::vector<std::string> types;
  types.reserve(statement.parameters.size());
  for (const Type type : statement.parameters) types.emplace_back(type_name(type));
  return fmt::format("{}{} AS {}", name, types.empty() ? "" : fmt::format(" ({})", fmt::join(types, ", ")),
                     statement.sql);
}

std::string execution(std::string_view name, const db::Statement& statement, const db::Parameters& parameters) {
  std::vector<std::string> values;
  values.reserve(statement.parameters.size());
  for (size_t i = 0; i < statement.parameters.size(); ++i) {
    values.push_back(literal(parameters, i, statement.parameters[i]));
  }
  return execute(name, values);
}

std::string execution_with_nulls(std::string_view name, const db::Statement& statement) {
  return execute(name, std::vector<std::string>(statement.parameters.size(), "NULL"));
}

}  // namespace quartet::lab
