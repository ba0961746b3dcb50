#include "explain_fixture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace quartet::test {
namespace {

using db::Type;

constexpr const char* kFunctions = R"(
CREATE OR REPLACE FUNCTION prepare_text(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'PREPARE ' || statement;
  RETURN '';
END $$;
CREATE OR REPLACE FUNCTION explain_and_undo(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  plan text;
BEGIN
  EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || statement INTO plan;
  RAISE SQLSTATE 'QT000';
EXCEPTION WHEN SQLSTATE 'QT000' THEN
  RETURN plan;
END $$)";

const db::Statement kPrepare = {"PREPARE", "SELECT prepare_text($1)", {Type::kText}};
const db::Statement kExplain = {"EXPLAIN", "SELECT explain_and_undo($1)", {Type::kText}};

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

struct Scans {
  std::set<std::string> all;
  std::set<std::string> index_only_tables;
  std::set<std::string> written_tables;
  int64_t heap_fetches = 0;
};

void collect(const nlohmann::json& node, Scans& scans) {
  const std::string type = node.at("Node Type");
  if (type == "Index Only Scan") {
    scans.all.insert("index only " + node.at("Index Name").get<std::string>());
    scans.index_only_tables.insert(node.at("Relation Name"));
    scans.heap_fetches += node.at("Heap Fetches").get<int64_t>();
  } else if (type == "Index Scan") {
    scans.all.insert("index " + node.at("Index Name").get<std::string>());
  } else if (type == "Bitmap Index Scan") {
    scans.all.insert("bitmap " + node.at("Index Name").get<std::string>());
  } else if (type == "Seq Scan") {
    scans.all.insert("seq " + node.at("Relation Name").get<std::string>());
  } else if (type == "ModifyTable") {
    scans.written_tables.insert(node.at("Relation Name"));
  }
  if (!node.contains("Plans")) return;
  for (const auto& child : node.at("Plans")) collect(child, scans);
}

}  // namespace

ExplainingSession::ExplainingSession(std::unique_ptr<db::Session> inner, const std::string& conninfo)
    : sql_(conninfo), inner_(std::move(inner)) {
  sql_.query(kFunctions);
}

void ExplainingSession::vacuum() {
  for (const std::string& table : written_tables_) sql_.query("VACUUM " + table);
  written_tables_.clear();
}

const db::Results& ExplainingSession::run(const db::Batch& batch) {
  results_.clear();
  for (const db::Batch::Entry& entry : batch.entries()) {
    db::Batch alone;
    switch (entry.kind) {
      case db::Batch::Entry::Kind::kBegin:
        inner_->run(alone.begin(entry.isolation));
        break;
      case db::Batch::Entry::Kind::kStatement:
        explain(entry);
        alone.add(*entry.statement, entry.parameters);
        inner_->run(alone);
        results_.add(inner_->take_result(0));
        break;
      case db::Batch::Entry::Kind::kCommit:
        inner_->run(alone.commit());
        break;
      case db::Batch::Entry::Kind::kRollback:
        inner_->rollback();
        break;
    }
  }
  return results_;
}

std::string ExplainingSession::text_of(const db::Statement& statement, const std::string& text) {
  db::Batch batch;
  batch.add(statement, db::Parameters().text(text));
  return std::string(inner_->run(batch)[0].text(0, 0));
}

void ExplainingSession::explain(const db::Batch::Entry& entry) {
  const db::Statement& statement = *entry.statement;
  const auto [found, is_new] = prepared_.try_emplace(&statement, fmt::format("explained_{}", prepared_.size()));
  if (is_new) {
    std::vector<std::string> types;
    for (const Type type : statement.parameters) types.emplace_back(type_name(type));
    text_of(kPrepare, fmt::format("{}{} AS {}", found->second,
                                  types.empty() ? "" : fmt::format(" ({})", fmt::join(types, ", ")), statement.sql));
  }
  std::vector<std::string> values;
  for (size_t i = 0; i < statement.parameters.size(); ++i) {
    values.push_back(literal(entry.parameters, i, statement.parameters[i]));
  }
  const std::string plan = text_of(
      kExplain,
      fmt::format("EXECUTE {}{}", found->second, values.empty() ? "" : fmt::format("({})", fmt::join(values, ", "))));
  Scans scans;
  collect(nlohmann::json::parse(plan).at(0).at("Plan"), scans);
  PlanUse& use = plans_[statement.name][fmt::format("{}", fmt::join(scans.all, ", "))];
  ++use.executions;
  bool is_clean = true;
  for (const std::string& table : scans.index_only_tables) is_clean = is_clean && !written_tables_.contains(table);
  if (is_clean) {
    ++use.clean_executions;
    use.clean_heap_fetches += scans.heap_fetches;
  }
  written_tables_.merge(scans.written_tables);
}

}  // namespace quartet::test
