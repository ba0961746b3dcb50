package io.quartet.run.check;

import io.quartet.results.CheckRow;
import java.util.List;

/**
 * One consistency check on one database, with what a reader wants to know of it.
 *
 * @param row the figures, as in {@code checks.csv}
 * @param number for instance {@code I07}; empty if the database could not be asked
 * @param title what has to hold, in words
 * @param examples a few of the rows that break it, as {@code column=value} pairs, or what kept the
 *     database from answering; empty when it passes
 */
public record CheckResult(CheckRow row, String number, String title, List<String> examples) {

  public CheckResult {
    examples = List.copyOf(examples);
  }

  /** True if no row breaks it. */
  public boolean hasPassed() {
    return row.hasPassed();
  }
}
