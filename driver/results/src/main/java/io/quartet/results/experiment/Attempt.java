package io.quartet.results.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Set;

/**
 * One try to run a cell of an experiment. Immutable.
 *
 * @param cell number of the cell
 * @param block number of the block, from 1
 * @param isControl true for the second run of the baseline in its block
 * @param startedUtcMillis milliseconds since 1970 in UTC
 * @param endedUtcMillis likewise; null while it goes on, or if it was killed
 * @param runId name of the results folder below {@code runs/}; null if it did not come so far
 * @param code stable code of the error that ended it; null if none did
 * @param message that error in words; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Attempt(
    int cell,
    int block,
    @JsonProperty("isControl") boolean isControl,
    long startedUtcMillis,
    Long endedUtcMillis,
    String runId,
    State state,
    String code,
    String message) {

  /** A machine that was lost, databases of other cells that did not stop, another driver. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "SERVER_DID_NOT_STOP",
          "MACHINES_NOT_READY",
          "DATABASE_UNREACHABLE",
          "NAME_IN_USE",
          "SERVER_IN_USE");

  /** Outcome of the attempt. */
  public enum State {
    /** It goes on, or its driver was killed. */
    @JsonProperty("running")
    RUNNING,
    /** The run came to its end; whether it is valid stands in its folder. */
    @JsonProperty("finished")
    FINISHED,
    /** The run had no end, and will have none: the cell failed in this block. */
    @JsonProperty("failed")
    FAILED,
    /** Somebody stopped it: it is tried again. */
    @JsonProperty("interrupted")
    INTERRUPTED
  }

  /** One that begins. */
  public static Attempt started(int cell, int block, boolean isControl, long utcMillis) {
    return new Attempt(cell, block, isControl, utcMillis, null, null, State.RUNNING, null, null);
  }

  /** The same with its results folder. */
  public Attempt in(String folder) {
    return new Attempt(
        cell, block, isControl, startedUtcMillis, endedUtcMillis, folder, state, code, message);
  }

  /** The same when its run has come to its end. */
  public Attempt finished(long utcMillis) {
    return ended(State.FINISHED, utcMillis, null, null);
  }

  /**
   * The same when it came to no end.
   *
   * @param last {@link State#FAILED} or {@link State#INTERRUPTED}
   * @param utcMillis null if the moment is not known
   */
  public Attempt ended(State last, Long utcMillis, String error, String words) {
    return new Attempt(
        cell, block, isControl, startedUtcMillis, utcMillis, runId, last, error, words);
  }

  /** The same to be made again; its error stays, to be read. */
  public Attempt interrupted() {
    return ended(State.INTERRUPTED, endedUtcMillis, code, message);
  }

  /** True if it failed before its run began. */
  public boolean failedBeforeItsRun() {
    return state == State.FAILED && runId == null;
  }

  /**
   * True if the cell would fail again: it failed before its run, and nothing else was the cause.
   */
  public boolean wouldFailAgain() {
    return failedBeforeItsRun() && !OF_OTHERS.contains(code);
  }

  /** True if both are of the same cell in the same place of the same block. */
  public boolean isOfSamePlace(Attempt other) {
    return cell == other.cell && block == other.block && isControl == other.isControl;
  }
}
