package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What became of a run, out of {@code state.json}.
 *
 * @param name {@code finished}, {@code measured}, {@code aborted}, {@code running}, {@code killed}
 *     or {@code unknown}
 * @param reason why the run is INVALID for that; empty if it finished
 */
record RunState(String name, Optional<String> reason) {

  static RunState of(JsonNode state) {
    String said = state.path("reason").asText("");
    return switch (state.path("state").asText("")) {
      case "finished" -> new RunState("finished", Optional.empty());
      case "aborted" ->
          new RunState(
              "aborted", Optional.of("The run was aborted" + (said.isBlank() ? "." : ": " + said)));
      case "measured" -> measured(state, said);
      case "running" -> running(state.path("pid").asLong(-1));
      default ->
          new RunState(
              "unknown", Optional.of("state.json does not tell whether the run ever finished."));
    };
  }

  boolean isFinished() {
    return name.equals("finished");
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static RunState measured(JsonNode state, String said) {
    long pid = state.path("pid").asLong(-1);
    boolean isUnderWay = state.path("endedUtcMillis").asLong() == 0 && isAlive(pid);
    return new RunState(
        "measured",
        Optional.of(
            isUnderWay
                ? "The measurement is whole; the checks after it are under way (process "
                    + pid
                    + ")."
                : "The measurement is whole, but the checks after it are not"
                    + (said.isBlank() ? "" : " (" + said + ")")
                    + ": 'quartet check --finish' with this folder completes the run while its"
                    + " databases are as it left them."));
  }

  private static RunState running(long pid) {
    return isAlive(pid)
        ? new RunState(
            "running",
            Optional.of("The run has not ended yet (process " + pid + "): figures so far."))
        : new RunState(
            "killed",
            Optional.of(
                "The run was killed: its driver (process "
                    + pid
                    + ") is gone without having closed the results."));
  }
}
