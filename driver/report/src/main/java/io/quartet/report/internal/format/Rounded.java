package io.quartet.report.internal.format;

import java.util.OptionalDouble;

/** Figures without the digits that say nothing; null for those that are not known. */
public final class Rounded {

  private Rounded() {}

  /** As it is. */
  public static Double exactly(OptionalDouble value) {
    return value.isEmpty() ? null : (Double) value.getAsDouble();
  }

  /** To two decimals: what can be seen in a chart. */
  public static double hundredths(double value) {
    return Math.round(value * 1e2) / 1e2;
  }

  /** As {@link #hundredths(double)}. */
  public static Double hundredths(OptionalDouble value) {
    return value.isEmpty() ? null : (Double) hundredths(value.getAsDouble());
  }

  /** An amount by count, as {@link #thousandths}; null without either. */
  public static Double quotient(OptionalDouble amount, double count) {
    return amount.isEmpty() || count == 0
        ? null
        : thousandths(OptionalDouble.of(amount.getAsDouble() / count));
  }

  /** To three decimals: interpolation gives no more. */
  public static Double thousandths(OptionalDouble value) {
    return value.isEmpty() ? null : (Double) (Math.round(value.getAsDouble() * 1e3) / 1e3);
  }
}
