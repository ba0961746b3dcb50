package io.quartet.report.internal.print;

import java.awt.Color;
import java.util.List;
import java.util.Map;

/** Colours of the charts, in the document as in the page. */
final class ChartColors {

  private static final Map<String, Color> GROUPS =
      Map.of(
          "A", new Color(0x0072b2),
          "B", new Color(0xc8500a),
          "C", new Color(0x00805f),
          "D", new Color(0x8a3a86));

  private static final List<Color> PALETTE =
      List.of(
          new Color(0x0072b2),
          new Color(0xc8500a),
          new Color(0x00805f),
          new Color(0x8a3a86),
          new Color(0x5b6770),
          new Color(0xb38600),
          new Color(0x4aa3df),
          new Color(0x7a1f1f),
          new Color(0x5e8c2a),
          new Color(0xc2618f));

  /** User, system, waiting for disks and stolen, in this order. */
  static final List<Color> PARTS =
      List.of(new Color(0x0b4f6c), new Color(0x4aa3df), new Color(0xb38600), new Color(0xa3182c));

  private ChartColors() {}

  static Color group(String group) {
    return GROUPS.getOrDefault(group, Color.GRAY);
  }

  /** Colours that differ for the first ten numbers. */
  static Color numbered(int number) {
    return PALETTE.get(number % PALETTE.size());
  }
}
