package io.quartet.results.events;

import java.util.Map;

/** Takes events worth a line in the run's event log. Called from several threads. */
@FunctionalInterface
public interface EventSink {

  /**
   * Something happened now.
   *
   * @param event name, for instance {@code databaseLost}
   * @param fields facts about it in the order to print
   */
  void event(String event, Map<String, Object> fields);
}
