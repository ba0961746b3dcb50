package io.quartet.cli.view;

import io.quartet.model.Text;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Estimates the time left of some work from its mean speed since the begin. Not thread-safe. */
public final class TimeLeft {

  /** Below this much progress an estimate would only be noise. */
  private static final double LEAST_SHARE = 0.02;

  private final LongSupplier nanos;
  private long firstNanos;
  private double firstShare;
  private double share;

  /**
   * Begins with nothing done.
   *
   * @param nanos a monotonic clock
   */
  TimeLeft(LongSupplier nanos) {
    this.nanos = nanos;
    begin(0);
  }

  /** Begins at this moment; what is done already took no time. */
  void begin(double share) {
    firstNanos = nanos.getAsLong();
    firstShare = share;
    this.share = share;
  }

  /**
   * The work has come so far.
   *
   * @param share part that is done, 0 to 1
   */
  void reached(double share) {
    this.share = share;
  }

  /** Share of the work that was left at the begin and is done now, 0 to 1. */
  double gained() {
    return gained(firstShare, share);
  }

  /**
   * Share of some work that was left at its begin and is done now, 0 to 1.
   *
   * @param firstShare part of the work that was done at the begin, 0 to 1
   * @param share part that is done now, 0 to 1
   */
  static double gained(double firstShare, double share) {
    return firstShare >= 1 ? 1 : (share - firstShare) / (1 - firstShare);
  }

  /** Rate per second of something that has been counted since the begin; 0 at the begin. */
  double perSecond(double count) {
    double seconds = seconds();
    return seconds > 0 ? count / seconds : 0;
  }

  /** As "0:32 left"; empty if it is not known, and at the end. */
  String text() {
    OptionalDouble left = secondsLeft();
    return left.isEmpty() ? "" : text(left.getAsDouble());
  }

  /** Empty if it is not known, and at the end. */
  OptionalDouble secondsLeft() {
    double gained = share - firstShare;
    double seconds = seconds();
    return share >= 1 || gained < LEAST_SHARE || seconds <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(seconds * (1 - share) / gained);
  }

  private double seconds() {
    return (nanos.getAsLong() - firstNanos) / 1e9;
  }

  /** The same for an estimate that the caller has; empty for NaN. */
  static String text(double seconds) {
    return Double.isNaN(seconds) ? "" : clock(Math.round(seconds)) + " left";
  }

  /** As {@link #clock(long)}, in whole seconds that have passed. */
  public static String clock(Duration length) {
    return clock(length.toSeconds());
  }

  /** As {@code 0:32} or, from an hour on, {@code 1:05:09}. */
  static String clock(long seconds) {
    long hours = seconds / 3600;
    return hours > 0
        ? Text.line("%d:%02d:%02d", hours, seconds / 60 % 60, seconds % 60)
        : Text.line("%d:%02d", seconds / 60, seconds % 60);
  }
}
