package io.quartet.books;

import io.quartet.model.Outcome;
import java.util.Arrays;

/**
 * Finished requests by outcome. Immutable.
 *
 * @param counts one count per {@link Outcome}, by ordinal
 */
public record OutcomeCounts(long[] counts) {

  private static final Outcome[] OUTCOMES = Outcome.values();

  public OutcomeCounts {
    if (counts.length != OUTCOMES.length) {
      throw new IllegalArgumentException(
          OUTCOMES.length + " outcomes are needed, not " + counts.length);
    }
    counts = counts.clone();
  }

  @Override
  public long[] counts() {
    return counts.clone();
  }

  public long of(Outcome outcome) {
    return counts[outcome.ordinal()];
  }

  /** Requests with any of the eight kinds of failure. */
  public long failed() {
    long sum = 0;
    for (Outcome outcome : OUTCOMES) {
      if (outcome.isFailure()) {
        sum += counts[outcome.ordinal()];
      }
    }
    return sum;
  }

  public long total() {
    return Arrays.stream(counts).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OutcomeCounts that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return Arrays.toString(counts);
  }
}
