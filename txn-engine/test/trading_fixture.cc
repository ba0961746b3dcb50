#include "trading_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace quartet::test {
namespace {

constexpr const char* kTradingDatabase = "quartet_trading";

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

const std::string& trading_conninfo() {
  static const std::string conninfo = copy_loaded_database(kTradingDatabase, "oltp");
  return conninfo;
}

std::vector<std::string> failed_checks(Sql& sql) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(QUARTET_SCHEMA_DIR) / "checks")) {
    if (entry.path().extension() == ".sql") files.push_back(entry.path());
  }
  if (files.empty()) throw std::runtime_error("schema/checks holds no check");
  std::sort(files.begin(), files.end());
  std::vector<std::string> failed;
  for (const auto& file : files) {
    const std::string check = content(file);
    if (check.find("-- class: A") == std::string::npos) continue;
    const auto rows = sql.query(check);
    if (rows.empty()) continue;
    std::ostringstream text;
    text << file.filename().string() << ": " << rows.size() << " rows, first";
    for (const std::string& column : rows[0]) text << " " << column;
    failed.push_back(text.str());
  }
  return failed;
}

Position TradingTest::fresh_position(int tax_status) {
  static int64_t next_customer = 0;
  constexpr int kMostTraded = 12;  // one more symbol leaves room below the 18 of a basket
  for (; next_customer < kCustomersPerUnit; ++next_customer) {
    const int64_t customer = next_customer;
    for (int index = 0; index < model.account_count(customer); ++index) {
      const int64_t account = MarketModel::account_id(customer, index);
      const Basket basket = model.basket(account);
      if (basket.size > kMostTraded || (tax_status >= 0 && model.tax_status(account) != tax_status)) continue;
      ++next_customer;
      int32_t security = static_cast<int32_t>(customer % kSecuritiesPerUnit);
      const auto end = basket.securities.begin() + basket.size;
      while (std::find(basket.securities.begin(), end, security) != end) ++security;
      const Person owner = model.customer(customer);
      return {account, model.symbol(security), customer, model.tier(customer),
              owner.first_name + " " + owner.last_name};
    }
  }
  throw std::logic_error("no account is left for another test");
}

TradeOrderInput TradingTest::order_of(const Position& position, TradeType type, int32_t quantity) {
  static const MarketModel kModel{loaded_parameters()};
  const Person owner = kModel.customer(position.customer);
  TradeOrderInput order;
  order.account_id = position.account;
  order.symbol = position.symbol;
  order.executor_first_name = owner.first_name;
  order.executor_last_name = owner.last_name;
  order.executor_tax_id = owner.tax_id;
  order.trade_type = static_cast<uint8_t>(type);
  order.quantity = quantity;
  order.requested_price_cents = 2500;
  return order;
}

int64_t TradingTest::trade(const Position& position, TradeType type, int32_t quantity, int64_t price_cents,
                           bool is_lifo, bool is_margin) {
  TradeOrderInput order = order_of(position, type, quantity);
  order.is_lifo = is_lifo;
  order.is_margin = is_margin;
  const Answer placed = place(order);
  if (placed.status != 0 || placed.orders.size() != 1) throw std::runtime_error("the order was not placed");
  const auto trade_id = static_cast<int64_t>(placed.orders[0].trade_id);
  const Answer settled = settle(trade_id, price_cents);
  if (settled.status != 0) throw std::runtime_error(fmt::format("settled with {}", settled.status));
  return trade_id;
}

std::vector<std::string> TradingTest::lines(const std::string& query) {
  std::vector<std::string> result;
  for (const Sql::Row& row : sql.query(query)) {
    std::string line;
    for (const std::string& column : row) line += (line.empty() ? "" : " ") + column;
    result.push_back(line);
  }
  return result;
}

std::vector<std::string> TradingTest::lots(const Position& position) {
  return lines(
      fmt::format("SELECT h_qty || '@' || h_price FROM holding WHERE h_ca_id = {} AND h_s_symb = '{}' "
                  "ORDER BY h_dts, h_t_id",
                  position.account, position.symbol));
}

std::vector<std::string> TradingTest::changes(int64_t trade_id) {
  return lines(
      fmt::format("SELECT hh_before_qty || '>' || hh_after_qty FROM holding_history JOIN trade ON t_id = hh_h_t_id "
                  "WHERE hh_t_id = {} ORDER BY t_dts, t_id",
                  trade_id));
}

std::string TradingTest::position_quantity(const Position& position) {
  const auto rows = lines(fmt::format("SELECT hs_qty FROM holding_summary WHERE hs_ca_id = {} AND hs_s_symb = '{}'",
                                      position.account, position.symbol));
  return rows.empty() ? "none" : rows[0];
}

std::string TradingTest::status_of(int64_t trade_id) {
  return sql.value(fmt::format("SELECT t_st_id FROM trade WHERE t_id = {}", trade_id));
}

int64_t TradingTest::commission_rate(const Position& position, int32_t quantity) {
  const bool is_pcx =
      sql.value(fmt::format("SELECT s_ex_id FROM security WHERE s_symb = '{}'", position.symbol)) == "PCX";
  const int64_t reduction = quantity <= 200 ? 0 : quantity <= 500 ? 4 : quantity <= 2000 ? 8 : 20;
  return 44 - 4 * position.tier - reduction + (is_pcx ? 8 : 0);
}

}  // namespace quartet::test
