// Properties of each of the twelve transactions. This is the only table of them in C++. A test of the driver compares
// io.quartet.model.TransactionType with it.
#ifndef QUARTET_TXN_TRANSACTION_TYPES_H
#define QUARTET_TXN_TRANSACTION_TYPES_H

#include <array>
#include <cstdint>

#include "quartet/engine.h"

namespace quartet {

enum class Issuer : uint8_t { kCustomerEmulator, kMarketExchange, kDataMaintenance, kOperator };

struct TransactionType {
  int number;  // quartet_type
  const char* label;
  Issuer issuer;
  int home;          // QUARTET_DSS or QUARTET_OLTP
  bool is_for_both;  // runs on either database and names it with each request; `home` is then where it belongs most
  bool is_reading;   // changes nothing
};

// Trade-Lookup and Trade-Update ask for loaded trades only, so they need nothing of the database that takes orders.
inline constexpr std::array<TransactionType, 12> kTransactionTypes = {{
    {QUARTET_BROKER_VOLUME, "Broker-Volume", Issuer::kCustomerEmulator, QUARTET_OLTP, false, true},
    {QUARTET_CUSTOMER_POSITION, "Customer-Position", Issuer::kCustomerEmulator, QUARTET_OLTP, false, true},
    {QUARTET_MARKET_FEED, "Market-Feed", Issuer::kMarketExchange, QUARTET_OLTP, false, false},
    {QUARTET_MARKET_WATCH, "Market-Watch", Issuer::kCustomerEmulator, QUARTET_OLTP, false, true},
    {QUARTET_SECURITY_DETAIL, "Security-Detail", Issuer::kCustomerEmulator, QUARTET_OLTP, false, true},
    {QUARTET_TRADE_LOOKUP, "Trade-Lookup", Issuer::kCustomerEmulator, QUARTET_DSS, false, true},
    {QUARTET_TRADE_ORDER, "Trade-Order", Issuer::kCustomerEmulator, QUARTET_OLTP, false, false},
    {QUARTET_TRADE_RESULT, "Trade-Result", Issuer::kMarketExchange, QUARTET_OLTP, false, false},
    {QUARTET_TRADE_STATUS, "Trade-Status", Issuer::kCustomerEmulator, QUARTET_OLTP, false, true},
    {QUARTET_TRADE_UPDATE, "Trade-Update", Issuer::kCustomerEmulator, QUARTET_DSS, false, false},
    {QUARTET_DATA_MAINTENANCE, "Data-Maintenance", Issuer::kDataMaintenance, QUARTET_OLTP, true, false},
    {QUARTET_TRADE_CLEANUP, "Trade-Cleanup", Issuer::kOperator, QUARTET_OLTP, true, false},
}};

// The type with that number; null when there is none.
[[nodiscard]] constexpr const TransactionType* transaction_type(int number) {
  const bool is_known = number >= 1 && number <= static_cast<int>(kTransactionTypes.size());
  return is_known ? &kTransactionTypes.at(static_cast<size_t>(number - 1)) : nullptr;
}

}  // namespace quartet

#endif  // QUARTET_TXN_TRANSACTION_TYPES_H
