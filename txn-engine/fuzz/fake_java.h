// A Java virtual machine in little: the functions of JNIEnv that native_engine.cc uses, on values the fuzzer chooses.
//
// Strict as `java -Xcheck:jni`: a call with an exception pending, a region outside its array, a string that is not
// released or a function that nobody expects ends the process.
#ifndef QUARTET_FUZZ_FAKE_JAVA_H
#define QUARTET_FUZZ_FAKE_JAVA_H

#include <jni.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace quartet::fuzz {

// One call from Java into native code. Objects live as long as this.
class FakeJava {
 public:
  FakeJava();
  FakeJava(const FakeJava&) = delete;
  FakeJava& operator=(const FakeJava&) = delete;

  [[nodiscard]] JNIEnv* env() { return &env_; }

  // Which call of a function that may run out of memory (GetStringUTFChars, NewByteArray, FindClass) fails with an
  // exception, from 0; -1 for none.
  void fail_at(int call) { fail_at_ = call; }

  jstring string(std::string text);
  jbyteArray bytes(std::vector<uint8_t> values);
  jintArray ints(std::vector<int32_t> values);
  jlongArray longs(std::vector<int64_t> values);

  [[nodiscard]] bool is_exception_pending() const { return is_exception_pending_; }

  // Content of an array the native side made.
  [[nodiscard]] static const std::vector<uint8_t>& content(jbyteArray array);

  // Checks what the native side left behind after its return.
  void finish() const;

 private:
  // A string, or an array of elements of `width` bytes.
  struct Object {
    size_t width;
    std::vector<uint8_t> content;
  };
  struct Environment;
  friend struct Environment;

  bool fails();

  JNIEnv env_;
  std::deque<Object> objects_;
  int allocations_ = 0;
  int fail_at_ = -1;
  int open_strings_ = 0;
  bool is_exception_pending_ = false;
};

}  // namespace quartet::fuzz

#endif  // QUARTET_FUZZ_FAKE_JAVA_H
