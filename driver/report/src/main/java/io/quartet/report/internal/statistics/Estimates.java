package io.quartet.report.internal.statistics;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.report.internal.data.Problems;
import io.quartet.report.internal.statistics.Quantity.Measure;
import io.quartet.report.internal.statistics.RunPoints.Count;
import io.quartet.report.internal.statistics.RunPoints.Phase;
import io.quartet.results.LatencyLog;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Works out every figure of one run, with its resampled values. */
public final class Estimates {

  private static final long FEWEST_COUNTED = 20;
  private static final long FEWEST_ANSWERS = 20;

  private final ResultsFolder folder;
  private final RunPoints points;
  private final long seed;
  private final BlockBootstrap bootstrap;
  private final List<Integer> allPhases;
  private final Map<Quantity, Estimate> estimates = new LinkedHashMap<>();

  public Estimates(ResultsFolder folder, RunPoints points, long seed) {
    this.folder = folder;
    this.points = points;
    this.seed = seed;
    this.bootstrap = new BlockBootstrap(points.phases().stream().map(Phase::points).toList(), seed);
    this.allPhases = IntStream.range(0, points.phases().size()).boxed().toList();
  }

  /**
   * Every figure that the run has data for, those of phases in their order.
   *
   * @param problems gets what cannot be read
   */
  public Map<Quantity, Estimate> all(Problems problems) {
    for (VmGroup group : groupsAndAll()) {
      throughput(null, group, allPhases);
      for (int phase : allPhases) {
        throughput(points.phases().get(phase).name(), group, List.of(phase));
      }
      for (RequestKind kind : points.kinds()) {
        mean(kind, group);
      }
    }
    percentiles(problems);
    return estimates;
  }

  /** The throughput of all Groups and phases; empty if nothing was completed in them. */
  public Optional<Estimate> etps() {
    throughput(null, null, allPhases);
    return Optional.ofNullable(estimates.get(Quantity.ETPS));
  }

  /** Null stands for all of them together. */
  public static List<VmGroup> groupsAndAll() {
    List<VmGroup> groups = new ArrayList<>();
    groups.add(null);
    groups.addAll(List.of(VmGroup.values()));
    return groups;
  }

  private static List<VmGroup> members(VmGroup group) {
    return group == null ? List.of(VmGroup.values()) : List.of(group);
  }

  private void throughput(String phase, VmGroup group, List<Integer> phases) {
    Sum results = new Sum(Count.COMMITTED, points.headline().kinds(), group, phases);
    if (results.total == 0) {
      return;
    }
    double seconds =
        phases.stream().mapToDouble(index -> points.phases().get(index).seconds()).sum();
    double[] rates = results.resampled;
    for (int i = 0; i < rates.length; i++) {
      rates[i] /= seconds;
    }
    boolean isEnough = results.total >= FEWEST_COUNTED && bootstrap.isEnough(phases);
    estimates.put(
        Quantity.throughput(phase, group), new Estimate(results.total / seconds, rates, isEnough));
  }

  private void mean(RequestKind kind, VmGroup group) {
    Sum answers = new Sum(Count.COMPLETED, Set.of(kind), group, allPhases);
    if (answers.total == 0) {
      return;
    }
    Sum micros = new Sum(Count.RESPONSE_MICROS, Set.of(kind), group, allPhases);
    double[] means = micros.resampled;
    for (int i = 0; i < means.length; i++) {
      // No answer in any drawn second: the figure varies too much to be judged.
      means[i] = answers.resampled[i] <= 0 ? 0 : means[i] / answers.resampled[i] / 1e3;
    }
    boolean isEnough = answers.total >= FEWEST_ANSWERS && bootstrap.isEnough(allPhases);
    estimates.put(
        Quantity.response(Measure.MEAN, group, kind),
        new Estimate(micros.total / 1e3 / answers.total, means, isEnough));
  }

  /** A sum over phases, as it was and as it is in the resampled runs. */
  private final class Sum {
    private final double[] resampled = new double[BlockBootstrap.RESAMPLES];
    private long total;

    Sum(Count count, Set<RequestKind> kinds, VmGroup group, List<Integer> phases) {
      for (int phase : phases) {
        long[] series = points.series(count, kinds, members(group), points.phases().get(phase));
        double[] sums = bootstrap.sums(phase, series);
        for (int i = 0; i < sums.length; i++) {
          resampled[i] += sums[i];
        }
        for (long point : series) {
          total += point;
        }
      }
    }
  }

  /** One transaction after the other: the answers of all would not fit a small heap. */
  private void percentiles(Problems problems) {
    List<LatencyLog> logs = problems.allow(LatencyLog.responses(folder)).orElse(List.of());
    P90Bootstrap slots = new P90Bootstrap(points.phases(), seed);
    for (RequestKind kind : points.kinds()) {
      List<SlotAnswers> answers = new ArrayList<>();
      for (LatencyLog log : logs) {
        if (log.kind().equals(kind)) {
          problems.allow(
              log.read(
                  interval ->
                      slots
                          .slot(interval.phase(), interval.middleUtcMillis())
                          .ifPresent(
                              slot ->
                                  answers.add(
                                      new SlotAnswers(slot, interval.group(), interval.times())))));
        }
      }
      for (VmGroup group : groupsAndAll()) {
        slots
            .estimate(
                answers.stream().filter(one -> group == null || one.group() == group).toList())
            .ifPresent(
                estimate -> estimates.put(Quantity.response(Measure.P90, group, kind), estimate));
      }
    }
  }
}
