package io.quartet.measure.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;

/**
 * {@code state.json}: how far a run came.
 *
 * @param state RUNNING until the end; RUNNING with a dead pid means the run was killed
 * @param reason why it was aborted, or empty
 * @param pid process of the driver
 * @param endedUtcMillis end, milliseconds since 1970 in UTC; 0 while running
 */
public record RunState(State state, String reason, long pid, long endedUtcMillis) {

  /** Name in the results folder. */
  public static final String NAME = "state.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How far the run came. */
  public enum State {
    RUNNING,
    FINISHED,
    ABORTED
  }

  /** The state of a run that this process begins. */
  public static RunState running() {
    return new RunState(State.RUNNING, "", ProcessHandle.current().pid(), 0);
  }

  /** This run, ended as planned. */
  public RunState finished(long endedUtcMillis) {
    return new RunState(State.FINISHED, "", pid, endedUtcMillis);
  }

  /** This run, ended early. */
  public RunState aborted(String why, long endedUtcMillis) {
    return new RunState(State.ABORTED, why, pid, endedUtcMillis);
  }

  /** For people: {@code finished}, {@code aborted: why}, {@code running} or {@code killed}. */
  public String description() {
    return switch (state) {
      case FINISHED -> "finished";
      case ABORTED -> "aborted: " + reason;
      case RUNNING -> ProcessHandle.of(pid).isPresent() ? "running" : "killed";
    };
  }

  /** Replaces the file. */
  public void write(ResultsFolder folder) {
    folder.replace(
        NAME,
        RunInfo.pretty(
            JSON.createObjectNode()
                .put("state", state.name().toLowerCase(Locale.ROOT))
                .put("reason", reason)
                .put("pid", pid)
                .put("endedUtcMillis", endedUtcMillis)));
  }

  /** Reads the file. */
  public static RunState read(ResultsFolder folder) {
    JsonNode json = RunInfo.readJson(folder, NAME);
    String name = json.path("state").asText();
    for (State state : State.values()) {
      if (state.name().toLowerCase(Locale.ROOT).equals(name)) {
        return new RunState(
            state,
            json.path("reason").asText(),
            json.path("pid").asLong(),
            json.path("endedUtcMillis").asLong());
      }
    }
    throw ResultsFolder.unreadable(folder.file(NAME), "unknown state '" + name + "'", null);
  }
}
