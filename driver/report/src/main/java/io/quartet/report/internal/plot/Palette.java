package io.quartet.report.internal.plot;

import io.quartet.model.Text;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The colours of all charts, as {@code #rrggbb}. */
public final class Palette {

  public static final String INK = "#14202b";
  public static final String SECOND_INK = "#4a5a68";
  public static final String THIRD_INK = "#6b7a87";
  public static final String GRID = "#e6eaee";
  public static final String TICK = "#c9d1d8";
  public static final String GOOD = "#17683c";
  public static final String BAD = "#a3182c";
  public static final String WARNING = "#7a5200";
  public static final String GROUND = "#f4f6f8";
  public static final String PAPER = "#ffffff";
  public static final String NOT_MEASURED = "#e9edf0";
  public static final String EVEN_PHASE = "#f6f8fa";
  public static final String EVENT = "#fbeed3";

  private static final List<String> NUMBERED =
      List.of(
          "#0072b2", "#c8500a", "#00805f", "#8a3a86", "#5b6770", "#b38600", "#4aa3df", "#7a1f1f",
          "#5e8c2a", "#c2618f");

  private static final int GROUPS = 4;

  /** User, system, waiting for disks and stolen, in this order. */
  private static final List<String> PROCESSOR = List.of("#0b4f6c", "#4aa3df", "#b38600", BAD);

  /** From the lowest figure of a heat map to the highest. */
  private static final String LIGHTEST = "#e8f1f7";

  private static final String DARKEST = "#0b4f6c";

  private Palette() {}

  /** Colours that differ for the first ten numbers from 0. */
  public static String numbered(int number) {
    return NUMBERED.get(number % NUMBERED.size());
  }

  /** The colour of Group A, B, C or D. */
  public static String group(String group) {
    return NUMBERED.get((group.charAt(0) - 'A') % GROUPS);
  }

  /**
   * The colour of a part of the processor time: 0 user, 1 system, 2 waiting for disks, 3 stolen.
   */
  public static String processor(int part) {
    return PROCESSOR.get(part);
  }

  /**
   * A lighter colour, opaque, so that stacked areas do not shine through each other.
   *
   * @param white share of white in it, 0 to 1
   */
  public static String tint(String color, double white) {
    return mixed(color, PAPER, white);
  }

  /**
   * The ground of a figure in a heat map.
   *
   * @param share 0 for the lowest figure, 1 for the highest
   */
  public static String heat(double share) {
    return mixed(LIGHTEST, DARKEST, share);
  }

  private static String mixed(String from, String to, double share) {
    StringBuilder mixed = new StringBuilder("#");
    for (int i = 1; i < from.length(); i += 2) {
      int first = Integer.parseInt(from.substring(i, i + 2), 16);
      int last = Integer.parseInt(to.substring(i, i + 2), 16);
      mixed.append(Text.format("%02x", Math.round(first + share * (last - first))));
    }
    return mixed.toString();
  }

  /** The colours by the names that style sheets and {@code report.js} have for them. */
  public static Map<String, String> named() {
    Map<String, String> named =
        new TreeMap<>(
            Map.of(
                "ink", INK,
                "ink-2", SECOND_INK,
                "ink-3", THIRD_INK,
                "grid", GRID,
                "tick", TICK,
                "good", GOOD,
                "bad", BAD,
                "warn", WARNING,
                "ground", GROUND,
                "paper", PAPER));
    for (String group : List.of("A", "B", "C", "D")) {
      named.put(group.toLowerCase(Locale.ROOT), group(group));
    }
    return named;
  }
}
