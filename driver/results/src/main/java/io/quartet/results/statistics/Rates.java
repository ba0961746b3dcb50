package io.quartet.results.statistics;

import io.quartet.results.folder.StatsCsv;
import java.util.List;
import java.util.OptionalDouble;

/** Rates of one object within one period of time. Not thread-safe while it is filled. */
public final class Rates {

  /** Smallest part of a stretch that has to have samples. */
  private static final double KNOWN_PART = 0.9;

  private static final double MIB_KIB = 1_024;

  private final double length;
  private final double[] amounts = new double[MachineRate.values().length];
  private final double[] seconds = new double[MachineRate.values().length];

  /**
   * @param length of the stretch, seconds
   */
  Rates(double length) {
    this.length = length;
  }

  /** All of several stretches; without any, nothing is known. */
  public static Rates sum(List<Rates> parts) {
    Rates sum = new Rates(parts.stream().mapToDouble(part -> part.length).sum());
    for (Rates part : parts) {
      for (MachineRate rate : MachineRate.values()) {
        sum.amounts[rate.ordinal()] += part.amounts[rate.ordinal()];
        sum.seconds[rate.ordinal()] += part.seconds[rate.ordinal()];
      }
    }
    return sum;
  }

  /**
   * Several devices of one machine in the same stretch. A device without samples for a part of it
   * was not there then, because the samples of a machine are taken together.
   */
  static Rates ofDevices(List<Rates> devices) {
    Rates sum = new Rates(devices.get(0).length);
    for (Rates device : devices) {
      for (MachineRate rate : MachineRate.values()) {
        int i = rate.ordinal();
        sum.amounts[i] += device.amounts[i];
        sum.seconds[i] = Math.max(sum.seconds[i], device.seconds[i]);
      }
    }
    return sum;
  }

  /** Several machines in the same stretch; nothing is known if a machine has no samples of it. */
  static Rates ofMachines(List<Rates> machines) {
    Rates sum = new Rates(machines.get(0).length);
    for (MachineRate rate : MachineRate.values()) {
      int i = rate.ordinal();
      double known = machines.stream().mapToDouble(one -> one.seconds[i]).min().orElse(0);
      if (known > 0) {
        sum.seconds[i] = known;
        sum.amounts[i] =
            machines.stream().mapToDouble(one -> known * one.amounts[i] / one.seconds[i]).sum();
      }
    }
    return sum;
  }

  /** True if seconds with samples are enough to know a stretch of that length. */
  static boolean isCovered(double length, double seconds) {
    return length > 0 && seconds >= KNOWN_PART * length;
  }

  /** Adds the rates of a row, as far as the machine told them. */
  void add(MachineRate.MachineSource source, StatsCsv.Line line, double forSeconds) {
    if (forSeconds > 0) {
      for (MachineRate rate : source.rates()) {
        rate.value(line).ifPresent(value -> add(rate, value, forSeconds));
      }
    }
  }

  private void add(MachineRate rate, double value, double forSeconds) {
    amounts[rate.ordinal()] += value * forSeconds;
    seconds[rate.ordinal()] += forSeconds;
  }

  /** Mean by time; empty without samples. */
  public OptionalDouble mean(MachineRate rate) {
    double known = seconds[rate.ordinal()];
    return known > 0 ? OptionalDouble.of(amounts[rate.ordinal()] / known) : OptionalDouble.empty();
  }

  /** As {@link #mean}, but over the whole stretch: time without samples counts as 0. */
  public double meanOfAll(MachineRate rate) {
    return length > 0 ? amounts[rate.ordinal()] / length : 0;
  }

  /** Sum of two means; empty unless both are known. */
  public OptionalDouble sumOfMeans(MachineRate first, MachineRate second) {
    return TableSpace.sum(mean(first), mean(second));
  }

  /** Mean times the length of the stretch; empty without samples. */
  public OptionalDouble amount(MachineRate rate) {
    OptionalDouble mean = mean(rate);
    return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * length) : mean;
  }

  /** As {@link #sumOfMeans}, of amounts. */
  public OptionalDouble sumOfAmounts(MachineRate first, MachineRate second) {
    return TableSpace.sum(amount(first), amount(second));
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

  /** Mean size of a read, KiB; empty without any. */
  public OptionalDouble readKib() {
    return ratio(MIB_KIB * sampled(MachineRate.READ_MIB), sampled(MachineRate.READS));
  }

  /** As {@link #readKib}, of writes. */
  public OptionalDouble writtenKib() {
    return ratio(MIB_KIB * sampled(MachineRate.WRITTEN_MIB), sampled(MachineRate.WRITES));
  }

  /** Rate times seconds, of the time with samples. */
  double sampled(MachineRate rate) {
    return amounts[rate.ordinal()];
  }

  /** How long there were samples. */
  double seconds(MachineRate rate) {
    return seconds[rate.ordinal()];
  }

  private static OptionalDouble ratio(double part, double whole) {
    return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
  }

  /** True if more than a tenth of the stretch is without samples of this. */
  public boolean isIncomplete(MachineRate rate) {
    return !isCovered(length, seconds[rate.ordinal()]);
  }
}
