package io.quartet.model.plan;

import io.quartet.model.VmGroup;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Share of the offered load each Group receives during one phase. Immutable.
 *
 * @param percents four values in [0, 100] in Group order that sum to 100 within 1e-9
 */
public record LoadShare(double[] percents) {

  /** The long-run average, 10, 20, 30 and 40 percent. */
  public static final LoadShare AVERAGE = of(10, 20, 30, 40);

  public LoadShare {
    percents = percents.clone();
    if (percents.length != VmGroup.values().length) {
      throw new IllegalArgumentException("a phase needs 4 shares, not " + percents.length);
    }
    if (Arrays.stream(percents).anyMatch(p -> !(p >= 0 && p <= 100))) {
      throw new IllegalArgumentException("shares must lie in 0..100: " + describe(percents));
    }
    double sum = Arrays.stream(percents).sum();
    if (Math.abs(sum - 100) > 1e-9) {
      throw new IllegalArgumentException(
          "shares " + describe(percents) + " sum to " + sum + ", not to 100");
    }
  }

  /** Shares in percent, in Group order. */
  public static LoadShare of(double... percents) {
    return new LoadShare(percents);
  }

  @Override
  public double[] percents() {
    return percents.clone();
  }

  /** Share of one Group in percent, to nine digits: averages have more. */
  public double percent(VmGroup group) {
    return Math.rint(percents[group.ordinal()] * 1e9) / 1e9;
  }

  /** Share of one Group as a fraction in [0, 1]. */
  public double fraction(VmGroup group) {
    return percents[group.ordinal()] / 100;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LoadShare share && Arrays.equals(percents, share.percents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(percents);
  }

  @Override
  public String toString() {
    return describe(percents);
  }

  private static String describe(double[] percents) {
    return Arrays.stream(percents)
        .mapToObj(p -> p == Math.rint(p) ? Long.toString((long) p) : Double.toString(p))
        .collect(Collectors.joining("/"));
  }
}
