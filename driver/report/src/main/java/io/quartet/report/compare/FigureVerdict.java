package io.quartet.report.compare;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What the statistics say of a difference. Only repeated runs can be higher or lower: one run
 * against one run cannot tell a difference from what two runs of the same thing differ by.
 */
public enum FigureVerdict {
  HIGHER("higher"),
  LOWER("lower"),
  /** Fewer than three runs on a side, and more than what varies within them. */
  DIFFERS("differs in these runs"),
  NO_DIFFERENCE_SHOWN("no difference shown"),
  NOT_ENOUGH_DATA("not enough data"),
  NOT_COMPARABLE("not comparable");

  private final String words;

  FigureVerdict(String words) {
    this.words = words;
  }

  /** As it is written everywhere. */
  @JsonValue
  public String words() {
    return words;
  }
}
