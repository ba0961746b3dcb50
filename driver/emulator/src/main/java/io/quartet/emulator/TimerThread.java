package io.quartet.emulator;

import io.quartet.books.RunClock;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Timers of a real run: one thread for all Sets. */
final class TimerThread implements Timers, AutoCloseable {

  private final RunClock clock;
  private final Consumer<RuntimeException> onDefect;
  private final ScheduledThreadPoolExecutor executor;

  /**
   * @param onDefect hears of an exception out of a task
   */
  TimerThread(RunClock clock, Consumer<RuntimeException> onDefect) {
    this.clock = clock;
    this.onDefect = onDefect;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "driver-timers");
              thread.setDaemon(true);
              return thread;
            });
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void at(long nanos, Runnable task) {
    try {
      var unused = executor.schedule(() -> run(task), nanos - clock.nanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The run is over: what would have come later is not wanted any more.
      if (!executor.isShutdown()) {
        throw e;
      }
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      onDefect.accept(e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
