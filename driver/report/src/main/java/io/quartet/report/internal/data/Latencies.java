package io.quartet.report.internal.data;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Response times of the measured phases.
 *
 * @param byTag as {@code latency/phases.hlog} has them
 */
public record Latencies(Map<String, Histogram> byTag) {

  private static final int DIGITS = 2;

  /** Response times of one transaction over some phases, all Groups; empty if there are none. */
  public Optional<Histogram> of(TransactionType type, List<String> phaseNames) {
    Histogram sum = new PackedHistogram(DIGITS);
    for (VmGroup group : VmGroup.values()) {
      for (String phase : phaseNames) {
        Histogram histogram = byTag.get(group + ";" + phase + ";" + type.label());
        if (histogram != null) {
          sum.add(histogram);
        }
      }
    }
    return sum.getTotalCount() == 0 ? Optional.empty() : Optional.of(sum);
  }
}
