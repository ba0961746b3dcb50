package io.quartet.report.internal.run;

import io.quartet.books.IntervalRow;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadShare;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.statistics.Line;
import io.quartet.report.section.Statistics.Trend;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Trend of the processor time of each VM by Trade-Result of its Set. Each measured phase is cut
 * into intervals. An interval is compared only with those of the same load: phases in which the
 * Group has the same share, because a trade costs more or less as the load moves. Where the load of
 * all Groups rises from phase to phase, it is compared with those of its own phase.
 */
final class CostTrends {

  /** Intervals of one phase, where it is long enough. */
  private static final int MOST_PARTS = 6;

  /** Shorter intervals have too few samples and trades, and depend on the one before. */
  private static final double SHORTEST_SECONDS = 10;

  private final ReportData data;
  private final List<Span> points;
  private final List<Span> phases;
  private final Map<VmSet, long[]> tradeResults = new HashMap<>();

  CostTrends(ReportData data) {
    this.data = data;
    this.points = data.grid().points();
    this.phases = Span.measured(data.books().cells());
    for (IntervalRow row : data.books().intervals()) {
      long point = data.grid().pointOf(row.utcMillis());
      if (data.figures().headline().counts(row.kind()) && point < points.size()) {
        tradeResults.computeIfAbsent(row.set(), set -> new long[points.size()])[(int) point] +=
            row.committed();
      }
    }
  }

  /** The trends that are known. */
  Map<String, Trend> byVm() {
    Map<String, Trend> trends = new TreeMap<>();
    for (VmSet set : data.sets()) {
      for (VmRole role : VmRole.values()) {
        List<OptionalDouble> processors =
            data.samples().statistics().processors().get(set.vmName(role));
        if (processors != null && tradeResults.containsKey(set)) {
          trend(set, processors).ifPresent(trend -> trends.put(set.vmName(role), trend));
        }
      }
    }
    return trends;
  }

  /**
   * The logarithm of the processor time by Trade-Result in an interval.
   *
   * @param load intervals of the same load have the same text
   * @param at its middle, in seconds since the start of the run
   */
  private record Cost(String load, double at, double logarithm) {}

  private Optional<Trend> trend(VmSet set, List<OptionalDouble> processors) {
    List<Cost> costs = new ArrayList<>();
    for (Span phase : phases) {
      String load = load(phase, set.group());
      for (List<Integer> part : parts(phase)) {
        cost(load, part, processors, tradeResults.get(set)).ifPresent(costs::add);
      }
    }
    double length = data.figures().interval().seconds();
    return Line.within(
            costs.stream().map(Cost::load).toList(),
            costs.stream().mapToDouble(Cost::at).toArray(),
            costs.stream().mapToDouble(Cost::logarithm).toArray())
        .map(
            line -> {
              double change = length * line.slope();
              double margin = length * line.margin();
              return new Trend(
                  percent(change),
                  percent(change - margin),
                  percent(change + margin),
                  line.pValue());
            });
  }

  private static double percent(double logarithm) {
    return 100 * Math.expm1(logarithm);
  }

  private String load(Span phase, VmGroup group) {
    boolean isSteady = data.plan().map(plan -> !plan.workload().isRamp()).orElse(false);
    Optional<LoadShare> shares = data.figures().targets(phase.name());
    return isSteady && shares.isPresent()
        ? "share " + shares.get().percent(group)
        : "phase " + phase.name();
  }

  /** The points of a phase, none of which lies partly outside, cut into equal parts. */
  private List<List<Integer>> parts(Span phase) {
    List<Integer> inside = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).startUtcMillis() >= phase.startUtcMillis()
          && points.get(i).endUtcMillis() <= phase.endUtcMillis()) {
        inside.add(i);
      }
    }
    int parts = (int) Math.max(1, Math.min(MOST_PARTS, phase.seconds() / SHORTEST_SECONDS));
    List<List<Integer>> cut = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int from = inside.size() * part / parts;
      int to = inside.size() * (part + 1) / parts;
      if (from < to) {
        cut.add(inside.subList(from, to));
      }
    }
    return cut;
  }

  /** Empty if there was no trade, or not all of its samples are known. */
  private Optional<Cost> cost(
      String load, List<Integer> part, List<OptionalDouble> processors, long[] results) {
    double busy = 0;
    long trades = 0;
    for (int point : part) {
      busy += processors.get(point).orElse(Double.NaN);
      trades += results[point];
    }
    double middle =
        (points.get(part.get(0)).startUtcMillis()
                + points.get(part.get(part.size() - 1)).endUtcMillis())
            / 2.0;
    return busy > 0 && trades > 0
        ? Optional.of(new Cost(load, middle / 1e3, Math.log(busy / trades)))
        : Optional.empty();
  }
}
