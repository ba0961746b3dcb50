// Market-Watch, one symbol at a time.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "txn/plain/forms.h"
#include "txn/plain/rows.h"

namespace quartet::plain {
namespace {

using db::Type;

const db::Statement kWatchList{"MW1a",
                               R"(
    SELECT wi_s_symb
    FROM watch_list
    JOIN watch_item ON wi_wl_id = wl_id
    WHERE wl_c_id = $1)",
                               {Type::kInt8}};

const db::Statement kHoldings{"MW1b",
                              R"(
    SELECT hs_s_symb
    FROM holding_summary
    WHERE hs_ca_id = $1)",
                              {Type::kInt8}};

const db::Statement kIndustry{"MW1c",
                              R"(
    SELECT s_symb
    FROM industry
    JOIN company ON co_in_id = in_id
    JOIN security ON s_co_id = co_id
    WHERE in_name = $1
      AND co_id BETWEEN $2 AND $3)",
                              {Type::kText, Type::kInt8, Type::kInt8}};

const db::Statement kPrice{"MW2", "SELECT lt_price FROM last_trade WHERE lt_s_symb = $1", {Type::kText}};
const db::Statement kShares{"MW3", "SELECT s_num_out FROM security WHERE s_symb = $1", {Type::kText}};
const db::Statement kClose{"MW4",
                           R"(
    SELECT dm_close
    FROM daily_market
    WHERE dm_s_symb = $1
      AND dm_date = $2)",
                           {Type::kText, Type::kDate}};

// The sums of a hundred securities in cents have up to 17 digits, and 6 more before the division.
__extension__ using Int128 = __int128;

// 100 x (now / before - 1) with four digits, rounded half away from zero; 0 when there is nothing to compare with.
db::Decimal percent_change(Int128 now, Int128 before) {
  if (before == 0) return {"0"};
  constexpr int kScale = 1'000'000;
  constexpr int64_t kDigits = 10'000;
  const Int128 change = (now - before) * kScale;
  const bool is_negative = change < 0;
  // Adding half the divisor rounds half away from zero, as numeric does; the sign is put back in the text.
  const auto magnitude = static_cast<int64_t>(((is_negative ? -change : change) + before / 2) / before);
  return {fmt::format("{}{}.{:04}", is_negative ? "-" : "", magnitude / kDigits, magnitude % kDigits)};
}

Rows change_of(const db::PlainCall& call, Rows symbols) {
  const auto date = static_cast<int32_t>(call.parameters.get_integer(0));
  Int128 now = 0;
  Int128 before = 0;
  for (int row = 0; row < symbols->rows(); ++row) {
    const std::string symbol(symbols->text(row, 0));
    const db::Result& price = run(call, kPrice, db::Parameters().text(symbol));
    const Int128 price_cents = price.rows() == 0 ? -1 : price.cents(0, 0);
    const db::Result& shares = run(call, kShares, db::Parameters().text(symbol));
    const Int128 outstanding = shares.rows() == 0 ? 0 : shares.integer(0, 0);
    const db::Result& close = run(call, kClose, db::Parameters().text(symbol).date(date));
    // A security without a price then or now counts on neither side.
    if (price_cents < 0 || close.rows() == 0) continue;
    now += outstanding * price_cents;
    before += outstanding * close.cents(0, 0);
  }
  auto change = std::make_unique<db::RowSet>();
  change->add({percent_change(now, before)});
  return change;
}

}  // namespace

Rows change_of_watch_list(const db::PlainCall& call) {
  return change_of(call, take(call, kWatchList, db::Parameters().int8(call.parameters.get_integer(1))));
}

Rows change_of_holdings(const db::PlainCall& call) {
  return change_of(call, take(call, kHoldings, db::Parameters().int8(call.parameters.get_integer(1))));
}

Rows change_of_industry(const db::PlainCall& call) {
  return change_of(call, take(call, kIndustry,
                              db::Parameters()
                                  .text(call.parameters.get_text(1))
                                  .int8(call.parameters.get_integer(2))
                                  .int8(call.parameters.get_integer(3))));
}

}  // namespace quartet::plain
