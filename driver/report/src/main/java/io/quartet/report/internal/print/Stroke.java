package io.quartet.report.internal.print;

import java.awt.BasicStroke;

/** Style of a line. */
enum Stroke {
  SOLID,
  DASHED(3, 2.5f),
  DOTTED(1, 2);

  private final float[] dash;

  Stroke(float... dash) {
    this.dash = dash;
  }

  BasicStroke of(float width) {
    return dash.length == 0
        ? new BasicStroke(width)
        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, dash, 0);
  }
}
