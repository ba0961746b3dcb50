package io.quartet.report.internal.statistics;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;

/**
 * One figure of all runs of a side.
 *
 * @param runs the figure of each run; those without it are left out
 * @param blocks block of an experiment that each run belongs to, as many as runs; empty if the runs
 *     are not paired with those of another side
 * @param boots boot of the machines that each run belongs to, as many as runs; empty if the runs
 *     are the units that repeat
 */
public record Sample(List<Estimate> runs, List<Integer> blocks, List<Integer> boots) {

  /** Fewer runs or blocks do not show how much repeated runs differ. */
  public static final int FEWEST_REPEATS = 3;

  public Sample {
    runs = List.copyOf(runs);
    blocks = List.copyOf(blocks);
    boots = List.copyOf(boots);
  }

  /** Runs of which it does not matter in which boot they were. */
  public Sample(List<Estimate> runs, List<Integer> blocks) {
    this(runs, blocks, List.of());
  }

  /** Runs that are not paired. */
  public static Sample of(List<Estimate> runs) {
    return new Sample(runs, List.of());
  }

  /**
   * The same runs with the boots of their machines. Runs of one boot are more alike than those of
   * two: from three boots on, boots are the units that repeat. Fewer do not show how much they
   * differ.
   *
   * @param names of the boot of each run; empty if it is not known
   */
  public Sample inBoots(List<String> names) {
    List<String> distinct = names.stream().distinct().toList();
    return distinct.contains("")
            || distinct.size() < FEWEST_REPEATS
            || distinct.size() == names.size()
        ? this
        : new Sample(runs, blocks, names.stream().map(distinct::indexOf).toList());
  }

  /** Mean of the runs, or of the means of their blocks or boots; NaN if there is none. */
  public double mean() {
    List<Sample> groups = groups();
    return groups.isEmpty()
        ? Mean.of(values()).getAsDouble()
        : groups.stream().mapToDouble(Sample::mean).average().orElseThrow();
  }

  /** The runs of each block or boot, in their order; empty if each run is a unit. */
  List<Sample> groups() {
    return blocks.isEmpty()
        ? new TreeSet<>(boots).stream().map(boot -> in(boots, boot)).toList()
        : blocksIn(this).stream().map(this::inBlock).toList();
  }

  /** The figure of each run, in the order of the runs. */
  public double[] values() {
    return runs.stream().mapToDouble(Estimate::value).toArray();
  }

  /**
   * Relative interval of the mean; empty with fewer than three runs, or blocks where runs belong to
   * blocks, or a mean that is not positive. Runs of one block share the mood of the machine: they
   * are one repeat.
   */
  public Optional<Interval> interval(long seed) {
    Units units = Units.of(this);
    return units.isRepeated() && mean() > 0
        ? Optional.of(Interval.ofDrawn(0, units.drawn(seed), units.size() - 1))
        : Optional.empty();
  }

  /** Deviation of the mean of the runs in a resample, in parts of it. */
  double deviation(int resample) {
    return runs.stream().mapToDouble(run -> run.deviation(resample)).sum() / runs.size();
  }

  /** Variance of the mean by what varies within runs, which vary independently. */
  double varianceOfMean() {
    double size = runs.size();
    return runs.stream().mapToDouble(Estimate::variance).sum() / size / size;
  }

  /** Blocks that both sides have, in their order. */
  List<Integer> blocksIn(Sample other) {
    Set<Integer> common = new TreeSet<>(blocks);
    common.retainAll(other.blocks);
    return List.copyOf(common);
  }

  /** The runs in blocks that the other side has too; all of them if it has none of their blocks. */
  public Sample beside(Sample other) {
    List<Integer> common = blocksIn(other);
    if (common.isEmpty()) {
      return this;
    }
    int[] chosen =
        IntStream.range(0, blocks.size()).filter(run -> common.contains(blocks.get(run))).toArray();
    return new Sample(
        IntStream.of(chosen).mapToObj(runs::get).toList(),
        IntStream.of(chosen).mapToObj(blocks::get).toList());
  }

  /** The runs of one block. */
  Sample inBlock(int block) {
    return in(blocks, block);
  }

  private Sample in(List<Integer> groups, int group) {
    return of(
        IntStream.range(0, groups.size())
            .filter(run -> groups.get(run) == group)
            .mapToObj(runs::get)
            .toList());
  }
}
