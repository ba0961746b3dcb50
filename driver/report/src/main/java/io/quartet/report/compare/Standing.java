package io.quartet.report.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * What decides whether the figures of a run count.
 *
 * @param run its name in sentences, for instance {@code run 2}
 * @param isValid false if its figures are not a result
 * @param foreign what other programs got of its processors
 */
record Standing(String run, boolean isValid, ForeignShare foreign) {

  /** Why the run is left out of its side, a sentence each; empty if it is not. */
  List<String> obstacles() {
    List<String> obstacles = new ArrayList<>(foreign.obstacles());
    if (!isValid) {
      obstacles.add("R" + run.substring(1) + " is INVALID: its figures are not a result.");
    }
    return obstacles;
  }
}
