// Writes what the fuzzers start from: real inputs of every transaction, as bytes for fuzz-decoder, as calls for
// fuzz-jni and as requests for fuzz-wire.
//
//   fuzz-seeds DECODER-FOLDER JNI-FOLDER WIRE-FOLDER
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "db/binary.h"
#include "quartet.pb.h"
#include "quartet/engine.h"
#include "tiera/frames.h"
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
  kOpenInputs = 2,
  kNextInput = 3,
  kDataMaintenanceInput = 4,
  kTradeResultInput = 5,
  kMarketFeedInput = 6,
  kPriceCents = 8,
  kMillisUntilTriggered = 9,
};
constexpr uint8_t kFailsNever = 0xFF;
constexpr uint8_t kHandle = 1;

quartet::wire::Writer call(Entry entry) {
  quartet::wire::Writer writer;
  writer(static_cast<uint8_t>(entry))(kFailsNever);
  return writer;
}

struct Folders {
  Folder decoder;
  Folder jni;
  Folder wire;
};

std::string framed(const quartet::v1::DriverMessage& message) {
  const std::string bytes = message.SerializeAsString();
  std::string frame;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) frame.push_back(static_cast<char>(bytes.size() >> shift));
  return frame + bytes;
}

// Hello, then the request.
void write_request(int type, const std::string& input, Folder& wire) {
  quartet::v1::DriverMessage hello;
  hello.mutable_hello()->set_protocol_version(quartet::tiera::kProtocolVersion);
  hello.mutable_hello()->set_run_token("token");
  quartet::v1::DriverMessage request;
  request.mutable_transaction()->set_correlation_id(7);
  request.mutable_transaction()->set_type(static_cast<quartet::v1::Type>(type));
  request.mutable_transaction()->set_database(quartet::v1::OLTP);
  request.mutable_transaction()->set_input(input);
  constexpr char kPiece = 5;
  wire.write(kPiece + framed(hello) + framed(request));
}

void write_input(int type, const std::string& input, Folders& folders) {
  folders.decoder.write(input);
  write_request(type, input, folders.wire);
}

void write_inputs(quartet_inputs* inputs, Folders& folders) {
  const uint8_t* bytes = nullptr;
  size_t length = 0;
  const auto text = [&] { return std::string(reinterpret_cast<const char*>(bytes), length); };
  for (int type = QUARTET_BROKER_VOLUME; type <= QUARTET_TRADE_CLEANUP; ++type) {
    for (int i = 0; i < kInputsPerType; ++i) {
      if (quartet_inputs_next(inputs, type, &bytes, &length) == 0) write_input(type, text(), folders);
    }
    folders.jni.write(call(kNextInput)(kHandle)(int32_t{type}).take());
  }
  constexpr int kTables = 12;
  for (int table = 1; table <= kTables; ++table) {
    if (quartet_inputs_data_maintenance(inputs, table, &bytes, &length) != 0) throw std::runtime_error("no input");
    write_input(QUARTET_DATA_MAINTENANCE, text(), folders);
    folders.jni.write(call(kDataMaintenanceInput)(kHandle)(int32_t{table}).take());
  }
  const uint32_t securities[] = {3, 9, 3};
  const uint32_t prices[] = {2010, 2020, 2030};
  const uint32_t quantities[] = {100, 375, 800};
  if (quartet_inputs_market_feed(inputs, securities, prices, quantities, 3, &bytes, &length) != 0 ||
      quartet_inputs_trade_result(inputs, 200'000'000'058'177, 2345, &bytes, &length) != 0) {
    throw std::runtime_error("no input of the market");
  }
  write_input(QUARTET_TRADE_RESULT, text(), folders);
  static_cast<void>(quartet_inputs_market_feed(inputs, securities, prices, quantities, 3, &bytes, &length));
  write_input(QUARTET_MARKET_FEED, text(), folders);
}

void write_calls(Folder& jni) {
  const auto model = [](quartet::wire::Writer writer) {
    constexpr uint16_t kNumbers = 5;
    writer(kNumbers)(int64_t{2})(int64_t{1})(int64_t{5})(int64_t{1000})(int64_t{42});
    return writer;
  };
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
  if (argument_count != 4) {
    static_cast<void>(std::fprintf(stderr, "usage: fuzz-seeds DECODER-FOLDER JNI-FOLDER WIRE-FOLDER\n"));
    return 2;
  }
  try {
    Folders folders = {Folder(arguments[1]), Folder(arguments[2]), Folder(arguments[3])};
    const quartet_model model = {2, 1, 3, 1000, 42};
    quartet_inputs* inputs = nullptr;
    if (quartet_inputs_open(&model, 1, &inputs, nullptr, 0) != 0) throw std::runtime_error("no generator");
    write_inputs(inputs, folders);
    quartet_inputs_close(inputs);
    write_calls(folders.jni);
    write_numbers(folders.decoder);
    return 0;
  } catch (const std::exception& problem) {
    static_cast<void>(std::fprintf(stderr, "fuzz-seeds: %s\n", problem.what()));
    return 1;
  }
}
