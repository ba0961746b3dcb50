package io.quartet.run.internal;

import io.quartet.model.QuartetException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Turns Ctrl-C and TERM into an orderly end: it interrupts the work, and the JVM waits for the end
 * of the work for a limited time. An inner instance does nothing. Create it in the working thread.
 */
public final class StopSignal implements AutoCloseable {

  /** Why a run was stopped, for {@code state.json}. */
  public static final String REASON = "interrupted by a signal";

  private static final long LONGEST_WAIT_SECONDS = 25;
  private static final AtomicReference<StopSignal> CURRENT = new AtomicReference<>();

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread worker = Thread.currentThread();
  private final boolean isOutermost;
  private final Thread hook;

  // Guarded by this.
  private Consumer<String> gentleStop;
  private boolean isRequested;
  private boolean isOver;

  public StopSignal() {
    hook = new Thread(this::onShutdown, "quartet-stop");
    isOutermost = CURRENT.compareAndSet(null, this);
    if (isOutermost) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  /** While the action runs, a stop calls this in place of interrupting the thread. */
  public static void setGentleStop(Consumer<String> stop) {
    StopSignal current = CURRENT.get();
    if (current != null) {
      current.replaceGentleStop(stop);
    }
  }

  /**
   * From now on a stop waits for {@link #resume}, or for the end: what follows has to be whole and
   * takes seconds.
   */
  public static void postpone() {
    setGentleStop(reason -> {});
  }

  /** A stop interrupts the thread again; one that came meanwhile does so now. */
  public static void resume() {
    StopSignal current = CURRENT.get();
    if (current != null) {
      current.interruptAgain();
    }
  }

  /** True once a stop was asked for, also while it is postponed. */
  public static boolean isRequested() {
    StopSignal current = CURRENT.get();
    return current != null && current.isAsked();
  }

  private synchronized boolean isAsked() {
    return isRequested;
  }

  private synchronized void replaceGentleStop(Consumer<String> stop) {
    gentleStop = stop;
    if (isRequested) {
      stop.accept(REASON);
    }
  }

  private synchronized void interruptAgain() {
    gentleStop = null;
    if (isRequested) {
      worker.interrupt();
    }
  }

  private void onShutdown() {
    request();
    try {
      var unused = done.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void request() {
    isRequested = true;
    if (isOver) {
      return; // The thread does something else by now.
    }
    if (gentleStop != null) {
      gentleStop.accept(REASON);
    } else {
      worker.interrupt();
    }
  }

  /** The error of work that was stopped before there was a result. */
  public static QuartetException interrupted(Throwable cause) {
    return new QuartetException(
        QuartetException.Kind.INTERRUPTED,
        "INTERRUPTED",
        "Quartet was "
            + REASON
            + " before it was done. It stopped everything that it had started for itself. Start it"
            + " again.",
        cause);
  }

  /** Lets the JVM end. */
  @Override
  public void close() {
    if (!isOutermost) {
      return;
    }
    CURRENT.set(null);
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, which is what the hook was for.
      return;
    }
  }

  private synchronized void end() {
    isOver = true;
    done.countDown();
  }
}
