package io.quartet.model.plan;

import java.util.Locale;

/** Part of a database that can be on a separate disk. */
public enum Storage {
  /** The tables. */
  DATA,
  /** The indexes, primary keys among them. */
  INDEX,
  /** The write-ahead log. */
  WAL;

  /** Key in the benchmark file, below {@code provider.tablespaces}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
