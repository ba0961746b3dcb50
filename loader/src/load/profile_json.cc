#include "load/profile_json.h"

#include <nlohmann/json.hpp>

#include "load/schema_files.h"

namespace quartet::load {
namespace {

using Json = nlohmann::ordered_json;

Json storage_json(const ProfileStatement& statement, Table table) {
  return {{"table", table_name(table)}, {"file", statement.file.string()}, {"statement", statement.sql}};
}

Json index_json(const ProfileStatement& index, Table table) {
  return {{"name", index.name}, {"table", table_name(table)}, {"file", index.file.string()}, {"statement", index.sql}};
}

Json json_of(const SchemaFiles& schema) {
  Json folders = Json::array();
  for (const auto& folder : schema.profile.folders) folders.push_back(folder.string());
  Json indexes = Json::array();
  Json storage = Json::array();
  for (int i = 0; i < kTableCount; ++i) {
    const auto table = static_cast<Table>(i);
    const TableStatements& statements = schema.of(table);
    for (const ProfileStatement& index : statements.indexes) indexes.push_back(index_json(index, table));
    for (const ProfileStatement& statement : statements.storage) storage.push_back(storage_json(statement, table));
    for (const ProfileStatement& statement : statements.cluster) storage.push_back(storage_json(statement, table));
  }
  return {{"name", schema.profile.name},     {"folders", std::move(folders)}, {"purpose", schema.profile.purpose},
          {"trades", schema.profile.trades}, {"sha256", sha256_of(schema)},   {"indexes", std::move(indexes)},
          {"storage", std::move(storage)}};
}

// A file name, or a comment in it, need not be UTF-8.
std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string index_statement_json(std::string_view sql) {
  const std::filesystem::path place = "statement";
  const auto index = read_index(sql, place);
  if (!index) {
    throw error_at(place, 1, "there is no statement. Write one CREATE INDEX or ALTER TABLE ... ADD CONSTRAINT.");
  }
  return text_of(index_json(index->statement, index->table));
}

std::string profile_json(const std::filesystem::path& folder, const std::string& profile, const std::string& role) {
  Json json;
  if (profile.empty()) {
    json = Json::array();
    for (const std::string& name : shipped_profiles(folder / "indexes")) {
      json.push_back(json_of(read_schema(folder, name, role)));
    }
  } else {
    json = json_of(read_schema(folder, profile, role));
  }
  return text_of(json);
}

}  // namespace quartet::load
