package io.quartet.report.internal.plot;

import io.quartet.model.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to positions in a drawing.
 *
 * @param isLogarithmic true if equal distances are equal factors
 */
public record Scale(double low, double high, double from, double to, boolean isLogarithmic) {

  /** Above this factor between the ends, a linear axis crowds the small values. */
  private static final double WIDE = 12;

  private static final int MOST_DECIMALS = 4;
  private static final double[] STEPS = {1, 2, 2.5, 5, 10};

  /** The horizontal scale for these values; logarithmic if they are far apart. */
  public static Scale across(List<Double> values, double from, double to) {
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double high = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    if (low == high) {
      return new Scale(low - 1, high + 1, from, to, false);
    }
    return new Scale(low, high, from, to, low > 0 && high / low >= WIDE);
  }

  /** With ends at round numbers around these values; wide enough for ticks if they are equal. */
  public static Scale rounded(double low, double high, double from, double to, int mostTicks) {
    double step = step(high > low ? high - low : 1, mostTicks);
    double first = Math.floor(low / step + 1e-9) * step;
    double last = Math.ceil(high / step - 1e-9) * step;
    return new Scale(first, first == last ? first + step : last, from, to, false);
  }

  public double position(double value) {
    double share =
        isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }

  /** Round values from end to end. */
  public List<Double> ticks(int most) {
    double step = step(high - low, most);
    List<Double> ticks = new ArrayList<>();
    for (long i = Math.round(Math.ceil(low / step - 1e-9)); i * step <= high + step * 1e-9; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static double step(double range, int most) {
    double rough = Math.max(range, 1e-9) / most;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double step : STEPS) {
      if (step * power >= rough * (1 - 1e-9)) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /** Digits after the point that ticks need. */
  public int decimals(int mostTicks) {
    double step = step(high - low, mostTicks);
    int decimals = 0;
    while (decimals < MOST_DECIMALS && Math.abs(step - Math.rint(step)) > 1e-9 * step) {
      step *= 10;
      decimals++;
    }
    return decimals;
  }

  /** A tick in words. */
  public String text(double tick, int mostTicks) {
    return Text.format("%,." + decimals(mostTicks) + "f", tick);
  }
}
