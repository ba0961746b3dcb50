package io.quartet.run.internal.load;

import io.quartet.books.DriverHealth;
import io.quartet.results.events.LoggedEvent;

/** Takes what a load reports beside its books. Called from several threads; must not block. */
public interface LoadReports {

  /** Something happened that is worth a line in the event log, by the clock of the run. */
  void event(LoggedEvent event);

  /** How a process that offers load has fared lately. */
  void health(DriverHealth health);
}
