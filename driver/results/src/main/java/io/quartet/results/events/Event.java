package io.quartet.results.events;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One line of {@code events.jsonl}.
 *
 * @param utcMillis when
 * @param name what: one of the constants, or any other
 * @param fields everything beside these two
 */
public record Event(long utcMillis, String name, ObjectNode fields) {

  /** The clock of a VM or worker before the run; fields as in {@link ClockOffset#fields}. */
  public static final String CLOCK_OFFSET = "clockOffset";

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

  /** The process of a VM ended; fields {@code vm} and {@code log}. Makes the run INVALID. */
  public static final String PROCESS_ENDED = "processEnded";

  /**
   * The connection to a database failed; fields {@code vm}, {@code reason} and {@code waiting}, its
   * requests without an answer. Makes the run INVALID.
   */
  public static final String DATABASE_LOST = "databaseLost";

  /** As {@link #DATABASE_LOST}, of a Tier A. */
  public static final String TIER_A_LOST = "tierALost";

  /**
   * A database has requests and has answered none for some seconds; fields as in {@link
   * #DATABASE_LOST}.
   */
  public static final String DATABASE_SILENT = "databaseSilent";

  /**
   * A lost or silent database answers again; fields {@code vm}, {@code lostMillis} since it was
   * lost or gave its last answer, and {@code failed}, attempts that failed meanwhile.
   */
  public static final String DATABASE_RESTORED = "databaseRestored";

  /** As {@link #DATABASE_RESTORED}, of a Tier A. */
  public static final String TIER_A_RESTORED = "tierARestored";

  /**
   * The lock that keeps other drivers off a prepared server was lost; fields {@code vm} and {@code
   * reason}. It is taken again as soon as the server answers.
   */
  public static final String SERVER_LOCK_LOST = "serverLockLost";

  /** A lost lock was taken again; fields {@code vm} and {@code lostMillis}. */
  public static final String SERVER_LOCK_RESTORED = "serverLockRestored";

  /**
   * Another driver has taken a lost lock; fields {@code vm} and {@code holder}. Makes the run
   * INVALID: that driver may have used the database.
   */
  public static final String SERVER_IN_USE = "serverInUse";

  /** A server was killed on purpose, with all its sessions; field {@code vm}. */
  public static final String SERVER_KILLED = "serverKilled";

  /**
   * A server that was killed on purpose accepts connections again; fields {@code vm} and {@code
   * afterMillis}.
   */
  public static final String SERVER_RECOVERED = "serverRecovered";

  /** A database has begun a checkpoint; fields {@code vm}, {@code timed}, {@code requested}. */
  public static final String CHECKPOINT = "checkpoint";

  /**
   * A worker died or was cut off; fields {@code worker}, {@code address}, {@code reason}, {@code
   * sets}, and {@code lastReportUtcMillis}, after which nothing is known of what these Sets were
   * sent. Makes the run INVALID.
   */
  public static final String WORKER_LOST = "workerLost";

  /** A clock differs by more than the rules like; fields as in {@link ClockOffset#fields}. */
  public static final String CLOCK_APART = "clockApart";

  /**
   * Nothing more is collected of a machine; fields {@code vm} and {@code reason}. The run goes on.
   */
  public static final String COLLECTOR_FAILED = "collectorFailed";

  /**
   * A database does not let statistics be read; fields {@code vm}, {@code source} and {@code
   * reason}. They are left out from then on.
   */
  public static final String STATISTICS_DENIED = "statisticsDenied";

  /** As {@link #STATISTICS_DENIED}, but they do not exist there. */
  public static final String STATISTICS_MISSING = "statisticsMissing";

  /** The run ended. */
  public static final String RUN_END = "runEnd";
}
