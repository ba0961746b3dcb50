#include "txn/statements.h"

#include <fmt/format.h>

#include <stdexcept>

#include "quartet/engine.h"

namespace quartet {

StatementList statements_of(int type) {
  switch (type) {
    case QUARTET_BROKER_VOLUME:
      return broker_volume_statements();
    case QUARTET_CUSTOMER_POSITION:
      return customer_position_statements();
    case QUARTET_MARKET_FEED:
      return market_feed_statements();
    case QUARTET_MARKET_WATCH:
      return market_watch_statements();
    case QUARTET_SECURITY_DETAIL:
      return security_detail_statements();
    case QUARTET_TRADE_LOOKUP:
      return trade_lookup_statements();
    case QUARTET_TRADE_ORDER:
      return trade_order_statements();
    case QUARTET_TRADE_RESULT:
      return trade_result_statements();
    case QUARTET_TRADE_STATUS:
      return trade_status_statements();
    case QUARTET_TRADE_UPDATE:
      return trade_update_statements();
    case QUARTET_DATA_MAINTENANCE:
      return data_maintenance_statements();
    case QUARTET_TRADE_CLEANUP:
      return trade_cleanup_statements();
    default:
      throw std::invalid_argument(fmt::format("transaction type {} does not exist; types are 1 to 12", type));
  }
}

}  // namespace quartet
