// Bytes that claim to be an input, a numeric or an integer. Whatever they are, the decoders return a value or throw the
// exception they announce; an input that decodes encodes to the same bytes.
//
//   fuzzed := input | 0xF0 digits:u8 numeric:byte* | 0xF1 integer:byte*        input as in doc/wire.md
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "db/binary.h"
#include "txn/inputs.h"

namespace {

constexpr uint8_t kNumeric = 0xF0;
constexpr uint8_t kInteger = 0xF1;

void require(bool condition) {
  if (!condition) std::abort();
}

template <typename Input>
void decode_and_encode(std::string_view bytes) {
  try {
    const Input input = quartet::decode<Input>(bytes);
    require(quartet::encode(input) == bytes);
  } catch (const std::invalid_argument&) {
  }
}

void decode_numeric(std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr int kMostDigits = 10;
  const int digits = static_cast<uint8_t>(bytes.front()) % (kMostDigits + 1);
  try {
    static_cast<void>(quartet::db::binary::get_numeric(bytes.substr(1), digits));
    const int64_t cents = quartet::db::binary::get_numeric(bytes.substr(1), 2);
    std::string again;
    quartet::db::binary::put_cents(again, cents);
    require(quartet::db::binary::get_numeric(again, 2) == cents);
  } catch (const std::logic_error&) {
  }
}

void decode_integer(std::string_view bytes) {
  try {
    const int64_t value = quartet::db::binary::get_integer(bytes);
    std::string again;
    quartet::db::binary::put_int8(again, value);
    require(quartet::db::binary::get_integer(again) == value);
  } catch (const std::logic_error&) {
  }
}

void decode_input(uint8_t type, std::string_view bytes) {
  switch (type) {
    case QUARTET_BROKER_VOLUME:
      return decode_and_encode<quartet::BrokerVolumeInput>(bytes);
    case QUARTET_CUSTOMER_POSITION:
      return decode_and_encode<quartet::CustomerPositionInput>(bytes);
    case QUARTET_MARKET_FEED:
      return decode_and_encode<quartet::MarketFeedInput>(bytes);
    case QUARTET_MARKET_WATCH:
      return decode_and_encode<quartet::MarketWatchInput>(bytes);
    case QUARTET_SECURITY_DETAIL:
      return decode_and_encode<quartet::SecurityDetailInput>(bytes);
    case QUARTET_TRADE_LOOKUP:
      return decode_and_encode<quartet::TradeLookupInput>(bytes);
    case QUARTET_TRADE_ORDER:
      return decode_and_encode<quartet::TradeOrderInput>(bytes);
    case QUARTET_TRADE_RESULT:
      return decode_and_encode<quartet::TradeResultInput>(bytes);
    case QUARTET_TRADE_STATUS:
      return decode_and_encode<quartet::TradeStatusInput>(bytes);
    case QUARTET_TRADE_UPDATE:
      return decode_and_encode<quartet::TradeUpdateInput>(bytes);
    case QUARTET_DATA_MAINTENANCE:
      return decode_and_encode<quartet::DataMaintenanceInput>(bytes);
    case QUARTET_TRADE_CLEANUP:
      return decode_and_encode<quartet::TradeCleanupInput>(bytes);
    default:
      return decode_and_encode<quartet::TradeStatusInput>(bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.empty()) return 0;
  switch (data[0]) {
    case kNumeric:
      decode_numeric(bytes.substr(1));
      break;
    case kInteger:
      decode_integer(bytes.substr(1));
      break;
    default:
      decode_input(data[0], bytes);
  }
  return 0;
}
