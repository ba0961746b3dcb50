package io.quartet.report.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class BackgroundWorkTest {

  @Test
  void resultIsThatOfTheWork() {
    try (BackgroundWork<Integer> work = BackgroundWork.begin(() -> 7)) {
      assertThat(work.result()).isEqualTo(7);
    }
  }

  @Test
  void failureOfTheWorkReachesTheCallerUnchanged() {
    QuartetException refusal = new QuartetException(Kind.ENVIRONMENT, "REPORT_PDF", "no memory");
    assertFailsWith(refusal, () -> throwing(refusal));
    Error error = new OutOfMemoryError("heap");
    assertFailsWith(error, () -> throwing(error));
  }

  private static void assertFailsWith(Throwable failure, Runnable thrower) {
    try (BackgroundWork<Integer> work =
        BackgroundWork.begin(
            () -> {
              thrower.run();
              return 0;
            })) {
      assertThatThrownBy(work::result).isSameAs(failure);
    }
  }

  private static void throwing(RuntimeException failure) {
    throw failure;
  }

  private static void throwing(Error failure) {
    throw failure;
  }

  @Test
  void workHasEndedWhenTheCallerHasFailed() {
    CountDownLatch callerFailed = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    assertThatThrownBy(
            () -> {
              try (BackgroundWork<Integer> work =
                  BackgroundWork.begin(
                      () -> {
                        await(callerFailed);
                        ended.set(true);
                        throw new IllegalStateException("of the work");
                      })) {
                callerFailed.countDown();
                throw new IllegalArgumentException("of the caller");
              }
            })
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ended).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
