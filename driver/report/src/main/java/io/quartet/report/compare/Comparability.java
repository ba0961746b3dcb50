package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.internal.statistics.Sample;
import io.quartet.results.evidence.Disturbance;
import java.util.ArrayList;
import java.util.Collection;
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
 * @param leftOut runs that are left out, in their order, each with the reasons
 * @param notComparable why the sides are not comparable; empty if they are
 */
public record Comparability(Map<RunId, List<Obstacle>> leftOut, List<Obstacle> notComparable) {

  public Comparability {
    leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
    notComparable = List.copyOf(notComparable);
  }

  /**
   * Identity of a run; no sentence holds it.
   *
   * @param text unique among the runs of a comparison
   */
  public record RunId(String text) {}

  /** A reason why the figures of a run, or of two sides, are not compared. */
  public sealed interface Obstacle {

    /** For people; nothing is decided by its words. */
    String sentence();

    /** The sentences of several, in their order. */
    static List<String> sentences(Collection<Obstacle> obstacles) {
      return obstacles.stream().map(Obstacle::sentence).toList();
    }
  }

  /**
   * @param run its name in sentences
   */
  record InvalidRun(String run) implements Obstacle {
    @Override
    public String sentence() {
      return Text.capitalized(run) + " is INVALID: its figures are not a result.";
    }
  }

  /**
   * Samples that show the foreign share were lost.
   *
   * @param run its name in sentences
   */
  record ShareLost(String run, String reason, String samples) implements Obstacle {
    @Override
    public String sentence() {
      return Text.format(
          "The foreign share of %s is not known (%s): stats/%s is missing or does not cover"
              + " the measured interval.",
          run, reason, samples);
    }
  }

  /**
   * Other programs took more than the limit.
   *
   * @param run its name in sentences
   * @param machine name in sentences of the machine where they took most
   * @param percent what they took there
   * @param machines on how many machines they took more than the limit, from 1
   * @param neighbours guests of such a machine that are none of the plan, in words; may be empty
   */
  record OtherPrograms(String run, String machine, double percent, int machines, String neighbours)
      implements Obstacle {
    @Override
    public String sentence() {
      return Text.format(
          "In %s, other programs took %.1f %% of the processor time used on %s (limit %.0f %%)%s.%s",
          run,
          percent,
          machine,
          Disturbance.LIMIT_PERCENT,
          machines == 1 ? "" : Text.format(", and too much on %d machines in all", machines),
          neighbours.isEmpty() ? "" : " There were " + neighbours + ".");
    }
  }

  /**
   * Foreign shares of two sides that differ by more than the limit.
   *
   * @param baseline share of the baseline, with its place
   * @param other share of the other side, with its place
   */
  record SharesApart(String baseline, String other) implements Obstacle {
    @Override
    public String sentence() {
      return Text.format(
          "The foreign shares are more than %.0f points apart: %s; %s.",
          ForeignShare.MOST_POINTS_APART, baseline, other);
    }
  }

  /**
   * @param side its name in sentences
   * @param left runs without those that would be left out
   * @param runs all of the side
   */
  record TooFewRuns(String side, int left, int runs) implements Obstacle {
    @Override
    public String sentence() {
      return Text.format(
          "That leaves %d of the %d runs of %s, but %d are needed.",
          left, runs, side, Sample.FEWEST_REPEATS);
    }
  }

  static Comparability of(Side baseline, Side other) {
    boolean isRepeated = baseline.isRepeated() && other.isRepeated();
    Map<RunId, List<Obstacle>> leftOut = new LinkedHashMap<>();
    List<Obstacle> obstacles = new ArrayList<>();
    for (Side side : List.of(baseline, other)) {
      leftOut.putAll(side.leftOut());
      for (Side.Member run : side.counted().runs()) {
        obstacles.addAll(isRepeated ? run.obstacles() : run.foreign().obstacles());
      }
    }
    if (isRepeated) {
      tooFew(baseline).ifPresent(obstacles::add);
      tooFew(other).ifPresent(obstacles::add);
    }
    Side first = isRepeated ? baseline.undisturbed() : baseline.counted();
    Side second = isRepeated ? other.undisturbed() : other.counted();
    ForeignShare.apart(first.label(), first.shares(), second.label(), second.shares())
        .ifPresent(obstacles::add);
    return new Comparability(leftOut, obstacles);
  }

  private static Optional<Obstacle> tooFew(Side side) {
    Side undisturbed = side.undisturbed();
    return undisturbed.isRepeated()
        ? Optional.empty()
        : Optional.of(new TooFewRuns(side.label(), undisturbed.runs().size(), side.runs().size()));
  }
}
