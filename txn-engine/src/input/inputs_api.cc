// C interface of the input generator and of the price curve (quartet/engine.h).
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "input/generator.h"
#include "quartet/engine.h"

namespace {

quartet::MarketParameters parameters_of(const quartet_model& model) {
  quartet::MarketParameters parameters;
  parameters.load_units = model.load_units;
  parameters.active_load_units = model.active_load_units;
  parameters.trade_days = model.trade_days;
  parameters.news_length = model.news_length;
  parameters.seed = model.seed;
  return parameters;
}

}  // namespace

struct quartet_inputs {
  quartet_inputs(const quartet_model& parameters, uint64_t seed)
      : model(parameters_of(parameters)), generator(model, seed) {}

  quartet::MarketModel model;
  quartet::InputGenerator generator;
  std::string bytes;  // what the last call returned
};

namespace {

std::string next(quartet::InputGenerator& generator, int type) {
  switch (type) {
    case QUARTET_BROKER_VOLUME:
      return quartet::encode(generator.broker_volume());
    case QUARTET_CUSTOMER_POSITION:
      return quartet::encode(generator.customer_position());
    case QUARTET_MARKET_WATCH:
      return quartet::encode(generator.market_watch());
    case QUARTET_SECURITY_DETAIL:
      return quartet::encode(generator.security_detail());
    case QUARTET_TRADE_LOOKUP:
      return quartet::encode(generator.trade_lookup());
    case QUARTET_TRADE_ORDER:
      return quartet::encode(generator.trade_order());
    case QUARTET_TRADE_STATUS:
      return quartet::encode(generator.trade_status());
    case QUARTET_TRADE_UPDATE:
      return quartet::encode(generator.trade_update());
    case QUARTET_TRADE_CLEANUP:
      return quartet::encode(generator.trade_cleanup());
    default:
      throw std::invalid_argument("inputs: transaction type " + std::to_string(type) + " is not drawn at random");
  }
}

// Runs `make`, keeps its bytes in the handle; 1 when an argument is missing or `make` throws.
template <typename Make>
int give(quartet_inputs* inputs, const uint8_t** input, size_t* length, Make make) noexcept {
  if (inputs == nullptr || input == nullptr || length == nullptr) return 1;
  try {
    // Kept in the handle, because the caller gets a pointer; it lasts until the next call.
    inputs->bytes = make();
    *input = reinterpret_cast<const uint8_t*>(inputs->bytes.data());
    *length = inputs->bytes.size();
    return 0;
  } catch (const std::exception&) {
    return 1;
  }
}

// Throws std::invalid_argument when the database has no such security.
std::string symbol_of(const quartet::MarketModel& model, uint32_t security) {
  if (security >= model.active_securities()) {
    throw std::invalid_argument("inputs: security " + std::to_string(security) + " of " +
                                std::to_string(model.active_securities()));
  }
  return model.symbol(security);
}

}  // namespace

extern "C" {

int quartet_inputs_open(const quartet_model* model, uint64_t seed, quartet_inputs** inputs, char* error,
                        size_t error_size) {
  try {
    if (model == nullptr || inputs == nullptr) throw std::invalid_argument("inputs: no model, or nowhere to put them");
    *inputs = std::make_unique<quartet_inputs>(*model, seed).release();
    return 0;
  } catch (const std::exception& failure) {
    // Not fmt: it may allocate, and memory may be what ran out.
    if (error != nullptr) static_cast<void>(std::snprintf(error, error_size, "%s", failure.what()));
    return 1;
  }
}

void quartet_inputs_close(quartet_inputs* inputs) { const std::unique_ptr<quartet_inputs> owned(inputs); }

int quartet_inputs_next(quartet_inputs* inputs, int type, const uint8_t** input, size_t* length) {
  return give(inputs, input, length, [&] { return next(inputs->generator, type); });
}

int quartet_inputs_data_maintenance(quartet_inputs* inputs, int table, const uint8_t** input, size_t* length) {
  if (table < 1 || table > quartet::kMaintainedTables) return 1;
  return give(inputs, input, length, [&] {
    return quartet::encode(inputs->generator.data_maintenance(static_cast<quartet::MaintainedTable>(table)));
  });
}

int quartet_inputs_trade_result(quartet_inputs* inputs, uint64_t trade_id, uint32_t price_cents, const uint8_t** input,
                                size_t* length) {
  if (trade_id == 0 || trade_id > INT64_MAX || price_cents == 0) return 1;
  return give(inputs, input, length, [&] {
    return quartet::encode(quartet::TradeResultInput{static_cast<int64_t>(trade_id), price_cents});
  });
}

int quartet_inputs_market_feed(quartet_inputs* inputs, const uint32_t* securities, const uint32_t* price_cents,
                               const uint32_t* quantities, size_t count, const uint8_t** input, size_t* length) {
  constexpr size_t kMostEntries = 20;
  if (securities == nullptr || price_cents == nullptr || quantities == nullptr) return 1;
  if (count == 0 || count > kMostEntries) return 1;
  return give(inputs, input, length, [&] {
    quartet::MarketFeedInput feed;
    for (size_t i = 0; i < count; ++i) {
      if (price_cents[i] == 0 || quantities[i] > INT32_MAX) throw std::invalid_argument("inputs: a ticker entry");
      feed.entries.push_back(
          {symbol_of(inputs->model, securities[i]), price_cents[i], static_cast<int32_t>(quantities[i])});
    }
    // Counted here: Market-Feed must find a row for each distinct symbol, and a feed may name one twice.
    const std::unordered_set<uint32_t> distinct(securities, securities + count);
    feed.unique_symbols = static_cast<int32_t>(distinct.size());
    return quartet::encode(feed);
  });
}

uint32_t quartet_inputs_security_count(const quartet_inputs* inputs) {
  return inputs == nullptr ? 0 : static_cast<uint32_t>(inputs->model.active_securities());
}

uint32_t quartet_price_cents(uint32_t security, int64_t market_millis) {
  return static_cast<uint32_t>(quartet::MarketModel::price_cents(security, market_millis));
}

int64_t quartet_millis_until_triggered(uint32_t security, int64_t market_millis, int trade_type, uint32_t limit_cents) {
  return quartet::MarketModel::millis_until_triggered(security, market_millis,
                                                      static_cast<quartet::TradeType>(trade_type), limit_cents);
}

}  // extern "C"
