// docs/spec/transactions.md, "Market-Watch": percentage change of a group of securities since a past day.
#include "txn/plain/forms.h"
#include "txn/statements.h"
#include "txn/transactions.h"
#include "txn/wire.h"

namespace quartet {
namespace {

using db::Type;

// The price of the group now against its price then, each security weighted by its shares outstanding; 0 when the group
// is empty. The list of symbols comes first, so that the three look-ups are by key.
#define QUARTET_CHANGE                               \
  "SELECT coalesce(100 * (sum(s_num_out * lt_price)" \
  " / nullif(sum(s_num_out * dm_close), 0) - 1), 0) "
#define QUARTET_PRICES                     \
  "JOIN last_trade ON lt_s_symb = s_symb " \
  "JOIN daily_market ON dm_s_symb = s_symb AND dm_date = $1 "

const db::Statement kWatchList = {"MWs",
                                  QUARTET_CHANGE
                                  "FROM watch_list "
                                  "JOIN watch_item ON wi_wl_id = wl_id "
                                  "JOIN security ON s_symb = wi_s_symb " QUARTET_PRICES "WHERE wl_c_id = $2",
                                  {Type::kDate, Type::kInt8},
                                  plain::change_of_watch_list};

const db::Statement kHoldings = {"MWs",
                                 QUARTET_CHANGE
                                 "FROM holding_summary "
                                 "JOIN security ON s_symb = hs_s_symb " QUARTET_PRICES "WHERE hs_ca_id = $2",
                                 {Type::kDate, Type::kInt8},
                                 plain::change_of_holdings};

const db::Statement kIndustry = {"MWs",
                                 QUARTET_CHANGE
                                 "FROM industry "
                                 "JOIN company ON co_in_id = in_id "
                                 "JOIN security ON s_co_id = co_id " QUARTET_PRICES
                                 "WHERE in_name = $2 "
                                 "AND co_id BETWEEN $3 AND $4",
                                 {Type::kDate, Type::kText, Type::kInt8, Type::kInt8},
                                 plain::change_of_industry};

#undef QUARTET_CHANGE
#undef QUARTET_PRICES

constexpr int kChangeDigits = 4;
constexpr int32_t kNoSelector = -411;

}  // namespace

StatementList market_watch_statements() { return {&kWatchList, &kHoldings, &kIndustry}; }

Answer market_watch(db::Session& session, const Context& /*context*/, const MarketWatchInput& input) {
  Answer answer;
  db::Batch batch;
  batch.begin(db::Isolation::kReadCommitted);
  db::Parameters parameters;
  parameters.date(input.start_date);
  if (input.customer_id != 0) {
    batch.add(kWatchList, parameters.int8(input.customer_id));
  } else if (!input.industry.empty()) {
    batch.add(kIndustry, parameters.text(input.industry).int8(input.first_company_id).int8(input.last_company_id));
  } else if (input.account_id != 0) {
    batch.add(kHoldings, parameters.int8(input.account_id));
  } else {
    answer.status = kNoSelector;
    return answer;
  }
  batch.commit();
  const db::Result& change = session.run(batch)[0];
  // The server divides with more digits; four are what the plain form gives as well.
  answer.output = wire::Writer()(change.scaled(0, 0, kChangeDigits)).take();
  return answer;
}

}  // namespace quartet
