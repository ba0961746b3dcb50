#include "lab/roles.h"

#include "quartet/engine.h"

namespace quartet::lab {

const char* name_of(Role role) { return role == Role::kDss ? "dss" : "oltp"; }

std::vector<int> customer_types_of(Role role) {
  if (role == Role::kDss) return {QUARTET_TRADE_LOOKUP, QUARTET_TRADE_UPDATE};
  return {QUARTET_BROKER_VOLUME,   QUARTET_CUSTOMER_POSITION, QUARTET_MARKET_WATCH,
          QUARTET_SECURITY_DETAIL, QUARTET_TRADE_STATUS,      QUARTET_TRADE_ORDER};
}

std::vector<int> types_of(Role role) {
  std::vector<int> types = customer_types_of(role);
  if (role == Role::kOltp) types.insert(types.end(), {QUARTET_MARKET_FEED, QUARTET_TRADE_RESULT});
  types.insert(types.end(), {QUARTET_DATA_MAINTENANCE, QUARTET_TRADE_CLEANUP});
  return types;
}

}  // namespace quartet::lab
