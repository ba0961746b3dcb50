package io.quartet.report.internal.print;

import io.quartet.model.Text;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.Locale;

/** A format of an axis, which is only written. */
abstract class AxisFormat extends NumberFormat {
  private static final long serialVersionUID = 1;

  abstract String text(double value);

  @Override
  public StringBuffer format(double value, StringBuffer to, FieldPosition position) {
    return to.append(text(value));
  }

  @Override
  public StringBuffer format(long value, StringBuffer to, FieldPosition position) {
    return to.append(text(value));
  }

  @Override
  public Number parse(String text, ParsePosition position) {
    throw new UnsupportedOperationException("the figures of an axis are only written");
  }

  /** Seconds as minutes and seconds. */
  static final class Clock extends AxisFormat {
    private static final long serialVersionUID = 1;

    @Override
    String text(double seconds) {
      return Text.format("%d:%02d", (long) seconds / 60, (long) seconds % 60);
    }
  }

  /** Nothing below 0, where the lanes are. */
  static final class FromZero extends AxisFormat {
    private static final long serialVersionUID = 1;

    @Override
    String text(double value) {
      return value < 0 ? "" : NumberFormat.getInstance(Locale.ROOT).format(value);
    }
  }
}
