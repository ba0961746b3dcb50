// Entry points of io.quartet.tiera.engine.NativeEngine: conversion between Java's values and the C interface, nothing
// else. A failure becomes a NativeEngineException with the engine's message.
#include <fmt/format.h>
#include <jni.h>

#include <array>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "quartet/engine.h"
#include "txn/transaction_types.h"

namespace {

constexpr size_t kMessageSize = 1024;
using Message = std::array<char, kMessageSize>;

// A Java exception is pending; the native frames are left without another one.
class JavaException : public std::exception {};

// The class of the exception is not found in the loader of the caller, or memory ran out: either way the virtual
// machine has an exception of its own pending then.
void throw_java(JNIEnv* env, const char* message) {
  const jclass type = env->FindClass("io/quartet/tiera/engine/NativeEngineException");
  if (type != nullptr) env->ThrowNew(type, message);
}

// Runs `body`; what it throws becomes a Java exception and a zero value.
template <typename Body>
auto guarded(JNIEnv* env, Body body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (const JavaException&) {
  } catch (const std::exception& problem) {
    throw_java(env, problem.what());
  } catch (...) {
    throw_java(env, "an unknown exception in the engine. Please report it.");
  }
  if constexpr (!std::is_void_v<decltype(body())>) return {};
}

void check(JNIEnv* env) {
  // With an exception pending, JNI allows hardly any other call: leave at once.
  if (env->ExceptionCheck() != JNI_FALSE) throw JavaException();
}

// `result` is what a function of the C interface returned.
void require(int result, const Message& message) {
  if (result != 0) throw std::runtime_error(message.data());
}

jbyteArray to_array(JNIEnv* env, const void* bytes, size_t length) {
  const jbyteArray array = env->NewByteArray(static_cast<jsize>(length));
  check(env);
  env->SetByteArrayRegion(array, 0, static_cast<jsize>(length), static_cast<const jbyte*>(bytes));
  check(env);
  return array;
}

std::vector<uint32_t> to_numbers(JNIEnv* env, jintArray array) {
  if (array == nullptr) throw std::invalid_argument("Market-Feed: an array is null");
  std::vector<uint32_t> numbers(static_cast<size_t>(env->GetArrayLength(array)));
  env->GetIntArrayRegion(array, 0, static_cast<jsize>(numbers.size()), reinterpret_cast<jint*>(numbers.data()));
  check(env);
  return numbers;
}

quartet_model to_model(JNIEnv* env, jlongArray array) {
  constexpr jsize kNumbers = 5;
  std::array<jlong, kNumbers> numbers = {};
  if (array == nullptr || env->GetArrayLength(array) != kNumbers) {
    throw std::invalid_argument("model: five numbers are needed: load units, active ones, days, news length, seed");
  }
  env->GetLongArrayRegion(array, 0, kNumbers, numbers.data());
  check(env);
  return {.load_units = numbers[0],
          .active_load_units = numbers[1],
          .trade_days = numbers[2],
          .news_length = numbers[3],
          // Java has no unsigned long: the same 64 bits.
          .seed = static_cast<uint64_t>(numbers[4])};
}

template <typename Handle>
Handle* to_handle(jlong address) {
  return reinterpret_cast<Handle*>(static_cast<intptr_t>(address));  // NOLINT(performance-no-int-to-ptr)
}

template <typename Handle>
jlong to_address(Handle* handle) {
  return static_cast<jlong>(reinterpret_cast<intptr_t>(handle));
}

// Bytes of the next input, which `next(input, length)` makes.
template <typename Next>
jbyteArray input_array(JNIEnv* env, const char* failure, Next next) {
  const uint8_t* input = nullptr;
  size_t length = 0;
  // The bytes belong to the handle and last until its next call, so they are copied into the array at once.
  if (next(&input, &length) != 0) throw std::runtime_error(failure);
  return to_array(env, input, length);
}

// The constant of io.quartet.model.TransactionType.Issuer.
const char* issuer_name(quartet::Issuer issuer) {
  switch (issuer) {
    case quartet::Issuer::kCustomerEmulator:
      return "CUSTOMER_EMULATOR";
    case quartet::Issuer::kMarketExchange:
      return "MARKET_EXCHANGE";
    case quartet::Issuer::kDataMaintenance:
      return "DATA_MAINTENANCE";
    case quartet::Issuer::kOperator:
      return "OPERATOR";
  }
  throw std::logic_error("unknown issuer");
}

}  // namespace

#define QUARTET_JNI(type, name) extern "C" JNIEXPORT type JNICALL Java_io_quartet_tiera_engine_NativeEngine_##name

