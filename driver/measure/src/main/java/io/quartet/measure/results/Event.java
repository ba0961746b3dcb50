package io.quartet.measure.results;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One line of {@code events.jsonl}.
 *
 * @param utcMillis when
 * @param name what: one of the constants, or any other
 * @param fields everything beside these two
 */
public record Event(long utcMillis, String name, ObjectNode fields) {

  /** The clock of the run started. */
  public static final String RUN_START = "runStart";

  /** A segment began; field {@code phase}. */
  public static final String PHASE_SWITCH = "phaseSwitch";

  /**
   * The first CE request of a segment is known; fields {@code phase} and {@code afterMicros}, by
   * how much it was meant to start after the segment's begin. Written within about a second.
   */
  public static final String PHASE_IN_EFFECT = "phaseInEffect";

  /** Something failed; fields {@code message} and whatever helps. */
  public static final String ERROR = "error";

  /** A database stopped answering; field {@code vm}. Makes the run INVALID. */
  public static final String DATABASE_LOST = "databaseLost";

  /** A Tier A stopped answering; field {@code vm}. Makes the run INVALID. */
  public static final String TIER_A_LOST = "tierALost";

  /** The run ended. */
  public static final String RUN_END = "runEnd";
}
