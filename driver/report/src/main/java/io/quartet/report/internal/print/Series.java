package io.quartet.report.internal.print;

import java.awt.Color;
import java.util.List;

/**
 * One series.
 *
 * @param values one by point of time; null where nothing is known
 */
record Series(String name, Color color, Stroke stroke, List<Double> values) {

  /** A solid line, or an area. */
  Series(String name, Color color, List<Double> values) {
    this(name, color, Stroke.SOLID, values);
  }
}
