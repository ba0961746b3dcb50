package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.results.folder.ResultsFolder;
import java.util.Locale;

/**
 * {@code state.json}: how far a run came.
 *
 * @param state RUNNING until the end of the load; RUNNING with a dead driver means the run was
 *     killed
 * @param reason why it was aborted, or why its checks are incomplete, or empty
 * @param driver process that works on it, or did so last
 * @param endedUtcMillis end, milliseconds since 1970 in UTC; 0 while the driver works on it
 */
public record RunState(State state, String reason, DriverProcess driver, long endedUtcMillis) {

  /** Name in the results folder. */
  public static final String NAME = "state.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Progress of the run. */
  public enum State {
    /** Before the end of the load. */
    RUNNING,
    /** The load ran to its end and its trades are counted; checks of the databases are missing. */
    MEASURED,
    /** Everything was done. */
    FINISHED,
    /** The load did not run to its end. */
    ABORTED
  }

  /** The state of a run that this process begins. */
  public static RunState running() {
    return new RunState(State.RUNNING, "", DriverProcess.here(), 0);
  }

  /** This run, whose checks are done by this process now. */
  public RunState measured() {
    return new RunState(State.MEASURED, "", DriverProcess.here(), 0);
  }

  /** This run, whose checks were cut short. */
  public RunState measured(String why, long endedUtcMillis) {
    return new RunState(State.MEASURED, why, driver, endedUtcMillis);
  }

  /** This run, ended as planned. */
  public RunState finished(long endedUtcMillis) {
    return new RunState(State.FINISHED, "", driver, endedUtcMillis);
  }

  /** This run, ended early. */
  public RunState aborted(String why, long endedUtcMillis) {
    return new RunState(State.ABORTED, why, driver, endedUtcMillis);
  }

  /** True if the load ran to its end, with or without the checks after it. */
  public boolean isMeasured() {
    return state == State.MEASURED || state == State.FINISHED;
  }

  /** True if everything was done. */
  public boolean isFinished() {
    return state == State.FINISHED;
  }

  /** True while a driver works on the run. */
  public boolean isUnderWay() {
    return endedUtcMillis == 0 && driver.isAlive();
  }

  /** {@code finished}, {@code aborted}, {@code measured}, {@code running} or {@code killed}. */
  public String word() {
    return state == State.RUNNING && !isUnderWay() ? "killed" : lower(state);
  }

  private static String lower(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /**
   * For people: {@code finished}, {@code aborted: why}, {@code running}, {@code killed} or {@code
   * measured} with what is known of the checks.
   */
  public String description() {
    return switch (state) {
      case FINISHED, RUNNING -> word();
      case ABORTED -> word() + ": " + reason;
      case MEASURED ->
          word()
              + ", checks "
              + (isUnderWay() ? "under way" : "incomplete")
              + (reason.isEmpty() ? "" : ": " + reason);
    };
  }

  /** Replaces the file. */
  public void write(ResultsFolder folder) {
    folder.replace(NAME, text());
  }

  /** Content of the file. */
  public String text() {
    return RunInfo.pretty(
        JSON.createObjectNode()
            .put("state", lower(state))
            .put("reason", reason)
            .put("pid", driver.pid())
            .put("pidStartUtcMillis", driver.startUtcMillis())
            .put("endedUtcMillis", endedUtcMillis));
  }

  /** Reads the file. */
  public static RunState read(ResultsFolder folder) {
    JsonNode json = folder.json(NAME);
    String name = json.path("state").asText();
    for (State state : State.values()) {
      if (lower(state).equals(name)) {
        return new RunState(
            state,
            json.path("reason").asText(),
            DriverProcess.of(json),
            json.path("endedUtcMillis").asLong());
      }
    }
    throw ResultsFolder.unreadable(folder.file(NAME), "unknown state '" + name + "'", null);
  }
}
