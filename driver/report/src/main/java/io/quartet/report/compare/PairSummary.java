package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.compare.Comparability.InvalidRun;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.statistics.Quantity.Measure;
import io.quartet.report.section.Contents;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The main result of a pair, as sentences. */
final class PairSummary {

  private PairSummary() {}

  static String of(Pairing pairing, Contents contents) {
    List<Obstacle> obstacles = pairing.comparability().notComparable();
    return Text.format(
        "%s%s against %s: %s",
        obstacles.isEmpty() ? invalidRuns(pairing) : "",
        Text.capitalized(pairing.other().label()),
        pairing.baseline().label(),
        obstacles.isEmpty()
            ? figures(pairing, contents)
            : "not comparable. " + String.join(" ", Obstacle.sentences(obstacles)));
  }

  /** Sentences about runs that are INVALID and count nevertheless; empty if there are none. */
  private static String invalidRuns(Pairing pairing) {
    return Stream.of(pairing.baseline(), pairing.other())
        .flatMap(side -> side.counted().runs().stream())
        .flatMap(run -> run.obstacles().stream())
        .filter(InvalidRun.class::isInstance)
        .map(obstacle -> obstacle.sentence() + " ")
        .collect(Collectors.joining());
  }

  private static String figures(Pairing pairing, Contents contents) {
    return Text.format(
        "%s Throughput figures: %s. Response times: %s.",
        pairing.etps().isKnown()
            ? etps(pairing.etps(), contents.unit())
            : "no throughput to compare.",
        counts(pairing, Set.of(Measure.THROUGHPUT)),
        counts(pairing, Set.of(Measure.MEAN, Measure.P90)));
  }

  /** A sentence about the primary row, for instance {@code etps is higher: +3.1 % (...).} */
  private static String etps(Change etps, String unit) {
    return switch (etps.verdict()) {
      case HIGHER, LOWER ->
          Text.format(
              "%s is %s: %s (%s).", unit, etps.verdict().words(), difference(etps), interval(etps));
      case DIFFERS ->
          Text.format(
              "%s differs in these runs by %s (%s).", unit, difference(etps), interval(etps));
      case NO_DIFFERENCE_SHOWN ->
          Text.format(
              "no difference in %s is shown (%s, %s).", unit, difference(etps), interval(etps));
      case NOT_ENOUGH_DATA, NOT_COMPARABLE ->
          Text.format("there is not enough data to compare %s.", unit);
    };
  }

  private static String difference(Change etps) {
    return signed(etps.differencePercent()) + " %";
  }

  private static String interval(Change etps) {
    return Text.format(
        "interval %s %%",
        Text.interval(etps.lowPercent(), etps.highPercent(), PairSummary::signed));
  }

  private static String signed(double percent) {
    return Format.signed(percent, 1);
  }

  private static String counts(Pairing pairing, Set<Measure> measures) {
    Map<Conclusion, Integer> counts = new EnumMap<>(Conclusion.class);
    pairing
        .changes()
        .forEach(
            (quantity, change) -> {
              if (measures.contains(quantity.measure()) && change.isKnown()) {
                counts.merge(change.verdict(), 1, Integer::sum);
              }
            });
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(count -> count.getKey().words() + " " + count.getValue())
            .collect(Collectors.joining(", "));
  }
}