QUARTET_JNI(jstring, version)(JNIEnv* env, jclass /*type*/) { return env->NewStringUTF(quartet_version()); }

QUARTET_JNI(jstring, transactionTypes)(JNIEnv* env, jclass /*type*/) {
  return guarded(env, [&] {
    std::string lines;
    for (const quartet::TransactionType& type : quartet::kTransactionTypes) {
      lines += fmt::format("{} {} {} {} {}\n", type.number, type.label, issuer_name(type.issuer),
                           type.home == QUARTET_DSS ? "DSS" : "OLTP", type.is_reading ? "reading" : "writing");
    }
    return env->NewStringUTF(lines.c_str());
  });
}

QUARTET_JNI(jlong, openInputs)(JNIEnv* env, jclass /*type*/, jlongArray model, jlong seed) {
  return guarded(env, [&] {
    const quartet_model parameters = to_model(env, model);
    Message message = {};
    quartet_inputs* inputs = nullptr;
    require(quartet_inputs_open(&parameters, static_cast<uint64_t>(seed), &inputs, message.data(), message.size()),
            message);
    return to_address(inputs);
  });
}

QUARTET_JNI(void, closeInputs)(JNIEnv* /*env*/, jclass /*type*/, jlong inputs) {
  quartet_inputs_close(to_handle<quartet_inputs>(inputs));
}

QUARTET_JNI(jbyteArray, nextInput)(JNIEnv* env, jclass /*type*/, jlong inputs, jint type) {
  return guarded(env, [&] {
    return input_array(env,
                       "inputs: there is no next input of this transaction type. Pass one that the emulator draws.",
                       [&](const uint8_t** input, size_t* length) {
                         return quartet_inputs_next(to_handle<quartet_inputs>(inputs), type, input, length);
                       });
  });
}

QUARTET_JNI(jbyteArray, dataMaintenanceInput)(JNIEnv* env, jclass /*type*/, jlong inputs, jint table) {
  return guarded(env, [&] {
    return input_array(
        env, "Data-Maintenance: there is no such table. Pass 1 to 12.", [&](const uint8_t** input, size_t* length) {
          return quartet_inputs_data_maintenance(to_handle<quartet_inputs>(inputs), table, input, length);
        });
  });
}

QUARTET_JNI(jbyteArray, tradeResultInput)
(JNIEnv* env, jclass /*type*/, jlong inputs, jlong trade_id, jint price_cents) {
  return guarded(env, [&] {
    return input_array(env, "Trade-Result: id or price is out of range. Pass what the order said.",
                       [&](const uint8_t** input, size_t* length) {
                         return quartet_inputs_trade_result(to_handle<quartet_inputs>(inputs),
                                                            static_cast<uint64_t>(trade_id),
                                                            static_cast<uint32_t>(price_cents), input, length);
                       });
  });
}

QUARTET_JNI(jbyteArray, marketFeedInput)
(JNIEnv* env, jclass /*type*/, jlong inputs, jintArray securities, jintArray price_cents, jintArray quantities) {
  return guarded(env, [&] {
    const auto symbols = to_numbers(env, securities);
    const auto prices = to_numbers(env, price_cents);
    const auto volumes = to_numbers(env, quantities);
    if (symbols.size() != prices.size() || symbols.size() != volumes.size()) {
      // The C interface takes one count for three arrays and would read past the end of the shorter ones.
      throw std::invalid_argument("Market-Feed: the three arrays differ in length. Give one entry per ticker.");
    }
    return input_array(env, "Market-Feed: 1 to 20 entries of known securities are needed.",
                       [&](const uint8_t** input, size_t* length) {
                         return quartet_inputs_market_feed(to_handle<quartet_inputs>(inputs), symbols.data(),
                                                           prices.data(), volumes.data(), symbols.size(), input,
                                                           length);
                       });
  });
}

QUARTET_JNI(jint, securityCount)(JNIEnv* /*env*/, jclass /*type*/, jlong inputs) {
  return static_cast<jint>(quartet_inputs_security_count(to_handle<quartet_inputs>(inputs)));
}

QUARTET_JNI(jint, priceCents)(JNIEnv* /*env*/, jclass /*type*/, jint security, jlong market_millis) {
  return static_cast<jint>(quartet_price_cents(static_cast<uint32_t>(security), market_millis));
}

QUARTET_JNI(jlong, millisUntilTriggered)
(JNIEnv* /*env*/, jclass /*type*/, jint security, jlong market_millis, jint trade_type, jint limit_cents) {
  return quartet_millis_until_triggered(static_cast<uint32_t>(security), market_millis, trade_type,
                                        static_cast<uint32_t>(limit_cents));
}
