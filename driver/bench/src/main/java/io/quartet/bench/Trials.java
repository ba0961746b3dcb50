package io.quartet.bench;

import io.quartet.model.Text;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparability;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.compare.Pairing;
import io.quartet.report.compare.Pairings;
import io.quartet.report.compare.RunSummary;
import io.quartet.report.compare.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Tries the statistics on runs whose truth is known: equal runs against each other, and runs with
 * fewer processors against equal ones.
 *
 * <p>Arguments: a folder of equal runs, and a folder of runs for each variant.
 */
public final class Trials {

  private static final long SEED = 20_131_026;
  private static final int COMPARISONS = 40;
  private static final int FEWEST_COMPARABLE = 30;
  private static final int RUNS_A_SIDE = 3;
  private static final int RUNS_OF_A_VARIANT = 6;

  private final Random random = new Random(SEED);
  private final List<RunSummary> pool;

  private Trials(List<RunSummary> pool) {
    this.pool = pool;
  }

  public static void main(String[] arguments) throws IOException {
    Trials trials = new Trials(runs(Path.of(arguments[0])));
    trials.equalRuns();
    for (int i = 1; i < arguments.length; i++) {
      trials.variant(Path.of(arguments[i]));
    }
  }

  private static List<RunSummary> runs(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      List<RunSummary> runs = paths.sorted().map(RunSummary::read).toList();
      runs.forEach(run -> run.requireSameWorkload(runs.get(0)));
      return runs;
    }
  }

  private static Side side(String label, List<RunSummary> runs) {
    return new Side(label, runs.stream().map(run -> run.member(OptionalInt.empty())).toList());
  }

  private List<RunSummary> drawn(int count) {
    List<RunSummary> shuffled = new ArrayList<>(pool);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, Math.min(count, shuffled.size()));
  }

  private static Pairing against(List<RunSummary> baseline, String label, List<RunSummary> side) {
    return Pairings.of(side("the pool", baseline), List.of(side(label, side))).pairs().get(0);
  }

  private void equalRuns() {
    print("%d equal runs, etps and foreign share:%n", pool.size());
    for (RunSummary run : pool) {
      print(
          "  %s %7.2f %5.1f %%%s%n",
          run.runId(),
          run.etps().orElse(Double.NaN),
          run.foreignPercent().orElse(Double.NaN),
          run.verdict().isValid() ? "" : " INVALID");
    }
    int comparable = 0;
    int different = 0;
    double[] halfWidths = new double[COMPARISONS];
    for (int i = 0; i < COMPARISONS; i++) {
      List<RunSummary> six = drawn(2 * RUNS_A_SIDE);
      Pairing pair =
          against(six.subList(0, RUNS_A_SIDE), "others", six.subList(RUNS_A_SIDE, six.size()));
      if (pair.comparability().notComparable().isEmpty()) {
        Change etps = pair.etps();
        halfWidths[comparable++] = etps.halfWidthPercent();
        different += isDifferent(etps) ? 1 : 0;
      }
    }
    print(
        "%d comparisons of %d against %d: %d comparable, of which %d call etps higher or lower"
            + " (allowed: %d); half-width of the interval %.1f points on average%n",
        COMPARISONS,
        RUNS_A_SIDE,
        RUNS_A_SIDE,
        comparable,
        different,
        comparable / 8,
        Arrays.stream(halfWidths, 0, comparable).average().orElse(0));
    if (comparable < FEWEST_COMPARABLE) {
      print(
          "Fewer than %d are comparable: the foreign shares above are too large or too unlike.%n",
          FEWEST_COMPARABLE);
    }
    if (different > comparable / 8) {
      print("FAILED: more than one in eight is called different.%n");
    }
  }

  private static boolean isDifferent(Change etps) {
    return etps.verdict() == Conclusion.HIGHER || etps.verdict() == Conclusion.LOWER;
  }

  private void variant(Path folder) throws IOException {
    List<RunSummary> runs = runs(folder);
    Pairing pair =
        against(
            drawn(RUNS_OF_A_VARIANT),
            folder.getFileName().toString(),
            runs.subList(0, Math.min(RUNS_OF_A_VARIANT, runs.size())));
    Change etps = pair.etps();
    print(
        "variant %-6s %d runs against %d: %+.1f %% (%s), p %.4f: %s. %s%n",
        pair.other().label(),
        etps.other().runs(),
        etps.baseline().runs(),
        etps.differencePercent(),
        Text.interval(etps.lowPercent(), etps.highPercent(), end -> Text.format("%+.1f", end)),
        etps.pValue(),
        etps.verdict().words(),
        String.join(" ", Comparability.Obstacle.sentences(pair.comparability().notComparable())));
  }

  private static void print(String format, Object... arguments) {
    System.out.print(Text.format(format, arguments));
  }
}
