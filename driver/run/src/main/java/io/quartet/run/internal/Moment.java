package io.quartet.run.internal;

/**
 * When databases are checked, which decides what has to hold. Source: docs/spec/run-rules.md,
 * "Consistency".
 */
public enum Moment {
  /** Before a run: all checks on databases that no run has touched since their load. */
  BEFORE("before"),
  /** After a run: class A, and on VM2 an unchanged number of trades. */
  AFTER("after");

  private final String label;

  Moment(String label) {
    this.label = label;
  }

  /** Name in {@code checks.csv}. */
  public String label() {
    return label;
  }
}
