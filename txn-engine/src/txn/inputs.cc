#include "txn/inputs.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "txn/wire.h"

namespace quartet {
namespace {

void require(bool condition, const char* rule) {
  if (!condition) throw std::invalid_argument(std::string("input: ") + rule + "; both sides must be of one version");
}

void check(const BrokerVolumeInput& input) {
  require(!input.brokers.empty() && input.brokers.size() <= 40, "Broker-Volume takes 1 to 40 brokers");
}

void check(const CustomerPositionInput& input) {
  require((input.customer_id == 0) != input.tax_id.empty(), "Customer-Position takes a customer id or a tax id");
  require(input.account_index >= (input.get_history ? 0 : -1) && input.account_index < 10,
          "Customer-Position account index must be in 0..9");
}

void check(const MarketFeedInput& input) {
  require(!input.entries.empty() && input.entries.size() <= 20, "Market-Feed takes 1 to 20 entries");
  require(std::all_of(input.entries.begin(), input.entries.end(),
                      [](const auto& entry) { return entry.price_cents > 0 && entry.quantity >= 0; }),
          "Market-Feed entries need a price above 0 and a quantity of at least 0");
}

// No selector is legal here: the transaction itself answers it with -411.
void check(const MarketWatchInput& /*input*/) {}

void check(const SecurityDetailInput& input) {
  require(input.max_rows >= 5 && input.max_rows <= 20, "Security-Detail max_rows must be in 5..20");
}

void check(const TradeSelection& input, int frames) {
  require(input.frame >= 1 && input.frame <= frames, "frame does not exist");
  require(input.frame != 1 || (!input.trade_ids.empty() && input.trade_ids.size() <= 20), "frame 1 takes 1 to 20 ids");
  require(input.max_trades >= 0 && input.max_trades <= 20, "max_trades must be in 0..20");
}
void check(const TradeLookupInput& input) { check(input, 4); }
void check(const TradeUpdateInput& input) { check(input, 3); }

void check(const TradeOrderInput& input) {
  require(input.trade_type <= QUARTET_TLB, "Trade-Order trade type must be in 0..4");
  require(input.quantity > 0, "Trade-Order quantity must be above 0");
  require(input.requested_price_cents > 0, "Trade-Order price must be above 0");
  require(input.symbol.empty() != input.company_name.empty(), "Trade-Order takes a symbol or a company name");
}

void check(const TradeResultInput& input) {
  require(input.trade_id > 0 && input.price_cents > 0, "Trade-Result takes an id and a price above 0");
}

void check(const TradeStatusInput& /*input*/) {}

void check(const DataMaintenanceInput& input) {
  require(input.table >= 1 && input.table <= kMaintainedTables, "Data-Maintenance table must be in 1..12");
}

void check(const TradeCleanupInput& input) { require(input.first_trade_id > 0, "Trade-Cleanup takes a trade id"); }

}  // namespace

template <typename Input>
std::string encode(const Input& input) {
  wire::Writer writer;
  writer(static_cast<uint8_t>(Input::kType));
  Input::fields(writer, input);
  return writer.take();
}

template <typename Input>
Input decode(std::string_view bytes) {
  wire::Reader reader(bytes);
  uint8_t type = 0;
  reader(type);
  require(type == Input::kType, "the bytes belong to another transaction");
  Input input;
  Input::fields(reader, input);
  // Bytes that are left over mean that the two sides disagree on the fields.
  reader.end();
  // Checked here, not where inputs are made: the bytes may come from any client of Tier A.
  check(input);
  return input;
}

#define QUARTET_INPUT(Input)                 \
  template std::string encode(const Input&); \
  template Input decode<Input>(std::string_view)
QUARTET_INPUT(BrokerVolumeInput);
QUARTET_INPUT(CustomerPositionInput);
QUARTET_INPUT(MarketFeedInput);
QUARTET_INPUT(MarketWatchInput);
QUARTET_INPUT(SecurityDetailInput);
QUARTET_INPUT(TradeLookupInput);
QUARTET_INPUT(TradeOrderInput);
QUARTET_INPUT(TradeResultInput);
QUARTET_INPUT(TradeStatusInput);
QUARTET_INPUT(TradeUpdateInput);
QUARTET_INPUT(DataMaintenanceInput);
QUARTET_INPUT(TradeCleanupInput);
#undef QUARTET_INPUT

}  // namespace quartet
