package io.quartet.model;

/**
 * Outcome of one started transaction. The constants are the terms of the bookkeeping equation of
 * docs/contracts.md, "Results folder". {@link #ordinal()} is the number on the wire and in the C
 * interface.
 */
public enum Outcome {
  COMMITTED("committed"),
  /** The one Trade-Order in 101 whose input asks for a rollback. */
  ROLLED_BACK_ON_PURPOSE("rolledBackOnPurpose"),
  /** SQLSTATE 40001 in every attempt. */
  SERIALIZATION("serialization"),
  /** SQLSTATE 40P01 in every attempt. */
  DEADLOCK("deadlock"),
  /** Statement timeout or cancelled query. */
  TIMEOUT("timeout"),
  /** The connection was lost, or could not be made, before the commit was sent. */
  CONNECTION("connection"),
  /** The connection was lost after the commit was sent: it may or may not have happened. */
  IN_DOUBT("inDoubt"),
  /** Any other SQLSTATE. */
  SQL_ERROR("sqlError"),
  /** Malformed input or a defect of the engine. */
  ENGINE_ERROR("engineError"),
  /** Committed, but the answer failed a check: the status is negative. */
  WRONG_ANSWER("wrongAnswer");

  private final String label;

  Outcome(String label) {
    this.label = label;
  }

  /** Name in reports and JSON. */
  public String label() {
    return label;
  }

  /** True for the eight kinds of failure. */
  public boolean isFailure() {
    return this != COMMITTED && this != ROLLED_BACK_ON_PURPOSE;
  }
}
