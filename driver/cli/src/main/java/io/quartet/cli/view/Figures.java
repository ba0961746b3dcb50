package io.quartet.cli.view;

import io.quartet.model.Text;

/** Figures on a terminal; a hyphen stands for one that is not known. */
public final class Figures {

  private static final String NOTHING = "-";

  private Figures() {}

  /** A figure with that many decimals. */
  public static String fixed(Double figure, int decimals) {
    return figure == null ? NOTHING : Text.line("%,." + decimals + "f", figure);
  }

  /** A difference in percent. */
  public static String signed(Double percent) {
    return percent == null ? NOTHING : Text.signed(percent, 1);
  }

  /** The interval of a difference in percent. */
  public static String interval(Double low, Double high) {
    return Text.interval(low, high, Figures::signed);
  }
}
