#include "tiera/fiber.h"

#include <boost/context/protected_fixedsize_stack.hpp>
#include <exception>
#include <stdexcept>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace quartet::tiera {
namespace {

namespace context = boost::context;

thread_local Fiber* running = nullptr;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void require_no_exception() {
  if (std::current_exception() || std::uncaught_exceptions() > 0) {
    throw std::logic_error("a fiber is switched while an exception is handled");
  }
}

}  // namespace

// Not followed by ThreadSanitizer itself: it would see the call on one side and the return on the other.
__attribute__((no_sanitize("thread"))) void Fiber::leave([[maybe_unused]] Side& from, [[maybe_unused]] const Side& to) {
#if defined(__SANITIZE_ADDRESS__)
  // Also at the end of a fiber, where null would free its fake stack: what Boost does after that still uses it.
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack, to.stack_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
  __tsan_switch_to_fiber(to.thread, 0);
#endif
}

void Fiber::arrive([[maybe_unused]] Side& here, [[maybe_unused]] Side& from) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(here.fake_stack, &from.stack, &from.stack_bytes);
#endif
}

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)) {
  context::protected_fixedsize_stack stacks(kStackBytes);
  const context::stack_context stack = stacks.allocate();
  fiber_.stack_bytes = kStackBytes;
  fiber_.stack = static_cast<const char*>(stack.sp) - kStackBytes;
#if defined(__SANITIZE_THREAD__)
  fiber_.thread = resumer_.thread = __tsan_get_current_fiber();  // for the first switch, which is there and back
#endif
  // Boost enters the new stack here already and comes back. Unannounced, that would leave a frame in the fake stack of
  // this thread, which may end before the fiber.
  leave(resumer_, fiber_);
  inside_ = context::fiber(std::allocator_arg, context::preallocated(stack.sp, stack.size, stack), stacks,
                           [this](context::fiber&& resumer) { return run(std::move(resumer)); });
  arrive(resumer_, resumer_);
  leave(resumer_, resumer_);  // the fiber has not announced its way back
  arrive(resumer_, fiber_);
#if defined(__SANITIZE_THREAD__)
  fiber_.thread = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
  // Unwinding a suspended body would end the process anyway, in a function that is noexcept.
  if (!has_ended_) std::terminate();
#if defined(__SANITIZE_THREAD__)
  __tsan_destroy_fiber(fiber_.thread);
#endif
}

context::fiber Fiber::run(context::fiber resumer) {
  arrive(fiber_, resumer_);
  outside_ = std::move(resumer);
  [this]() noexcept { body_(); }();
  has_ended_ = true;
  leave(fiber_, resumer_);
  return std::move(outside_);
}

void Fiber::resume() {
  if (running != nullptr || has_ended_) throw std::logic_error("a fiber is resumed by a fiber, or after its end");
  require_no_exception();
#if defined(__SANITIZE_THREAD__)
  resumer_.thread = __tsan_get_current_fiber();
#endif
  running = this;
  leave(resumer_, fiber_);
  inside_ = std::move(inside_).resume();
  arrive(resumer_, fiber_);
  running = nullptr;
}

Fiber& Fiber::about_to_suspend() {
  if (running == nullptr) throw std::logic_error("what suspends is no fiber");
  require_no_exception();
  return *running;
}

void Fiber::suspend() {
  Fiber& self = about_to_suspend();
  leave(self.fiber_, self.resumer_);
  self.outside_ = std::move(self.outside_).resume();
  arrive(self.fiber_, self.resumer_);
}

Fiber* Fiber::current() { return running; }

}  // namespace quartet::tiera
