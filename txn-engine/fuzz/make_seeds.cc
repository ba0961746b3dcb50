// Writes what the fuzzers start from: real inputs of every transaction, as bytes for fuzz-decoder and as calls for
// fuzz-jni.
//
//   fuzz-seeds DECODER-FOLDER JNI-FOLDER
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "db/binary.h"
#include "quartet/engine.h"
#include "txn/wire.h"

namespace {

constexpr int kInputsPerType = 8;

class Folder {
 public:
  explicit Folder(std::filesystem::path path) : path_(std::move(path)) { std::filesystem::create_directories(path_); }

  void write(const std::string& bytes) {
    std::ofstream file(path_ / ("seed-" + std::to_string(++files_)), std::ios::binary);
    if (!(file << bytes)) throw std::runtime_error("cannot write into " + path_.string());
  }

 private:
  std::filesystem::path path_;
  int files_ = 0;
};

// The numbers of fuzz-jni's entries.
enum Entry : uint8_t {
  kOpenEngine = 2,
  kOpenSession = 3,
  kExecute = 4,
  kResync = 5,
  kProbe = 6,
  kOrderingKey = 7,
  kOpenInputs = 8,
  kNextInput = 9,
  kDataMaintenanceInput = 10,
  kTradeResultInput = 11,
  kMarketFeedInput = 12,
  kPriceCents = 14,
  kMillisUntilTriggered = 15,
};
constexpr uint8_t kFailsNever = 0xFF;
constexpr uint8_t kHandle = 1;

quartet::wire::Writer call(Entry entry) {
  quartet::wire::Writer writer;
  writer(static_cast<uint8_t>(entry))(kFailsNever);
  return writer;
}

void write_input(int type, const std::string& input, Folder& decoder, Folder& jni) {
  decoder.write(input);
  const int32_t database = type == QUARTET_DATA_MAINTENANCE || type == QUARTET_TRADE_CLEANUP ? QUARTET_OLTP : 0;
  jni.write(call(kExecute)(kHandle)(int32_t{type})(database)(input).take());
  if (type == QUARTET_TRADE_RESULT) jni.write(call(kOrderingKey)(kHandle)(int32_t{type})(input).take());
}

void write_inputs(quartet_inputs* inputs, Folder& decoder, Folder& jni) {
  const uint8_t* bytes = nullptr;
  size_t length = 0;
  const auto text = [&] { return std::string(reinterpret_cast<const char*>(bytes), length); };
  for (int type = QUARTET_BROKER_VOLUME; type <= QUARTET_TRADE_CLEANUP; ++type) {
    for (int i = 0; i < kInputsPerType; ++i) {
      if (quartet_inputs_next(inputs, type, &bytes, &length) == 0) write_input(type, text(), decoder, jni);
    }
    jni.write(call(kNextInput)(kHandle)(int32_t{type}).take());
  }
  constexpr int kTables = 12;
  for (int table = 1; table <= kTables; ++table) {
    if (quartet_inputs_data_maintenance(inputs, table, &bytes, &length) != 0) throw std::runtime_error("no input");
    write_input(QUARTET_DATA_MAINTENANCE, text(), decoder, jni);
    jni.write(call(kDataMaintenanceInput)(kHandle)(int32_t{table}).take());
  }
  const uint32_t securities[] = {3, 9, 3};
  const uint32_t prices[] = {2010, 2020, 2030};
  const uint32_t quantities[] = {100, 375, 800};
  if (quartet_inputs_market_feed(inputs, securities, prices, quantities, 3, &bytes, &length) != 0 ||
      quartet_inputs_trade_result(inputs, 200'000'000'058'177, 2345, &bytes, &length) != 0) {
    throw std::runtime_error("no input of the market");
  }
  write_input(QUARTET_TRADE_RESULT, text(), decoder, jni);
  static_cast<void>(quartet_inputs_market_feed(inputs, securities, prices, quantities, 3, &bytes, &length));
  write_input(QUARTET_MARKET_FEED, text(), decoder, jni);
}

void write_calls(Folder& jni) {
  const auto model = [](quartet::wire::Writer writer) {
    constexpr uint16_t kNumbers = 5;
    writer(kNumbers)(int64_t{2})(int64_t{1})(int64_t{5})(int64_t{1000})(int64_t{42});
    return writer;
  };
  jni.write(model(call(kOpenEngine)("host=a port=1 dbname=b")("host=/c dbname=d"))(int32_t{0})(int32_t{1})(uint8_t{1})
                .take());
  jni.write(call(kOpenSession)(kHandle).take());
  jni.write(call(kResync)(kHandle).take());
  jni.write(call(kProbe)(kHandle)(int32_t{QUARTET_OLTP}).take());
  jni.write(model(call(kOpenInputs))(int64_t{7}).take());
  jni.write(call(kTradeResultInput)(kHandle)(int64_t{200'000'000'058'177})(int32_t{2345}).take());
  constexpr uint16_t kTwo = 2;
  jni.write(call(kMarketFeedInput)(kHandle)(kTwo)(int32_t{1})(int32_t{2})(kTwo)(int32_t{2000})(int32_t{2100})(
                kTwo)(int32_t{100})(int32_t{375})
                .take());
  jni.write(call(kPriceCents)(int32_t{5})(int64_t{123'456'789}).take());
  jni.write(call(kMillisUntilTriggered)(int32_t{5})(int64_t{123'456'789})(int32_t{QUARTET_TLB})(int32_t{2100}).take());
}

void write_numbers(Folder& decoder) {
  for (const int64_t cents : {int64_t{0}, int64_t{1}, int64_t{-99}, int64_t{12'345'678}, INT64_MAX, INT64_MIN}) {
    std::string numeric = "\xF0\x02";
    quartet::db::binary::put_cents(numeric, cents);
    decoder.write(numeric);
    std::string integer = "\xF1";
    quartet::db::binary::put_int8(integer, cents);
    decoder.write(integer);
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 3) {
    static_cast<void>(std::fprintf(stderr, "usage: fuzz-seeds DECODER-FOLDER JNI-FOLDER\n"));
    return 2;
  }
  try {
    Folder decoder(arguments[1]);
    Folder jni(arguments[2]);
    const quartet_model model = {2, 1, 3, 1000, 42};
    quartet_inputs* inputs = nullptr;
    if (quartet_inputs_open(&model, 1, &inputs, nullptr, 0) != 0) throw std::runtime_error("no generator");
    write_inputs(inputs, decoder, jni);
    quartet_inputs_close(inputs);
    write_calls(jni);
    write_numbers(decoder);
    return 0;
  } catch (const std::exception& problem) {
    static_cast<void>(std::fprintf(stderr, "fuzz-seeds: %s\n", problem.what()));
    return 1;
  }
}
