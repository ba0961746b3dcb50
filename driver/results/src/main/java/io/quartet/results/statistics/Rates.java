package io.quartet.results.statistics;

import java.util.List;
import java.util.OptionalDouble;

/** What was sampled of one thing within one stretch of time. Not thread-safe while it is filled. */
public final class Rates {

  /** The part of a stretch that may be without samples. */
  private static final double MISSING_PART = 0.1;

  private final double length;
  private final double[] amounts = new double[MachineRate.values().length];
  private final double[] seconds = new double[MachineRate.values().length];

  /**
   * @param length of the stretch, seconds
   */
  Rates(double length) {
    this.length = length;
  }

  /** All of several stretches. */
  static Rates sum(List<Rates> parts) {
    Rates sum = new Rates(parts.stream().mapToDouble(part -> part.length).sum());
    for (Rates part : parts) {
      for (MachineRate rate : MachineRate.values()) {
        sum.amounts[rate.ordinal()] += part.amounts[rate.ordinal()];
        sum.seconds[rate.ordinal()] += part.seconds[rate.ordinal()];
      }
    }
    return sum;
  }

  void add(MachineRate rate, double value, double forSeconds) {
    amounts[rate.ordinal()] += value * forSeconds;
    seconds[rate.ordinal()] += forSeconds;
  }

  /** Mean by time; empty without samples. */
  public OptionalDouble mean(MachineRate rate) {
    double known = seconds[rate.ordinal()];
    return known > 0 ? OptionalDouble.of(amounts[rate.ordinal()] / known) : OptionalDouble.empty();
  }

  /** Mean times the length of the stretch; empty without samples. */
  public OptionalDouble amount(MachineRate rate) {
    OptionalDouble mean = mean(rate);
    return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * length) : mean;
  }

  /** Mean time of a read, queue included, milliseconds; empty without any. */
  public OptionalDouble readAwaitMillis() {
    return ratio(sampled(MachineRate.READ_MILLIS), sampled(MachineRate.READS));
  }

  /** As {@link #readAwaitMillis}, of writes. */
  public OptionalDouble writeAwaitMillis() {
    return ratio(sampled(MachineRate.WRITE_MILLIS), sampled(MachineRate.WRITES));
  }

  /** As {@link #readAwaitMillis}, of both, each operation counting alike. */
  public OptionalDouble awaitMillis() {
    return ratio(
        sampled(MachineRate.READ_MILLIS) + sampled(MachineRate.WRITE_MILLIS),
        sampled(MachineRate.READS) + sampled(MachineRate.WRITES));
  }

  private double sampled(MachineRate rate) {
    return amounts[rate.ordinal()];
  }

  private static OptionalDouble ratio(double part, double whole) {
    return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
  }

  /** True if a tenth of the stretch or more is without samples of this. */
  public boolean isIncomplete(MachineRate rate) {
    return seconds[rate.ordinal()] <= (1 - MISSING_PART) * length;
  }
}
