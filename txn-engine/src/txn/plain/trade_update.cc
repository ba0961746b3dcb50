// Corrections of Trade-Update, one trade at a time.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "txn/plain/forms.h"
#include "txn/plain/rows.h"
#include "txn/rows.h"

namespace quartet::plain {
namespace {

using db::Type;

const db::Statement kExecutor{"TU1", "SELECT t_exec_name FROM trade WHERE t_id = $1", {Type::kInt8}};
const db::Statement kUpdateExecutor{
    "TU2", "UPDATE trade SET t_exec_name = $2 WHERE t_id = $1", {Type::kInt8, Type::kText}};
const db::Statement kCashType{"TU3", "SELECT se_cash_type FROM settlement WHERE se_t_id = $1", {Type::kInt8}};
const db::Statement kUpdateCashType{
    "TU4", "UPDATE settlement SET se_cash_type = $2 WHERE se_t_id = $1", {Type::kInt8, Type::kText}};
const db::Statement kCashName{"TU6", "SELECT ct_name FROM cash_transaction WHERE ct_t_id = $1", {Type::kInt8}};
const db::Statement kUpdateCashName{
    "TU7", "UPDATE cash_transaction SET ct_name = $2 WHERE ct_t_id = $1", {Type::kInt8, Type::kText}};

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (size_t found = text.find(from); found != std::string_view::npos; found = text.find(from)) {
    result.append(text.substr(0, found)).append(to);
    text.remove_prefix(found + from.size());
  }
  return result.append(text);
}

std::string toggled_executor(std::string_view name) {
  return name.find(" X ") != std::string_view::npos ? replace_all(name, " X ", " ") : replace_all(name, " ", " X ");
}

std::string toggled_cash_type(std::string_view type) {
  if (type == "Cash Account") return "Cash";
  if (type == "Cash") return "Cash Account";
  return type == "Margin Account" ? "Margin" : "Margin Account";
}

// Reads a text of each trade and writes what becomes of it. Returns the number of rows written.
template <typename Change>
Rows change_each(const db::PlainCall& call, const db::Statement& read, const db::Statement& write,
                 const Change& change) {
  const std::vector<int64_t> trade_ids = call.parameters.get_integer_array(0);
  int64_t affected = 0;
  for (size_t i = 0; i < trade_ids.size(); ++i) {
    const db::Result& found = run(call, read, db::Parameters().int8(trade_ids[i]));
    if (found.rows() == 0) continue;
    const std::string changed = change(text_or_empty(found, 0, 0), i);
    affected += run(call, write, db::Parameters().int8(trade_ids[i]).text(changed)).affected();
  }
  return affected_rows(affected);
}

}  // namespace

Rows update_executors(const db::PlainCall& call) {
  return change_each(call, kExecutor, kUpdateExecutor,
                     [](std::string_view name, size_t) { return toggled_executor(name); });
}

Rows update_cash_types(const db::PlainCall& call) {
  return change_each(call, kCashType, kUpdateCashType,
                     [](std::string_view type, size_t) { return toggled_cash_type(type); });
}

Rows update_cash_names(const db::PlainCall& call) {
  const std::vector<std::string> upper_case = call.parameters.get_text_array(1);
  const std::vector<std::string> lower_case = call.parameters.get_text_array(2);
  return change_each(call, kCashName, kUpdateCashName, [&](std::string_view name, size_t i) {
    return name.find(" shares of ") != std::string_view::npos ? upper_case[i] : lower_case[i];
  });
}

}  // namespace quartet::plain
