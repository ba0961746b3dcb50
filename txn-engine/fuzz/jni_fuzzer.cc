// The entry points of io.quartet.tiera.engine.NativeEngine, called with whatever Java could pass: null and odd arrays,
// types and tables that do not exist, memory that runs out at every place.
//
//   fuzzed := call*                                            at most 16 are made
//   call   := entry:u8 fails-at:u8 argument*                   arguments as the entry point takes them
//   array  := length:u16 element*                              0xFFFF is null
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "fake_java.h"
#include "quartet/engine.h"

#define QUARTET_JNI(type, name) extern "C" type JNICALL Java_io_quartet_tiera_engine_NativeEngine_##name
QUARTET_JNI(jstring, version)(JNIEnv*, jclass);
QUARTET_JNI(jstring, transactionTypes)(JNIEnv*, jclass);
QUARTET_JNI(jlong, openInputs)(JNIEnv*, jclass, jlongArray, jlong);
QUARTET_JNI(void, closeInputs)(JNIEnv*, jclass, jlong);
QUARTET_JNI(jbyteArray, nextInput)(JNIEnv*, jclass, jlong, jint);
QUARTET_JNI(jbyteArray, dataMaintenanceInput)(JNIEnv*, jclass, jlong, jint);
QUARTET_JNI(jbyteArray, tradeResultInput)(JNIEnv*, jclass, jlong, jlong, jint);
QUARTET_JNI(jbyteArray, marketFeedInput)(JNIEnv*, jclass, jlong, jintArray, jintArray, jintArray);
QUARTET_JNI(jint, securityCount)(JNIEnv*, jclass, jlong);
QUARTET_JNI(jint, priceCents)(JNIEnv*, jclass, jint, jlong);
QUARTET_JNI(jlong, millisUntilTriggered)(JNIEnv*, jclass, jint, jlong, jint, jint);

namespace {

using quartet::fuzz::FakeJava;

constexpr int kMostCalls = 16;

void require(bool condition, const char* what) {
  if (condition) return;
  static_cast<void>(std::fprintf(stderr, "entry point: %s\n", what));
  std::abort();
}

// Arguments from the fuzzer's bytes; zeros when they run out.
class Arguments {
 public:
  Arguments(const uint8_t* data, size_t size) : at_(data), left_(size) {}

  [[nodiscard]] bool is_empty() const { return left_ == 0; }

  template <typename Integer>
  Integer number() {
    Integer value = 0;
    const size_t size = std::min(sizeof(Integer), left_);
    std::memcpy(&value, at_, size);
    skip(size);
    return value;
  }
  // True for null.
  bool length(uint16_t& elements) {
    elements = number<uint16_t>();
    return elements == std::numeric_limits<uint16_t>::max();
  }
  template <typename Element, typename Array>
  Array array(FakeJava& java, Array (FakeJava::*make)(std::vector<Element>)) {
    uint16_t size = 0;
    if (length(size)) return nullptr;
    std::vector<Element> values;
    while (values.size() < size && left_ > 0) values.push_back(number<Element>());
    return (java.*make)(std::move(values));
  }

 private:
  void skip(size_t size) {
    at_ += size;
    left_ -= size;
  }

  const uint8_t* at_;
  size_t left_;
};

// One generator for all calls, and the null handle.
struct Handles {
  Handles() {
    FakeJava java;
    inputs =
        Java_io_quartet_tiera_engine_NativeEngine_openInputs(java.env(), nullptr, java.longs({2, 1, 3, 1000, 42}), 7);
    require(inputs != 0, "the handle cannot be opened");
  }
  jlong inputs = 0;
};

// Nothing, a text or bytes, depending on whether an exception is pending.
template <typename Value>
void check_returned(const FakeJava& java, Value value) {
  if (java.is_exception_pending()) {
    require(value == Value{}, "a value together with an exception");
  } else if constexpr (std::is_pointer_v<Value>) {
    require(value != nullptr, "null without an exception");
  }
}

using Call = void (*)(FakeJava& java, const Handles& handles, Arguments& arguments);

// Every entry, in the order of native_engine.cc; the place is the number in the fuzzed bytes.
const Call kCalls[] = {
    [](FakeJava& java, const Handles&, Arguments&) {
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_version(java.env(), nullptr));
    },
    [](FakeJava& java, const Handles&, Arguments&) {
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_transactionTypes(java.env(), nullptr));
    },
    [](FakeJava& java, const Handles&, Arguments& arguments) {
      const jlongArray model = arguments.array(java, &FakeJava::longs);
      const jlong inputs =
          Java_io_quartet_tiera_engine_NativeEngine_openInputs(java.env(), nullptr, model, arguments.number<int64_t>());
      check_returned(java, inputs);
      Java_io_quartet_tiera_engine_NativeEngine_closeInputs(java.env(), nullptr, inputs);
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong inputs = arguments.number<uint8_t>() == 0 ? 0 : handles.inputs;
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_nextInput(java.env(), nullptr, inputs,
                                                                               arguments.number<int32_t>()));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong inputs = arguments.number<uint8_t>() == 0 ? 0 : handles.inputs;
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_dataMaintenanceInput(java.env(), nullptr, inputs,
                                                                                          arguments.number<int32_t>()));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong inputs = arguments.number<uint8_t>() == 0 ? 0 : handles.inputs;
      const auto trade = arguments.number<int64_t>();
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_tradeResultInput(
                               java.env(), nullptr, inputs, trade, arguments.number<int32_t>()));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong inputs = arguments.number<uint8_t>() == 0 ? 0 : handles.inputs;
      const jintArray securities = arguments.array(java, &FakeJava::ints);
      const jintArray prices = arguments.array(java, &FakeJava::ints);
      const jintArray quantities = arguments.array(java, &FakeJava::ints);
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_marketFeedInput(java.env(), nullptr, inputs,
                                                                                     securities, prices, quantities));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong inputs = arguments.number<uint8_t>() == 0 ? 0 : handles.inputs;
      Java_io_quartet_tiera_engine_NativeEngine_securityCount(java.env(), nullptr, inputs);
    },
    [](FakeJava& java, const Handles&, Arguments& arguments) {
      const auto security = arguments.number<int32_t>();
      const jint price = Java_io_quartet_tiera_engine_NativeEngine_priceCents(java.env(), nullptr, security,
                                                                              arguments.number<int64_t>());
      require(price >= 2000 && price <= 3000, "a price off the curve");
    },
    [](FakeJava& java, const Handles&, Arguments& arguments) {
      const auto security = arguments.number<int32_t>();
      const auto now = arguments.number<int64_t>();
      const auto type = arguments.number<int32_t>();
      Java_io_quartet_tiera_engine_NativeEngine_millisUntilTriggered(java.env(), nullptr, security, now, type,
                                                                     arguments.number<int32_t>());
    }};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Handles handles;
  Arguments arguments(data, size);
  for (int call = 0; call < kMostCalls && !arguments.is_empty(); ++call) {
    const auto entry = arguments.number<uint8_t>();
    const auto fails_at = arguments.number<int8_t>();
    FakeJava java;
    java.fail_at(fails_at);
    kCalls[entry % std::size(kCalls)](java, handles, arguments);
    java.finish();
  }
  return 0;
}
