// SECURITY, DAILY_MARKET and LAST_TRADE.
#include <string>

#include "generate/dates.h"
#include "generate/generators.h"
#include "market/arithmetic.h"
#include "market/companies.h"
#include "market/purpose.h"

namespace quartet {
namespace {

constexpr int32_t kLastStartDate = date_of(2000, 1, 2);
constexpr int32_t kFirstMarketDate = date_of(2000, 1, 3);  // a Monday
constexpr int kWeeksOfDailyMarket = 261;

void write_security(const MarketModel& model, int64_t security, RowSink& sink) {
  Stream random(model.parameters().seed, purpose::kSecurity, static_cast<uint64_t>(security));
  const int64_t company = model.company_of(security);
  RowWriter& out = sink.row(16);
  out.text(model.symbol(security));
  out.text(model.issue(security));
  out.text("ACTV");
  out.text(model.security_name(security));
  out.text(kExchangeIds.at(static_cast<size_t>(model.exchange_of(company))));
  out.int8(kIdBase + 1 + company);
  out.int8(random.uniform(4'000'000, 9'500'000'000));
  const int64_t start = random.uniform(date_of(1900, 1, 1), kLastStartDate);
  out.date(static_cast<int32_t>(start));
  out.date(static_cast<int32_t>(random.uniform(start, kLastStartDate)));
  out.numeric(random.uniform(1'00, 120'00), 2);
  const int64_t high = random.uniform(25'00, 30'00);
  out.numeric(high, 2);
  out.date(static_cast<int32_t>(random.uniform(calendar::kFirstTradeDate - 364, calendar::kFirstTradeDate)));
  out.numeric(random.uniform(20'00, high), 2);
  out.date(static_cast<int32_t>(random.uniform(calendar::kFirstTradeDate - 364, calendar::kFirstTradeDate)));
  const int64_t yield = random.percent(60) ? random.uniform(1, 120'00) : 0;
  out.numeric(random.uniform(rounded_division(yield * 2, 10), rounded_division(yield * 3, 10)), 2);
  out.numeric(yield, 2);
}

}  // namespace

void generate_security(const MarketModel& model, int64_t unit, RowSink sink) {
  for (int64_t i = 0; i < kSecuritiesPerUnit; ++i) {
    write_security(model, unit * kSecuritiesPerUnit + i, sink);
  }
}

void generate_daily_market(const MarketModel& model, int64_t unit, RowSink sink) {
  for (int64_t i = 0; i < kSecuritiesPerUnit; ++i) {
    const int64_t security = unit * kSecuritiesPerUnit + i;
    Stream random(model.parameters().seed, purpose::kDailyMarket, static_cast<uint64_t>(security));
    const std::string symbol = model.symbol(security);
    for (int32_t day = 0; day < 5 * kWeeksOfDailyMarket; ++day) {
      const int64_t close = random.uniform(20'00, 30'00);
      RowWriter& out = sink.row(6);
      // Weekdays only: the market is closed at weekends.
      out.date(kFirstMarketDate + day / 5 * 7 + day % 5);
      out.text(symbol);
      out.numeric(close, 2);
      out.numeric(rounded_division(close * 105, 100), 2);
      out.numeric(rounded_division(close * 92, 100), 2);
      out.int8(random.uniform(1'000, 10'000));
    }
  }
}

void generate_last_trade(const MarketModel& model, int64_t unit, RowSink sink) {
  const int64_t days = model.parameters().trade_days;
  for (int64_t i = 0; i < kSecuritiesPerUnit; ++i) {
    const int64_t security = unit * kSecuritiesPerUnit + i;
    // Where the price curve stands when the loaded history ends.
    const int64_t price = MarketModel::price_cents(security, days * kMillisPerTradeDay);
    RowWriter& out = sink.row(5);
    out.text(model.symbol(security));
    out.timestamp(next_opening(days));
    out.numeric(price, 2);
    out.numeric(price, 2);
    out.int8(0);
  }
}

}  // namespace quartet
