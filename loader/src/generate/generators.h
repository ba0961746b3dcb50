// One generator per table. Each writes all rows of its table, for a database or for one Load Unit (0-based).
#ifndef QUARTET_GENERATE_GENERATORS_H
#define QUARTET_GENERATE_GENERATORS_H

#include <cstdint>

#include "generate/row_sink.h"
#include "quartet/market_model.h"

namespace quartet {

// kFixed
void generate_status_type(const MarketModel& model, RowSink sink);
void generate_trade_type(const MarketModel& model, RowSink sink);
void generate_sector(const MarketModel& model, RowSink sink);
void generate_industry(const MarketModel& model, RowSink sink);
void generate_zip_code(const MarketModel& model, RowSink sink);
void generate_taxrate(const MarketModel& model, RowSink sink);
void generate_exchange(const MarketModel& model, RowSink sink);
void generate_charge(const MarketModel& model, RowSink sink);
void generate_commission_rate(const MarketModel& model, RowSink sink);

// kPerUnit
void generate_address(const MarketModel& model, int64_t unit, RowSink sink);
void generate_company(const MarketModel& model, int64_t unit, RowSink sink);
void generate_company_competitor(const MarketModel& model, int64_t unit, RowSink sink);
void generate_security(const MarketModel& model, int64_t unit, RowSink sink);
void generate_daily_market(const MarketModel& model, int64_t unit, RowSink sink);
void generate_financial(const MarketModel& model, int64_t unit, RowSink sink);
void generate_last_trade(const MarketModel& model, int64_t unit, RowSink sink);
void generate_news_item(const MarketModel& model, int64_t unit, RowSink sink);
void generate_news_xref(const MarketModel& model, int64_t unit, RowSink sink);
void generate_customer(const MarketModel& model, int64_t unit, RowSink sink);
void generate_customer_taxrate(const MarketModel& model, int64_t unit, RowSink sink);
void generate_customer_account(const MarketModel& model, int64_t unit, RowSink sink);
void generate_account_permission(const MarketModel& model, int64_t unit, RowSink sink);
void generate_watch_list(const MarketModel& model, int64_t unit, RowSink sink);
void generate_watch_item(const MarketModel& model, int64_t unit, RowSink sink);

}  // namespace quartet

#endif  // QUARTET_GENERATE_GENERATORS_H
