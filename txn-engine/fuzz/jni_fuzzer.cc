// The entry points of io.quartet.tiera.engine.NativeEngine, called with whatever Java could pass: null and odd arrays,
// types and tables that do not exist, any bytes as an input, memory that runs out at every place. No server listens
// where the sessions connect to, so every transaction ends before it begins; how it ends is checked.
//
//   fuzzed := call*                                            at most 16 are made
//   call   := entry:u8 fails-at:u8 argument*                   arguments as the entry point takes them
//   array  := length:u16 element*                              0xFFFF is null; so is a string
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
QUARTET_JNI(jstring, sessionSettings)(JNIEnv*, jclass);
QUARTET_JNI(jlong, openEngine)(JNIEnv*, jclass, jstring, jstring, jlongArray, jint, jint, jboolean);
QUARTET_JNI(void, closeEngine)(JNIEnv*, jclass, jlong);
QUARTET_JNI(jlong, openSession)(JNIEnv*, jclass, jlong);
QUARTET_JNI(void, closeSession)(JNIEnv*, jclass, jlong);
QUARTET_JNI(jbyteArray, execute)(JNIEnv*, jclass, jlong, jint, jint, jbyteArray);
QUARTET_JNI(jbyteArray, resync)(JNIEnv*, jclass, jlong);
QUARTET_JNI(jbyteArray, probe)(JNIEnv*, jclass, jlong, jint);
QUARTET_JNI(jlong, orderingKey)(JNIEnv*, jclass, jlong, jint, jbyteArray);
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

constexpr const char* kNowhere = "host=/nonexistent port=1 dbname=nowhere";
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
  jstring text(FakeJava& java) {
    uint16_t size = 0;
    if (length(size)) return nullptr;
    const size_t given = std::min<size_t>(size, left_);
    std::string value(reinterpret_cast<const char*>(at_), given);
    skip(given);
    return java.string(std::move(value));
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

// One engine, session and generator for all calls, and the null handle.
struct Handles {
  Handles() {
    FakeJava java;
    const auto open_text = [&] { return java.string(kNowhere); };
    const auto model = [&] { return java.longs({2, 1, 3, 1000, 42}); };
    engine = Java_io_quartet_tiera_engine_NativeEngine_openEngine(java.env(), nullptr, open_text(), open_text(),
                                                                  model(), 0, 0, JNI_FALSE);
    session = Java_io_quartet_tiera_engine_NativeEngine_openSession(java.env(), nullptr, engine);
    inputs = Java_io_quartet_tiera_engine_NativeEngine_openInputs(java.env(), nullptr, model(), 7);
    require(engine != 0 && session != 0 && inputs != 0, "the handles cannot be opened");
  }
  jlong engine = 0;
  jlong session = 0;
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

void check_reply(const FakeJava& java, jbyteArray frame) {
  check_returned(java, frame);
  if (frame == nullptr) return;
  constexpr size_t kOutcome = 4;
  constexpr size_t kHeader = 36;
  const std::vector<uint8_t>& content = FakeJava::content(frame);
  require(content.size() > kHeader && content[0] == 1, "a malformed reply");
  int32_t outcome = 0;
  std::memcpy(&outcome, content.data() + kOutcome, sizeof(outcome));
  // Without a selector Market-Watch is wrong before it asks anyone.
  require(outcome == QUARTET_CONNECTION || outcome == QUARTET_ENGINE_ERROR || outcome == QUARTET_WRONG_ANSWER,
          "an outcome that needs a server");
}

using Call = void (*)(FakeJava& java, const Handles& handles, Arguments& arguments);

// Every entry, in the order of native_engine.cc; the place is the number in the fuzzed bytes.
const Call kCalls[] = {
    [](FakeJava& java, const Handles&, Arguments&) {
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_version(java.env(), nullptr));
    },
    [](FakeJava& java, const Handles&, Arguments&) {
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_sessionSettings(java.env(), nullptr));
    },
    [](FakeJava& java, const Handles&, Arguments& arguments) {
      const jstring dss = arguments.text(java);
      const jstring oltp = arguments.text(java);
      const jlongArray model = arguments.array(java, &FakeJava::longs);
      const auto access = arguments.number<int32_t>();
      const auto statements = arguments.number<int32_t>();
      const jlong engine = Java_io_quartet_tiera_engine_NativeEngine_openEngine(
          java.env(), nullptr, dss, oltp, model, access, statements, arguments.number<uint8_t>() & 1);
      check_returned(java, engine);
      Java_io_quartet_tiera_engine_NativeEngine_closeEngine(java.env(), nullptr, engine);
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const bool is_null = arguments.number<uint8_t>() == 0;
      const jlong session =
          Java_io_quartet_tiera_engine_NativeEngine_openSession(java.env(), nullptr, is_null ? 0 : handles.engine);
      require(is_null == (session == 0), "a session without an engine");
      check_returned(java, session);
      Java_io_quartet_tiera_engine_NativeEngine_closeSession(java.env(), nullptr, session);
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong session = arguments.number<uint8_t>() == 0 ? 0 : handles.session;
      const auto type = arguments.number<int32_t>();
      const auto database = arguments.number<int32_t>();
      const jbyteArray input = arguments.array(java, &FakeJava::bytes);
      check_reply(
          java, Java_io_quartet_tiera_engine_NativeEngine_execute(java.env(), nullptr, session, type, database, input));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong session = arguments.number<uint8_t>() == 0 ? 0 : handles.session;
      check_reply(java, Java_io_quartet_tiera_engine_NativeEngine_resync(java.env(), nullptr, session));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong session = arguments.number<uint8_t>() == 0 ? 0 : handles.session;
      check_reply(java, Java_io_quartet_tiera_engine_NativeEngine_probe(java.env(), nullptr, session,
                                                                        arguments.number<int32_t>()));
    },
    [](FakeJava& java, const Handles& handles, Arguments& arguments) {
      const jlong engine = arguments.number<uint8_t>() == 0 ? 0 : handles.engine;
      const auto type = arguments.number<int32_t>();
      check_returned(java, Java_io_quartet_tiera_engine_NativeEngine_orderingKey(
                               java.env(), nullptr, engine, type, arguments.array(java, &FakeJava::bytes)));
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
