package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.internal.statistics.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether two sides can be compared, and with which of their runs.
 *
 * <p>A run that is INVALID or lost too much processor time to other programs is left out and named,
 * as long as three runs of its side remain. So the figures of a side are the same beside every
 * other side. Where too few remain, none is left out, and the sides are not comparable. With fewer
 * than three runs on a side, an INVALID run is only named.
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

    private Side undisturbed() {
      return new Side(label, runs.stream().filter(run -> run.obstacles().isEmpty()).toList());
    }

    /** The side without the runs that are left out. */
    private Side counted() {
      Side undisturbed = undisturbed();
      return undisturbed.isRepeated() ? undisturbed : this;
    }

    private List<ForeignShare> shares() {
      return runs.stream().map(Standing::foreign).toList();
    }
  }

  static Comparability of(Side baseline, Side other) {
    boolean isRepeated = baseline.isRepeated() && other.isRepeated();
    Set<String> out = new HashSet<>();
    List<String> leftOut = new ArrayList<>();
    List<String> obstacles = new ArrayList<>();
    for (Side side : List.of(baseline, other)) {
      out.addAll(outOf(side));
      leftOut.addAll(leftOutOf(side));
      for (Standing run : side.counted().runs()) {
        obstacles.addAll(isRepeated ? run.obstacles() : run.foreign().obstacles());
      }
    }
    if (isRepeated) {
      tooFew(baseline).ifPresent(obstacles::add);
      tooFew(other).ifPresent(obstacles::add);
    }
    Side first = isRepeated ? baseline.undisturbed() : baseline;
    Side second = isRepeated ? other.undisturbed() : other;
    ForeignShare.apart(first.label, first.shares(), second.label, second.shares())
        .ifPresent(obstacles::add);
    return new Comparability(out, leftOut, obstacles);
  }

  /** Names of the runs that are left out of a side. It is the same beside every other side. */
  static Set<String> outOf(Side side) {
    Set<String> out = new HashSet<>();
    side.runs.forEach(run -> out.add(run.run()));
    side.counted().runs.forEach(run -> out.remove(run.run()));
    return out;
  }

  /** Why they are, a sentence each. */
  static List<String> leftOutOf(Side side) {
    Set<String> out = outOf(side);
    return side.runs.stream()
        .filter(run -> out.contains(run.run()))
        .flatMap(run -> run.obstacles().stream())
        .toList();
  }

  private static Optional<String> tooFew(Side side) {
    Side undisturbed = side.undisturbed();
    return undisturbed.isRepeated()
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "That leaves %d of the %d runs of %s, but %d are needed.",
                undisturbed.runs.size(), side.runs.size(), side.label, Sample.FEWEST_REPEATS));
  }
}
