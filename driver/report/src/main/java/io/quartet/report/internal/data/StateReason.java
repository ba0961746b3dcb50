package io.quartet.report.internal.data;

import io.quartet.results.RunState;
import java.util.Optional;

/** Why a run is INVALID for what became of it, in a sentence. */
final class StateReason {

  private StateReason() {}

  /**
   * The sentence; empty if the run finished.
   *
   * @param state empty if {@code state.json} does not tell
   */
  static Optional<String> of(Optional<RunState> state) {
    return state.isEmpty()
        ? Optional.of("state.json does not say whether the run finished.")
        : of(state.get());
  }

  private static Optional<String> of(RunState state) {
    String process = "(process " + state.driver().pid() + ")";
    return switch (state.state()) {
      case FINISHED -> Optional.empty();
      case ABORTED ->
          Optional.of(
              "The run was aborted" + (state.reason().isBlank() ? "." : ": " + state.reason()));
      case RUNNING ->
          Optional.of(
              state.isUnderWay()
                  ? "The run has not ended yet " + process + ": figures so far."
                  : "The run was killed: its driver "
                      + process
                      + " ended before it closed the results.");
      case MEASURED ->
          Optional.of(
              state.isUnderWay()
                  ? "The measurement is complete. The checks after it are under way "
                      + process
                      + "."
                  : "The measurement is complete, but the checks after it are not"
                      + (state.reason().isBlank() ? "" : " (" + state.reason() + ")")
                      + ". 'quartet check --finish' with this folder completes the run, if its databases are"
                      + " unchanged since.");
    };
  }
}
