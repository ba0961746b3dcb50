package io.quartet.report.internal.statistics;

import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.results.RunFigures;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts in each second of the measured phases, by Group and transaction, from {@code
 * intervals.csv}.
 */
public final class RunPoints {

  /** A measured phase, as far as it was run. */
  public record Phase(String name, long startUtcMillis, long endUtcMillis) {

    public double seconds() {
      return (endUtcMillis - startUtcMillis) / 1e3;
    }

    /** Points of its series: whole seconds. */
    public int points() {
      return (int) Math.round(seconds());
    }
  }

  /** The counted events, each by its moment of completion. */
  public enum Count {
    COMMITTED,
    COMPLETED,
    RESPONSE_MICROS
  }

  private static final List<VmGroup> ALL = List.of(VmGroup.values());

  private record Key(Count count, RequestKind kind, VmGroup group, String phase) {}

  private final List<RequestKind> kinds;
  private final Headline headline;
  private final List<Phase> phases;
  private final Map<Key, long[]> points = new HashMap<>();

  public RunPoints(RunFigures figures, List<IntervalRow> intervals) {
    this.kinds = figures.kinds();
    this.headline = figures.headline();
    this.phases = phasesOf(figures.rows());
    Map<String, Phase> byName = new HashMap<>();
    phases.forEach(phase -> byName.put(phase.name(), phase));
    Map<String, Long> firstTicks = new HashMap<>();
    for (IntervalRow row : intervals) {
      firstTicks.merge(row.phase(), row.utcMillis(), Math::min);
    }
    for (IntervalRow row : intervals) {
      Phase phase = byName.get(row.phase());
      if (phase != null) {
        add(row, phase, firstTicks.get(row.phase()));
      }
    }
  }

  private static List<Phase> phasesOf(List<CellRow> rows) {
    return rows.stream()
        .filter(CellRow::isMeasured)
        .map(row -> new Phase(row.phase(), row.startUtcMillis(), row.endUtcMillis()))
        .distinct()
        .filter(phase -> phase.points() > 0)
        .toList();
  }

  /**
   * Intervals end somewhere within a second, so the first and the last of a phase are parts of one.
   * Counting from the first end, and around at the end of the phase, puts them together.
   */
  private void add(IntervalRow row, Phase phase, long firstTick) {
    int second = Math.floorMod(Math.round((row.utcMillis() - firstTick) / 1e3), phase.points());
    add(Count.COMMITTED, row, phase, second, row.committed());
    add(Count.COMPLETED, row, phase, second, row.completed());
    add(Count.RESPONSE_MICROS, row, phase, second, row.responseSumMicros());
  }

  private void add(Count count, IntervalRow row, Phase phase, int second, long amount) {
    Key key = new Key(count, row.kind(), row.set().group(), phase.name());
    points.computeIfAbsent(key, k -> new long[phase.points()])[second] += amount;
  }

  public List<Phase> phases() {
    return phases;
  }

  /** Kinds of requests of the run. */
  List<RequestKind> kinds() {
    return kinds;
  }

  /** What the headline of the run counts. */
  Headline headline() {
    return headline;
  }

  /** Sum of some kinds over all Groups and measured phases. */
  public long total(Count count, Set<RequestKind> ofKinds) {
    return points.entrySet().stream()
        .filter(entry -> entry.getKey().count() == count)
        .filter(entry -> ofKinds.contains(entry.getKey().kind()))
        .flatMapToLong(entry -> Arrays.stream(entry.getValue()))
        .sum();
  }

  /** Hash of what the headline counts in each second, which hardly any other run has. */
  public int fingerprint() {
    return Arrays.hashCode(
        phases.stream()
            .map(phase -> series(Count.COMMITTED, headline.kinds(), ALL, phase))
            .flatMapToLong(Arrays::stream)
            .toArray());
  }

  /**
   * One value per second of a phase.
   *
   * @param ofKinds summed up, and so are the groups
   */
  long[] series(Count count, Set<RequestKind> ofKinds, List<VmGroup> groups, Phase phase) {
    long[] sum = new long[phase.points()];
    for (VmGroup group : groups) {
      for (RequestKind kind : ofKinds) {
        long[] addends = points.get(new Key(count, kind, group, phase.name()));
        for (int i = 0; addends != null && i < sum.length; i++) {
          sum[i] += addends[i];
        }
      }
    }
    return sum;
  }
}
