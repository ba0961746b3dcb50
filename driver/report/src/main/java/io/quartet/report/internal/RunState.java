package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.results.DriverProcess;
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
      case "running" -> running(DriverProcess.of(state));
      default ->
          new RunState(
              "unknown", Optional.of("state.json does not tell whether the run ever finished."));
    };
  }

  boolean isFinished() {
    return name.equals("finished");
  }

  private static RunState measured(JsonNode state, String said) {
    DriverProcess driver = DriverProcess.of(state);
    boolean isUnderWay = state.path("endedUtcMillis").asLong() == 0 && driver.isAlive();
    return new RunState(
        "measured",
        Optional.of(
            isUnderWay
                ? "The measurement is whole; the checks after it are under way (process "
                    + driver.pid()
                    + ")."
                : "The measurement is whole, but the checks after it are not"
                    + (said.isBlank() ? "" : " (" + said + ")")
                    + ": 'quartet check --finish' with this folder completes the run while its"
                    + " databases are as it left them."));
  }

  private static RunState running(DriverProcess driver) {
    return driver.isAlive()
        ? new RunState(
            "running",
            Optional.of(
                "The run has not ended yet (process " + driver.pid() + "): figures so far."))
        : new RunState(
            "killed",
            Optional.of(
                "The run was killed: its driver (process "
                    + driver.pid()
                    + ") is gone without having closed the results."));
  }
}
