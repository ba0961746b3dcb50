package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.internal.statistics.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether two sides can be compared, and with which of their runs.
 *
 * <p>A run that is INVALID or lost too much processor time to other programs is left out and named,
 * as long as three runs of its side remain. So the figures of a side are the same beside every
 * other side. Where too few remain, none is left out, and the sides are not comparable. With fewer
 * than three runs on a side, an INVALID run is only named.
 *
 * @param leftOut runs that are left out by their id, in their order, each with the reasons, a
 *     sentence each
 * @param notComparable why the sides are not comparable, a sentence each; empty if they are
 */
record Comparability(Map<String, List<String>> leftOut, List<String> notComparable) {

  Comparability {
    leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
    notComparable = List.copyOf(notComparable);
  }

  /**
   * Facts that decide whether the figures of a run count.
   *
   * @param id unique among the runs of the comparison
   * @param isValid false if its figures are not a result
   * @param foreign what other programs got of its processors, with its name in sentences
   */
  record Standing(String id, boolean isValid, ForeignShare foreign) {

    /** Why the run is left out of its side, a sentence each; empty if it is not. */
    List<String> obstacles() {
      List<String> obstacles = new ArrayList<>(foreign.obstacles());
      if (!isValid) {
        obstacles.add(
            Text.capitalized(foreign.run()) + " is INVALID: its figures are not a result.");
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

    /** Runs that are left out, and why. They are the same beside every other side. */
    Map<String, List<String>> leftOut() {
      Map<String, List<String>> leftOut = new LinkedHashMap<>();
      runs.stream()
          .filter(run -> !counted().runs.contains(run))
          .forEach(run -> leftOut.put(run.id(), run.obstacles()));
      return leftOut;
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
    Map<String, List<String>> leftOut = new LinkedHashMap<>();
    List<String> obstacles = new ArrayList<>();
    for (Side side : List.of(baseline, other)) {
      leftOut.putAll(side.leftOut());
      for (Standing run : side.counted().runs()) {
        obstacles.addAll(isRepeated ? run.obstacles() : run.foreign().obstacles());
      }
    }
    if (isRepeated) {
      tooFew(baseline).ifPresent(obstacles::add);
      tooFew(other).ifPresent(obstacles::add);
    }
    Side first = isRepeated ? baseline.undisturbed() : baseline.counted();
    Side second = isRepeated ? other.undisturbed() : other.counted();
    ForeignShare.apart(first.label, first.shares(), second.label, second.shares())
        .ifPresent(obstacles::add);
    return new Comparability(leftOut, obstacles);
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
