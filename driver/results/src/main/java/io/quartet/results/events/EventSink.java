package io.quartet.results.events;

/** Takes events worth a line in the run's event log. Called from several threads. */
@FunctionalInterface
public interface EventSink {

  /** Something happened now. */
  void accept(RunEvent event);
}
