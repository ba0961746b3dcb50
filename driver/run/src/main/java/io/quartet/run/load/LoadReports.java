package io.quartet.run.load;

import io.quartet.books.DriverHealth;
import java.util.Map;

/** Takes what a load reports beside its books. Called from several threads; must not block. */
public interface LoadReports {

  /**
   * Something happened that is worth a line in the event log.
   *
   * @param utcMillis when, by the clock of the run
   * @param event name, for instance {@code databaseLost}
   * @param fields facts about it in the order to print
   */
  void event(long utcMillis, String event, Map<String, Object> fields);

  /** How a process that offers load has fared lately. */
  void health(DriverHealth health);
}
