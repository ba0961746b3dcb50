package io.quartet.run.internal;

import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Times the stages of a benchmark and tells the listener. Not thread-safe. */
public final class Stages {

  private final RunListener listener;
  private final List<Timed> ended = new ArrayList<>();

  /** A stage that has ended, and how long it took. */
  public record Timed(Stage stage, long endUtcMillis, Duration length) {}

  /** The work of a stage. */
  public interface Action<T> {
    T run() throws InterruptedException;
  }

  /** The work of a stage without a result. */
  public interface Work {
    void run() throws InterruptedException;
  }

  public Stages(RunListener listener) {
    this.listener = listener;
  }

  public RunListener listener() {
    return listener;
  }

  /** Runs a stage; it counts as ended only if it did not throw. */
  public <T> T run(Stage stage, Action<T> action) throws InterruptedException {
    listener.onStageStart(stage);
    long start = System.nanoTime();
    T result = action.run();
    Duration length = Duration.ofNanos(System.nanoTime() - start);
    ended.add(new Timed(stage, System.currentTimeMillis(), length));
    listener.onStageEnd(stage, length);
    return result;
  }

  /** Runs a stage without a result; it counts as ended only if it did not throw. */
  public void run(Stage stage, Work work) throws InterruptedException {
    run(
        stage,
        () -> {
          work.run();
          return null;
        });
  }

  /** The stages that have ended since the last call. */
  public List<Timed> takeEnded() {
    List<Timed> taken = List.copyOf(ended);
    ended.clear();
    return taken;
  }
}
