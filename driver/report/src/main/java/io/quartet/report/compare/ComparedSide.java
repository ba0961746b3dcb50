package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.compare.Comparability.RunId;
import io.quartet.report.compare.Comparison.Run;
import io.quartet.report.compare.Comparison.RunSet;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Sample;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * One side of a comparison.
 *
 * @param number position, from 1; 1 is the baseline
 * @param runs at least one
 */
record ComparedSide(int number, List<ComparedRun> runs) {

  ComparedSide {
    runs = List.copyOf(runs);
  }

  RunSet facts() {
    return new RunSet(
        number, label(), runs.stream().map(ComparedRun::facts).map(Run::number).toList());
  }

  /** For instance {@code run 1} or {@code runs 4 to 6}. */
  String label() {
    int first = runs.get(0).facts().number();
    return switch (runs.size()) {
      case 1 -> "run " + first;
      case 2 -> Text.format("runs %d and %d", first, first + 1);
      default -> Text.format("runs %d to %d", first, first + runs.size() - 1);
    };
  }

  Comparability.Side standing() {
    return new Comparability.Side(label(), runs.stream().map(ComparedRun::standing).toList());
  }

  /**
   * A figure of the runs that have it.
   *
   * @param out ids of runs that are left out
   * @param figure null for a run without it
   */
  Sample sample(Set<RunId> out, Function<ComparedRun, Estimate> figure) {
    return Sample.of(
        runs.stream()
            .filter(run -> !out.contains(run.standing().id()))
            .map(figure)
            .filter(Objects::nonNull)
            .toList());
  }
}
