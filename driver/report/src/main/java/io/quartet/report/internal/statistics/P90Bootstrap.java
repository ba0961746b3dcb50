package io.quartet.report.internal.statistics;

import io.quartet.report.internal.statistics.RunPoints.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Resamples the 90th percentile of response times from the histograms of 10 s each that the latency
 * logs hold.
 *
 * <p>The measured phases are cut into slots of 10 s. A resampled run draws slots with replacement,
 * so each answer of a slot counts as often as the slot was drawn; the percentile is that of all
 * drawn answers together. Slots are drawn within phases. If a phase has fewer than six, they are
 * drawn from all phases together: the differences between phases then widen the interval, which
 * errs on the safe side.
 *
 * <p>The only approximation rounds answers to one of at most {@link #MOST_THRESHOLDS} values
 * between the median and the maximum. The answers up to each value are counted once for each slot.
 * Bisection among the values then finds a resampled percentile.
 *
 * <p>All percentiles of one object are drawn from the same slots. Immutable; the same seed gives
 * the same draws everywhere.
 */
final class P90Bootstrap {

  private static final long SLOT_MILLIS = 10_000;
  private static final int FEWEST_SLOTS = 6;
  private static final long FEWEST_ANSWERS = 100;
  private static final int MOST_THRESHOLDS = 2_048;
  private static final double QUANTILE = 0.9;
  private static final int DIGITS = 3;

  private final List<Phase> phases;
  private final int[] firstSlots;
  private final int slots;

  /** For strata of equal size; with phases of other lengths, those of short ones are too small. */
  private final double stretch;

  /** By resample: how often each slot was drawn. */
  private final int[][] weights;

  P90Bootstrap(List<Phase> phases, long seed) {
    this.phases = List.copyOf(phases);
    this.firstSlots = new int[phases.size() + 1];
    for (int i = 0; i < phases.size(); i++) {
      firstSlots[i + 1] = firstSlots[i] + slotsOf(phases.get(i));
    }
    this.slots = firstSlots[phases.size()];
    boolean isByPhase = phases.stream().allMatch(phase -> slotsOf(phase) >= FEWEST_SLOTS);
    int[] bounds = isByPhase ? firstSlots : new int[] {0, slots};
    int strata = bounds.length - 1;
    this.stretch = slots > strata ? Math.sqrt((double) slots / (slots - strata)) : 1;
    this.weights = draw(bounds, slots, new Random(seed));
  }

  private static int slotsOf(Phase phase) {
    long millis = phase.endUtcMillis() - phase.startUtcMillis();
    return (int) ((millis + SLOT_MILLIS - 1) / SLOT_MILLIS);
  }

  private static int[][] draw(int[] bounds, int slots, Random random) {
    int[][] weights = new int[BlockBootstrap.RESAMPLES][slots];
    for (int[] weight : weights) {
      for (int stratum = 0; stratum + 1 < bounds.length; stratum++) {
        int size = bounds[stratum + 1] - bounds[stratum];
        for (int drawn = 0; drawn < size; drawn++) {
          weight[bounds[stratum] + random.nextInt(size)]++;
        }
      }
    }
    return weights;
  }

  /**
   * The slot of an interval of the logs; empty if its answers are of no measured phase.
   *
   * @param phase phase of the intended starts
   * @param middleUtcMillis middle of the interval; late answers belong to the last slot of a phase
   */
  OptionalInt slot(String phase, long middleUtcMillis) {
    for (int i = 0; i < phases.size(); i++) {
      if (phases.get(i).name().equals(phase)) {
        long passed = (middleUtcMillis - phases.get(i).startUtcMillis()) / SLOT_MILLIS;
        int last = slotsOf(phases.get(i)) - 1;
        return OptionalInt.of(firstSlots[i] + (int) Math.max(0, Math.min(last, passed)));
      }
    }
    return OptionalInt.empty();
  }

  /** The percentile of all these answers, in milliseconds; empty if there are none. */
  Optional<Estimate> estimate(List<SlotAnswers> answers) {
    Histogram all = new Histogram(DIGITS);
    answers.forEach(slot -> slot.addTo(all));
    if (all.getTotalCount() == 0) {
      return Optional.empty();
    }
    int[] thresholds = thresholds(all);
    int[][] upTo = new int[thresholds.length][slots];
    answers.forEach(slot -> slot.count(thresholds, upTo));
    int[] once = new int[slots];
    Arrays.fill(once, 1);
    double value = percentile(thresholds, upTo, once);
    double[] resampled = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      resampled[i] = value + stretch * (percentile(thresholds, upTo, weights[i]) - value);
    }
    boolean isEnough = slots >= FEWEST_SLOTS && all.getTotalCount() >= FEWEST_ANSWERS;
    return Optional.of(new Estimate(value, resampled, isEnough));
  }

  /** Values above the median, the largest last; evenly by rank where there are too many. */
  private static int[] thresholds(Histogram all) {
    List<Integer> values = new ArrayList<>();
    double step = all.getTotalCount() / 2.0 / MOST_THRESHOLDS;
    double nextRank = all.getTotalCount() / 2.0;
    for (HistogramIterationValue bucket : all.recordedValues()) {
      long rank = bucket.getTotalCountToThisValue();
      if (rank >= nextRank || rank == all.getTotalCount()) {
        values.add((int) bucket.getValueIteratedTo());
        nextRank = Math.max(nextRank + step, rank);
      }
    }
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double percentile(int[] thresholds, int[][] upTo, int[] weight) {
    int last = thresholds.length - 1;
    long needed = (long) Math.ceil(QUANTILE * weighted(upTo[last], weight));
    int from = 0;
    int to = last;
    while (from < to) {
      int middle = (from + to) / 2;
      if (weighted(upTo[middle], weight) >= needed) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return thresholds[from] / 1e3;
  }

  private static long weighted(int[] counts, int[] weight) {
    long sum = 0;
    for (int slot = 0; slot < counts.length; slot++) {
      sum += (long) weight[slot] * counts[slot];
    }
    return sum;
  }
}
