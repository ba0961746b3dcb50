package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.books.PhaseLatency;
import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Response times of one transaction in the phases that have begun, all Groups together.
 *
 * @param histogram in microseconds, to two digits
 * @param maxMicros the longest, exactly
 */
public record MeasuredResponses(Histogram histogram, long maxMicros) {

  private static final int DIGITS = 2;

  /**
   * Adds them up; empty if there was no answer.
   *
   * @param byTag as in {@link RunFiles#phaseLatencies}
   */
  public static Optional<MeasuredResponses> of(
      RequestKind kind, Map<String, Histogram> byTag, RunFigures figures) {
    Histogram sum = new PackedHistogram(DIGITS);
    for (String phase : figures.phases()) {
      for (VmGroup group : VmGroup.values()) {
        Optional.ofNullable(byTag.get(PhaseLatency.tag(group, phase, kind))).ifPresent(sum::add);
      }
    }
    long max =
        figures.rows().stream()
            .filter(row -> row.isMeasured() && row.kind().equals(kind))
            .mapToLong(CellRow::responseMaxMicros)
            .max()
            .orElse(Long.MAX_VALUE);
    return sum.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(new MeasuredResponses(sum, max));
  }

  /**
   * A percentile in microseconds; never more than the longest, which the histogram may round up.
   */
  public long percentileMicros(double percent) {
    return Math.min(maxMicros, histogram.getValueAtPercentile(percent));
  }
}
