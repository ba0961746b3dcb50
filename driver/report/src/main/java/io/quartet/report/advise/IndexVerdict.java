package io.quartet.report.advise;

import com.fasterxml.jackson.annotation.JsonValue;

/** Benefit of an index, as far as one run shows it. */
public enum IndexVerdict {
  /** Scanned at least once in a hundred trades. */
  EARNS("earns its keep"),
  /** A key: it keeps the rows right, whether or not it is scanned. */
  CONSTRAINT("keeps a constraint"),
  /** Scanned, but less than once in a hundred trades. */
  RARE("rarely used"),
  /** No scan, and in no captured plan. */
  NOTHING("used by nothing"),
  /** Its scans are not known, for instance because statistics were off or reset. */
  UNKNOWN("not known");

  private final String words;

  IndexVerdict(String words) {
    this.words = words;
  }

  /** For readers, and in {@code advise.json}. */
  @JsonValue
  public String words() {
    return words;
  }
}
