package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.compare.Comparison.Figure;
import java.util.ArrayList;
import java.util.List;

/** The most important of a pair in words. */
final class PairSummary {

  private PairSummary() {}

  /** The summary in the rows of a comparable pair. */
  static String of(List<Figure> throughput, List<Figure> responses) {
    return Text.format(
        "%s Throughput figures: %s. Response times: %s.",
        throughput.isEmpty() ? "no throughput to compare." : etps(throughput.get(0).change()),
        counts(throughput),
        counts(responses));
  }

  /** A sentence about the primary row, for instance {@code etps is higher: +3.1 % (...).} */
  private static String etps(Change etps) {
    return switch (etps.verdict()) {
      case HIGHER, LOWER ->
          Text.format(
              "etps is %s: %+.1f %% (interval %+.1f to %+.1f %%).",
              etps.verdict().words(),
              etps.differencePercent(),
              etps.lowPercent(),
              etps.highPercent());
      case DIFFERS ->
          Text.format(
              "etps differs in these runs by %+.1f %% (interval %+.1f to %+.1f %%).",
              etps.differencePercent(), etps.lowPercent(), etps.highPercent());
      case NO_DIFFERENCE_SHOWN ->
          Text.format(
              "no difference in etps is shown (%+.1f %%, interval %+.1f to %+.1f %%).",
              etps.differencePercent(), etps.lowPercent(), etps.highPercent());
      case NOT_ENOUGH_DATA, NOT_COMPARABLE -> "there is not enough data to compare etps.";
    };
  }

  private static String counts(List<Figure> figures) {
    List<String> parts = new ArrayList<>();
    for (FigureVerdict verdict : FigureVerdict.values()) {
      long count = figures.stream().filter(figure -> figure.change().verdict() == verdict).count();
      if (count > 0) {
        parts.add(verdict.words() + " " + count);
      }
    }
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }
}
