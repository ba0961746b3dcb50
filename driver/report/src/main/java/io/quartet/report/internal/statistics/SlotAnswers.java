package io.quartet.report.internal.statistics;

import io.quartet.model.VmGroup;
import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Response times of one transaction on one Set in one slot, without the empty buckets of a
 * histogram: a run of two hours has tens of thousands of these. Immutable.
 */
final class SlotAnswers {

  private final int slot;
  private final VmGroup group;

  /** Ascending, microseconds. */
  private final int[] values;

  private final int[] counts;

  SlotAnswers(int slot, VmGroup group, AbstractHistogram responses) {
    this.slot = slot;
    this.group = group;
    int[] found = new int[64];
    int[] times = new int[64];
    int size = 0;
    for (HistogramIterationValue bucket : responses.recordedValues()) {
      if (size == found.length) {
        found = Arrays.copyOf(found, 2 * size);
        times = Arrays.copyOf(times, 2 * size);
      }
      found[size] = (int) Math.min(Integer.MAX_VALUE, bucket.getValueIteratedTo());
      times[size++] = (int) bucket.getCountAtValueIteratedTo();
    }
    values = Arrays.copyOf(found, size);
    counts = Arrays.copyOf(times, size);
  }

  VmGroup group() {
    return group;
  }

  void addTo(Histogram histogram) {
    for (int i = 0; i < values.length; i++) {
      histogram.recordValueWithCount(values[i], counts[i]);
    }
  }

  /**
   * Adds how many answers took up to each threshold.
   *
   * @param thresholds ascending, the last one no less than any answer
   * @param upTo by threshold and slot
   */
  void count(int[] thresholds, int[][] upTo) {
    int next = 0;
    int counted = 0;
    for (int i = 0; i < thresholds.length; i++) {
      while (next < values.length && values[next] <= thresholds[i]) {
        counted += counts[next++];
      }
      upTo[i][slot] += counted;
    }
  }
}
