// Facts about the customers, accounts and securities of one Load Unit that the simulation needs, looked up once.
#ifndef QUARTET_GENERATE_UNIT_FACTS_H
#define QUARTET_GENERATE_UNIT_FACTS_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "quartet/market_model.h"

namespace quartet {

struct CustomerFacts {
  int tier;
  int accounts;
  size_t first_account;  // index into UnitFacts::accounts
  int64_t tax_rate;      // country and division together, 1/100,000
  std::string name;      // first and last
};

struct AccountFacts {
  int64_t id;
  size_t customer;  // position in the Load Unit
  size_t broker;    // position in the Load Unit
  int tax_status;
  int basket_size;
  size_t first_position;                    // of the account's lists of lots; one per basket position
  std::array<uint16_t, kMaxBasket> basket;  // positions in the Load Unit
};

struct SecurityFacts {
  std::string symbol;
  std::string name;
  int exchange;
};

struct UnitFacts {
  std::vector<CustomerFacts> customers;
  std::vector<AccountFacts> accounts;
  std::vector<SecurityFacts> securities;
  size_t positions = 0;  // sum of the basket sizes
};

[[nodiscard]] UnitFacts look_up_unit(const MarketModel& model, int64_t unit);

}  // namespace quartet

#endif  // QUARTET_GENERATE_UNIT_FACTS_H
