// WATCH_LIST and WATCH_ITEM: one list per customer, of securities of the customer's own Load Unit.
#include <bitset>
#include <string>
#include <vector>

#include "generate/generators.h"
#include "market/purpose.h"

namespace quartet {
namespace {

// A permutation inside the Load Unit.
int64_t watch_list_id(int64_t customer) {
  const int64_t unit = customer / kCustomersPerUnit;
  // 283 is coprime to 1,000, so no two customers share a list.
  return kIdBase + 1 + unit * kCustomersPerUnit + (customer % kCustomersPerUnit * 283 + 59) % kCustomersPerUnit;
}

}  // namespace

void generate_watch_list(const MarketModel& /*model*/, int64_t unit, RowSink sink) {
  for (int64_t customer = unit * kCustomersPerUnit; customer < (unit + 1) * kCustomersPerUnit; ++customer) {
    RowWriter& out = sink.row(2);
    out.int8(watch_list_id(customer));
    out.int8(kIdBase + 1 + customer);
  }
}

void generate_watch_item(const MarketModel& model, int64_t unit, RowSink sink) {
  std::vector<std::string> symbols;
  symbols.reserve(kSecuritiesPerUnit);
  for (int64_t i = 0; i < kSecuritiesPerUnit; ++i) {
    symbols.push_back(model.symbol(unit * kSecuritiesPerUnit + i));
  }
  for (int64_t customer = unit * kCustomersPerUnit; customer < (unit + 1) * kCustomersPerUnit; ++customer) {
    Stream random(model.parameters().seed, purpose::kWatchList, static_cast<uint64_t>(customer));
    const int64_t list = watch_list_id(customer);
    std::bitset<kSecuritiesPerUnit> chosen;
    for (int64_t left = random.uniform(50, 150); left > 0;) {
      const auto security = static_cast<size_t>(random.uniform(0, kSecuritiesPerUnit - 1));
      // A security stands on a list once.
      if (!chosen.test(security)) {
        chosen.set(security);
        --left;
        RowWriter& out = sink.row(2);
        out.int8(list);
        out.text(symbols[security]);
      }
    }
  }
}

}  // namespace quartet
