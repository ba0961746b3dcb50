package io.quartet.report.internal.statistics;

import java.util.List;
import java.util.Random;

/**
 * Resamples the seconds of one run with a moving-block bootstrap.
 *
 * <p>Neighbouring seconds are alike (a checkpoint slows several of them down), so blocks of seconds
 * are drawn, not single ones. Phases have different loads, so each is resampled from its own
 * seconds. Blocks wrap around at the end of a phase: without that, its first and last seconds would
 * be drawn less often than the others (Politis and Romano, 1992). Of the {@code n} seconds of a
 * phase one block's worth {@code l} is used up by the phase's own mean, so deviations are stretched
 * by {@code sqrt(n / (n - l))}.
 *
 * <p>All sums of one object are drawn from the same seconds, so that a quotient of two of them is
 * that of one resampled run. Immutable; the same seed gives the same draws everywhere.
 */
public final class BlockBootstrap {

  /** Resampled runs. */
  public static final int RESAMPLES = 2_000;

  /**
   * For an autocorrelation of one half from second to second, blocks of 10 s give intervals that
   * contain the truth in 92 % of cases. Blocks of this length reach 94 %.
   */
  private static final int LONGEST_BLOCK = 20;

  /** A short phase is cut into about this many blocks. */
  private static final int BLOCKS = 10;

  private static final int FEWEST_BLOCKS = 6;

  private final int[] blockLengths;
  private final int[] blockCounts;

  /** By phase: where the blocks begin, resample by resample. */
  private final int[][] starts;

  /**
   * @param lengths seconds of each phase, at least 1
   */
  public BlockBootstrap(List<Integer> lengths, long seed) {
    Random random = new Random(seed);
    int phases = lengths.size();
    blockLengths = new int[phases];
    blockCounts = new int[phases];
    starts = new int[phases][];
    for (int phase = 0; phase < phases; phase++) {
      int length = lengths.get(phase);
      blockLengths[phase] = blockLength(length);
      blockCounts[phase] = length / blockLengths[phase];
      starts[phase] = new int[RESAMPLES * blockCounts[phase]];
      for (int block = 0; block < starts[phase].length; block++) {
        starts[phase][block] = random.nextInt(length);
      }
    }
  }

  /** Seconds of a block in a phase of this many. */
  public static int blockLength(int seconds) {
    return Math.max(1, Math.min(LONGEST_BLOCK, seconds / BLOCKS));
  }

  /** True if these phases have blocks enough to tell how much they vary. */
  public boolean isEnough(List<Integer> phases) {
    return phases.stream().mapToInt(phase -> blockCounts[phase]).sum() >= FEWEST_BLOCKS;
  }

  /**
   * Sums of a phase in each resampled run.
   *
   * @param points one per second of the phase
   */
  public double[] sums(int phase, long[] points) {
    int length = points.length;
    int blockLength = blockLengths[phase];
    int blocks = blockCounts[phase];
    long[] blockSums = circularSums(points, blockLength);
    long total = 0;
    for (long point : points) {
      total += point;
    }
    double drawnToAll = (double) length / ((double) blocks * blockLength);
    double stretch = length > blockLength ? Math.sqrt((double) length / (length - blockLength)) : 1;
    double[] sums = new double[RESAMPLES];
    int next = 0;
    for (int resample = 0; resample < RESAMPLES; resample++) {
      long drawn = 0;
      for (int block = 0; block < blocks; block++) {
        drawn += blockSums[starts[phase][next++]];
      }
      sums[resample] = total + stretch * (drawn * drawnToAll - total);
    }
    return sums;
  }

  private static long[] circularSums(long[] points, int blockLength) {
    long[] sums = new long[points.length];
    for (int start = 0; start < points.length; start++) {
      for (int offset = 0; offset < blockLength; offset++) {
        sums[start] += points[(start + offset) % points.length];
      }
    }
    return sums;
  }
}
