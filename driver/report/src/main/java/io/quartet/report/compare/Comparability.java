package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.internal.statistics.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether two sides can be compared, and with which of their runs.
 *
 * <p>With three runs a side or more, a run that is INVALID or lost too much processor time to other
 * programs is left out and named, as long as three runs a side remain. Otherwise the sides are not
 * comparable. With fewer runs, none is left out: other programs make the sides not comparable, and
 * an INVALID run is only named.
 *
 * @param out names of the runs that are left out
 * @param leftOut why, a sentence each
 * @param notComparable why the sides are not comparable, a sentence each; empty if they are
 */
record Comparability(Set<String> out, List<String> leftOut, List<String> notComparable) {

  Comparability {
    out = Set.copyOf(out);
    leftOut = List.copyOf(leftOut);
    notComparable = List.copyOf(notComparable);
  }

  /**
   * Facts that decide whether the figures of a run count.
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
        obstacles.add(Text.capitalized(run) + " is INVALID: its figures are not a result.");
      }
      return obstacles;
    }
  }

  /**
   * @param label of the runs in sentences, for instance {@code runs 4 to 6}
   */
  record Side(String label, List<Standing> runs) {

    private boolean isRepeated() {
      return runs.size() >= Sample.FEWEST_REPEATS;
    }

    private Side remaining() {
      return new Side(label, runs.stream().filter(run -> run.obstacles().isEmpty()).toList());
    }

    private List<ForeignShare> shares() {
      return runs.stream().map(Standing::foreign).toList();
    }
  }

  static Comparability of(Side baseline, Side other) {
    boolean isRepeated = baseline.isRepeated() && other.isRepeated();
    List<String> obstacles = new ArrayList<>();
    for (Standing run : Stream.of(baseline, other).flatMap(side -> side.runs.stream()).toList()) {
      obstacles.addAll(isRepeated ? run.obstacles() : run.foreign().obstacles());
    }
    Side first = isRepeated ? baseline.remaining() : baseline;
    Side second = isRepeated ? other.remaining() : other;
    Optional<String> apart =
        ForeignShare.apart(first.label, first.shares(), second.label, second.shares());
    boolean isEnough = isRepeated && first.isRepeated() && second.isRepeated();
    if (isEnough) {
      Set<String> out = new HashSet<>(outOf(baseline));
      out.addAll(outOf(other));
      return new Comparability(out, obstacles, apart.stream().toList());
    }
    if (isRepeated) {
      tooFew(baseline, first).ifPresent(obstacles::add);
      tooFew(other, second).ifPresent(obstacles::add);
    }
    apart.ifPresent(obstacles::add);
    return new Comparability(Set.of(), List.of(), obstacles);
  }

  /** Names of the runs that are left out of a side of three runs or more. */
  static Set<String> outOf(Side side) {
    return side.isRepeated() && side.remaining().isRepeated()
        ? side.runs.stream()
            .filter(run -> !run.obstacles().isEmpty())
            .map(Standing::run)
            .collect(Collectors.toSet())
        : Set.of();
  }

  /** Why they are, a sentence each. */
  static List<String> leftOutOf(Side side) {
    Set<String> out = outOf(side);
    return side.runs.stream()
        .filter(run -> out.contains(run.run()))
        .flatMap(run -> run.obstacles().stream())
        .toList();
  }

  private static Optional<String> tooFew(Side side, Side remaining) {
    return remaining.isRepeated()
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "That leaves %d of the %d runs of %s, but %d are needed.",
                remaining.runs.size(), side.runs.size(), side.label, Sample.FEWEST_REPEATS));
  }
}
