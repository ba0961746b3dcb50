package io.quartet.results.lab;

import java.util.Locale;

/** When plans are captured. */
public enum PlanMoment {
  /** Before the load of the run begins: planned only, nothing is executed. */
  BEFORE,
  /** After the final checks: executed in transactions that are rolled back. */
  AFTER;

  /** Name of the folder, and of the moment in events. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
