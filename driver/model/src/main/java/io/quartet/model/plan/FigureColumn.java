package io.quartet.model.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A figure that a tool may print. */
public enum FigureColumn {
  /** Name of the kind of transaction that the other figures are about. */
  KIND,
  /** End of the interval, seconds since the tool began. */
  ELAPSED,
  /** Transactions that were committed. */
  COUNT,
  /** The same by second. */
  RATE,
  /** Transactions that failed. */
  FAILED,
  /** The same by second. */
  FAILED_RATE,
  /** Further tries. */
  RETRIES,
  /** Mean response time, as all columns that follow in the unit of times of the tool. */
  MEAN,
  P50,
  P90,
  P95,
  P99,
  P999,
  MAX;

  /** Its name in a definition. */
  public String label() {
    int underscore = name().indexOf('_');
    return underscore < 0
        ? name().toLowerCase(Locale.ROOT)
        : name().substring(0, underscore).toLowerCase(Locale.ROOT)
            + name().charAt(underscore + 1)
            + name().substring(underscore + 2).toLowerCase(Locale.ROOT);
  }

  /** True for response times. */
  public boolean isTime() {
    return ordinal() >= MEAN.ordinal();
  }

  /** The one with a label; empty if there is none. */
  public static Optional<FigureColumn> of(String label) {
    return Stream.of(values()).filter(column -> column.label().equals(label)).findFirst();
  }
}
