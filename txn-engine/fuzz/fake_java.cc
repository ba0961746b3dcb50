#include "fake_java.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace quartet::fuzz {

// The functions of the JNI table.
struct FakeJava::Environment {
  static thread_local FakeJava* current;

  static void require(bool condition, const char* what) {
    if (condition) return;
    static_cast<void>(std::fprintf(stderr, "JNI: %s\n", what));
    std::abort();
  }
  static FakeJava& java() {
    require(current != nullptr, "no virtual machine");
    return *current;
  }
  static FakeJava& quiet_java() {
    require(!java().is_exception_pending_, "called with an exception pending");
    return java();
  }
  static Object* object(jobject handle) {
    require(handle != nullptr, "null given");
    return reinterpret_cast<Object*>(handle);
  }
  template <typename Handle>
  static Handle keep(size_t width, std::vector<uint8_t> content) {
    return reinterpret_cast<Handle>(&java().objects_.emplace_back(Object{width, std::move(content)}));
  }

  static jclass find_class(JNIEnv* /*env*/, const char* name) {
    require(std::strcmp(name, "io/quartet/tiera/engine/NativeEngineException") == 0, "unknown class");
    return quiet_java().fails() ? nullptr : keep<jclass>(1, {});
  }
  static jint throw_new(JNIEnv* /*env*/, jclass type, const char* message) {
    require(type != nullptr && message != nullptr && message[0] != '\0', "an exception without class or message");
    quiet_java().is_exception_pending_ = true;
    return 0;
  }
  static jboolean exception_check(JNIEnv* /*env*/) { return java().is_exception_pending_ ? JNI_TRUE : JNI_FALSE; }
  static jstring new_string(JNIEnv* /*env*/, const char* text) {
    require(text != nullptr, "null text");
    if (quiet_java().fails()) return nullptr;
    return keep<jstring>(1, {text, text + std::strlen(text)});
  }
  static const char* string_chars(JNIEnv* /*env*/, jstring text, jboolean* /*is_copy*/) {
    if (quiet_java().fails()) return nullptr;
    ++java().open_strings_;
    return reinterpret_cast<const char*>(object(text)->content.data());
  }
  static void release_chars(JNIEnv* /*env*/, jstring text, const char* characters) {
    require(reinterpret_cast<const char*>(object(text)->content.data()) == characters, "released another string");
    --java().open_strings_;
  }
  static jsize array_length(JNIEnv* /*env*/, jarray array) {
    static_cast<void>(quiet_java());
    const Object* const found = object(array);
    return static_cast<jsize>(found->content.size() / found->width);
  }
  static jbyteArray new_bytes(JNIEnv* /*env*/, jsize length) {
    require(length >= 0, "negative length");
    if (quiet_java().fails()) return nullptr;
    return keep<jbyteArray>(1, std::vector<uint8_t>(static_cast<size_t>(length)));
  }
  static uint8_t* region(jobject array, size_t width, jsize start, jsize length) {
    static_cast<void>(quiet_java());
    Object* const found = object(array);
    require(found->width == width, "an array of another type");
    require(start >= 0 && length >= 0, "negative region");
    const size_t end = (static_cast<size_t>(start) + static_cast<size_t>(length)) * width;
    require(end <= found->content.size(), "region outside the array");
    return found->content.data() + static_cast<size_t>(start) * width;
  }
  template <typename Array, typename Element>
  static void get_region(JNIEnv* /*env*/, Array array, jsize start, jsize length, Element* to) {
    const uint8_t* const from = region(array, sizeof(Element), start, length);
    if (length > 0) std::memcpy(to, from, static_cast<size_t>(length) * sizeof(Element));
  }
  static void set_bytes(JNIEnv* /*env*/, jbyteArray array, jsize start, jsize length, const jbyte* from) {
    uint8_t* const to = region(array, 1, start, length);
    if (length > 0) std::memcpy(to, from, static_cast<size_t>(length));
  }
  [[noreturn]] static void unexpected() {
    require(false, "a function that the fake does not have");
    std::abort();
  }

  static JNINativeInterface_ table() {
    JNINativeInterface_ functions;
    // Every entry is a function pointer: those that are not set below must not be called.
    using Function = void (*)();
    auto* const entries = reinterpret_cast<Function*>(&functions);
    for (size_t i = 0; i < sizeof(functions) / sizeof(Function); ++i) entries[i] = &unexpected;
    functions.FindClass = &find_class;
    functions.ThrowNew = &throw_new;
    functions.ExceptionCheck = &exception_check;
    functions.NewStringUTF = &new_string;
    functions.GetStringUTFChars = &string_chars;
    functions.ReleaseStringUTFChars = &release_chars;
    functions.GetArrayLength = &array_length;
    functions.NewByteArray = &new_bytes;
    functions.GetByteArrayRegion = &get_region<jbyteArray, jbyte>;
    functions.GetIntArrayRegion = &get_region<jintArray, jint>;
    functions.GetLongArrayRegion = &get_region<jlongArray, jlong>;
    functions.SetByteArrayRegion = &set_bytes;
    return functions;
  }
};

thread_local FakeJava* FakeJava::Environment::current = nullptr;

FakeJava::FakeJava() : env_{} {
  static const JNINativeInterface_ kFunctions = Environment::table();
  env_.functions = &kFunctions;
  Environment::current = this;
}

bool FakeJava::fails() {
  if (allocations_++ != fail_at_) return false;
  is_exception_pending_ = true;
  return true;
}

jstring FakeJava::string(std::string text) {
  // As in Java, where modified UTF-8 has no zero byte.
  std::vector<uint8_t> content(text.c_str(), text.c_str() + std::strlen(text.c_str()) + 1);
  return Environment::keep<jstring>(1, std::move(content));
}

jbyteArray FakeJava::bytes(std::vector<uint8_t> values) { return Environment::keep<jbyteArray>(1, std::move(values)); }

jintArray FakeJava::ints(std::vector<int32_t> values) {
  const auto* const first = reinterpret_cast<const uint8_t*>(values.data());
  return Environment::keep<jintArray>(sizeof(int32_t), {first, first + values.size() * sizeof(int32_t)});
}

jlongArray FakeJava::longs(std::vector<int64_t> values) {
  const auto* const first = reinterpret_cast<const uint8_t*>(values.data());
  return Environment::keep<jlongArray>(sizeof(int64_t), {first, first + values.size() * sizeof(int64_t)});
}

const std::vector<uint8_t>& FakeJava::content(jbyteArray array) { return Environment::object(array)->content; }

void FakeJava::finish() const { Environment::require(open_strings_ == 0, "a string was not released"); }

}  // namespace quartet::fuzz
