// A flow of control with its own stack. It runs until it suspends itself, and continues when it is resumed.
#ifndef QUARTET_TIERA_FIBER_H
#define QUARTET_TIERA_FIBER_H

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>

namespace quartet::tiera {

// Belongs to the thread that resumes it first, and after the end of that thread to another. Thread-local variables, the
// list of exceptions among them, are those of the thread and not of the fiber. So a fiber must not suspend while it
// handles or throws an exception, and is refused.
//
// Below the stack lies a page that cannot be accessed: an overflow ends the process and corrupts nothing.
class Fiber {
 public:
  static constexpr size_t kStackBytes = 256U << 10U;

  // Runs nothing yet. `body` must not throw. Throws std::bad_alloc.
  explicit Fiber(std::function<void()> body);
  // The body must have ended.
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Runs the body, or goes on with it, and returns when it suspends or has ended. Call it outside all fibers.
  void resume();
  // The fiber that calls it, which is about to suspend. Throws std::logic_error outside fibers and where an exception
  // is current. To be called before anything is begun that will resume the fiber.
  [[nodiscard]] static Fiber& about_to_suspend();
  // Returns from the resume() of the fiber that calls it. Throws std::logic_error outside fibers and where an
  // exception is current.
  static void suspend();
  // The fiber that calls it; null outside fibers.
  [[nodiscard]] static Fiber* current();

  [[nodiscard]] bool has_ended() const { return has_ended_; }

 private:
  // Announces a switch to the sanitizers, which follow the stack; nothing in other builds. A side is the fiber or its
  // resumer.
  struct Side {
    const void* stack = nullptr;
    size_t stack_bytes = 0;
    void* fake_stack = nullptr;  // of AddressSanitizer
    void* thread = nullptr;      // of ThreadSanitizer
  };
  static void leave(Side& from, const Side& to);
  static void arrive(Side& here, Side& from);

  boost::context::fiber run(boost::context::fiber resumer);

  std::function<void()> body_;
  boost::context::fiber inside_;   // where the body goes on, while it is suspended
  boost::context::fiber outside_;  // where its resumer goes on, while it runs
  Side fiber_;
  Side resumer_;
  bool has_ended_ = false;
};

}  // namespace quartet::tiera

#endif  // QUARTET_TIERA_FIBER_H
