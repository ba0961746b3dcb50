package io.quartet.report.compare;

import io.quartet.report.compare.Comparability.InvalidRun;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparability.RunId;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Runs of the same thing: a run or a set of runs that {@code compare} names, a cell of an
 * experiment, or the slices of a trial on one database. Immutable.
 *
 * @param label name in sentences, for instance {@code cell 3} or {@code runs 4 to 6}
 * @param runs none at the beginning of an experiment
 */
public record Side(String label, List<Member> runs) {

  public Side {
    runs = List.copyOf(runs);
  }

  /**
   * One of the runs.
   *
   * @param isValid false if its figures are not a result
   * @param foreign what other programs got of its processors, with its name in sentences
   * @param figures what it has no data for is absent
   * @param block of an experiment: runs of two sides in one block are paired; empty if they are not
   * @param boots of the machines: a text that other boots or machines do not have; empty if it is
   *     not known
   */
  public record Member(
      RunId id,
      boolean isValid,
      ForeignShare foreign,
      Map<Quantity, Estimate> figures,
      OptionalInt block,
      String boots) {

    /** Of boots that are not known, or do not matter. */
    public Member(
        RunId id,
        boolean isValid,
        ForeignShare foreign,
        Map<Quantity, Estimate> figures,
        OptionalInt block) {
      this(id, isValid, foreign, figures, block, "");
    }

    /**
     * A measurement without other programs.
     *
     * @param name in sentences, unique in its side
     */
    public static Member undisturbed(String name, Map<Quantity, Estimate> figures, int block) {
      return new Member(
          new RunId(name),
          true,
          new ForeignShare(name, List.of(), Set.of(), "", false),
          figures,
          OptionalInt.of(block));
    }

    /** Why the run is left out of its side; empty if it is not. */
    List<Obstacle> obstacles() {
      List<Obstacle> obstacles = new ArrayList<>(foreign.obstacles());
      if (!isValid) {
        obstacles.add(new InvalidRun(foreign.run()));
      }
      return obstacles;
    }
  }

  boolean isRepeated() {
    return runs.size() >= Sample.FEWEST_REPEATS;
  }

  Side undisturbed() {
    return new Side(label, runs.stream().filter(run -> run.obstacles().isEmpty()).toList());
  }

  /** The side without the runs that are left out. */
  Side counted() {
    Side undisturbed = undisturbed();
    return undisturbed.isRepeated() ? undisturbed : this;
  }

  /** Runs that are left out, and why. They are the same beside every other side. */
  public Map<RunId, List<Obstacle>> leftOut() {
    if (!undisturbed().isRepeated()) {
      return Map.of();
    }
    Map<RunId, List<Obstacle>> leftOut = new LinkedHashMap<>();
    for (Member run : runs) {
      List<Obstacle> obstacles = run.obstacles();
      if (!obstacles.isEmpty()) {
        leftOut.put(run.id(), obstacles);
      }
    }
    return Collections.unmodifiableMap(leftOut);
  }

  List<ForeignShare> shares() {
    return runs.stream().map(Member::foreign).toList();
  }

  /** What any of the runs has a figure of, in the order of the first that has. */
  Set<Quantity> quantities() {
    Set<Quantity> quantities = new LinkedHashSet<>();
    runs.forEach(run -> quantities.addAll(run.figures().keySet()));
    return quantities;
  }

  /** A figure of the runs that have it, also of those that are left out. */
  Sample sample(Quantity quantity) {
    List<Member> having = runs.stream().filter(run -> run.figures().containsKey(quantity)).toList();
    List<Estimate> figures = having.stream().map(run -> run.figures().get(quantity)).toList();
    return having.stream().allMatch(run -> run.block().isPresent())
        ? new Sample(figures, having.stream().map(run -> run.block().getAsInt()).toList())
        : Sample.of(figures).inBoots(having.stream().map(Member::boots).toList());
  }

  /** Boots of its machines that its runs come from; 0 if that is not known of all. */
  int boots() {
    List<String> boots = runs.stream().map(Member::boots).distinct().toList();
    return boots.contains("") ? 0 : boots.size();
  }

  /** True if its runs and those of another side are of different boots, of which one has few. */
  boolean isConfoundedByBoots(Side other) {
    int fewest = Math.min(boots(), other.boots());
    return fewest > 0
        && fewest < Sample.FEWEST_REPEATS
        && runs.stream()
            .map(Member::boots)
            .noneMatch(boot -> other.runs.stream().map(Member::boots).anyMatch(boot::equals));
  }

  /** Mean of a figure over the runs that are not left out; empty if none has it. */
  public OptionalDouble mean(Quantity quantity) {
    Sample sample = counted().sample(quantity);
    return sample.runs().isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sample.mean());
  }

  /** Every figure of the runs that are not left out; what none of them has is absent. */
  public Map<Quantity, Spread> spreads() {
    Side counted = counted();
    Map<Quantity, Spread> spreads = new LinkedHashMap<>();
    for (Quantity quantity : counted.quantities()) {
      spreads.put(quantity, Spread.of(counted.sample(quantity)));
    }
    return spreads;
  }

  /** Drift of etps over the blocks; null if it is not known. */
  public Drift drift() {
    return Drift.of(counted().sample(Quantity.ETPS)).orElse(null);
  }
}
