#include "lab/fixed_order_session.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "db/one_line.h"

namespace quartet::lab {
namespace {

struct Replacement {
  std::string_view name;  // of the statement
  std::string_view text;
  std::string_view fixed;
};

constexpr std::array<Replacement, 12> kReplacements = {{
    {"BV1", "ORDER BY volume DESC", "ORDER BY volume DESC, b_name"},
    {"CP4", "ORDER BY t_dts DESC", "ORDER BY t_dts DESC, t_id"},
    {"CP4", "ORDER BY th_dts DESC", "ORDER BY th_dts DESC, t_id, st_name"},
    {"SD2", " LIMIT 3", " ORDER BY co_name, in_name LIMIT 3"},
    {"SD6", " LIMIT 2", " ORDER BY ni_id LIMIT 2"},
    {"TLs4", "ORDER BY th_t_id, th_dts", "ORDER BY th_t_id, th_dts, th_st_id"},
    {"TL5", "ORDER BY t_dts", "ORDER BY t_dts, t_id"},
    {"TL6", "ORDER BY t_dts", "ORDER BY t_dts, t_id"},
    {"TL7", "ORDER BY t_dts", "ORDER BY t_dts, t_id"},
    {"TL8", " LIMIT 20", " ORDER BY hh_h_t_id, hh_t_id LIMIT 20"},
    {"TS1", "ORDER BY t_dts DESC", "ORDER BY t_dts DESC, t_id"},
    {"TU5", "ORDER BY t_dts", "ORDER BY t_dts, t_id"},
}};

// Everywhere in `sql`, also in a sub-select.
std::string replaced(std::string sql, const Replacement& replacement) {
  size_t place = sql.find(replacement.text);
  if (place == std::string::npos) {
    throw std::logic_error(fmt::format("statement {} has no '{}' any more", replacement.name, replacement.text));
  }
  for (; place != std::string::npos; place = sql.find(replacement.text, place + replacement.fixed.size())) {
    sql.replace(place, replacement.text.size(), replacement.fixed);
  }
  return sql;
}

}  // namespace

std::string with_fixed_order(const db::Statement& statement) {
  std::string sql = db::one_line(statement.sql);
  for (const Replacement& replacement : kReplacements) {
    if (replacement.name == statement.name) sql = replaced(std::move(sql), replacement);
  }
  return sql;
}

const db::Results& FixedOrderSession::run(const db::Batch& batch) {
  db::Batch sent;
  for (const db::Batch::Entry& entry : batch.entries()) {
    switch (entry.kind) {
      case db::Batch::Entry::Kind::kBegin:
        sent.begin(entry.isolation);
        break;
      case db::Batch::Entry::Kind::kStatement:
        sent.add(fixed(*entry.statement), entry.parameters);
        break;
      case db::Batch::Entry::Kind::kCommit:
        sent.commit();
        break;
      case db::Batch::Entry::Kind::kRollback:
        sent.rollback();
        break;
    }
  }
  sent.allow(batch.allowed());
  return inner_->run(sent);
}

const db::Statement& FixedOrderSession::fixed(const db::Statement& statement) {
  const auto [found, is_new] = fixed_.try_emplace(&statement);
  Fixed& entry = found->second;
  if (is_new) {
    entry.sql = with_fixed_order(statement);
    // It points into the map, whose entries stay where they are.
    entry.statement = {statement.name, entry.sql.c_str(), statement.parameters};
  }
  return entry.statement;
}

}  // namespace quartet::lab
