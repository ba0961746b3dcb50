package io.quartet.cli.view;

import io.quartet.model.Text;
import java.time.Duration;

/** Figures on a terminal; a hyphen stands for one that is not known. */
public final class Figures {

  private static final String NOTHING = "-";

  private Figures() {}

  /** A derived figure with four digits at most. */
  public static String figure(Double figure, int mostDecimals) {
    return figure == null ? NOTHING : Text.figure(figure, mostDecimals);
  }

  /** A difference in percent. */
  public static String signed(Double percent) {
    return percent == null ? NOTHING : Text.signed(percent, 1);
  }

  /** The interval of a difference in percent. */
  public static String interval(Double low, Double high) {
    return Text.interval(low, high, Figures::signed);
  }

  /** A time as {@code 10 s}, {@code 2 min 5 s} or {@code 1 h 5 min}. */
  static String time(Duration duration) {
    if (duration.toHours() > 0) {
      return Text.line("%d h %d min", duration.toHours(), duration.toMinutesPart());
    }
    return duration.toMinutes() > 0
        ? Text.line("%d min %d s", duration.toMinutes(), duration.toSecondsPart())
        : Text.line("%d s", duration.toSeconds());
  }
}
