package io.quartet.report.internal.run;

import io.quartet.report.Headline;
import io.quartet.report.Report;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Sketch;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Response;
import io.quartet.report.section.MeasuredLoad.Transaction;
import java.util.List;
import java.util.Optional;

/** The 90th percentile of each transaction as a bar, whose whole length is the limit. */
public final class LimitBars {

  private static final int WIDTH = 380;
  private static final double ROW = 22;
  private static final double TOP = 18;
  private static final double FROM = 116;
  private static final double LIMIT = 262;

  /** A bar above its limit ends here. */
  private static final double END = 276;

  private static final double THICKNESS = 10;

  private LimitBars() {}

  /** Empty if no transaction with a limit has finished in a measured phase. */
  public static Optional<Drawing> of(Report report) {
    List<Transaction> rows = new Headline(report).limited();
    return rows.isEmpty() ? Optional.empty() : Optional.of(draw(rows));
  }

  private static Drawing draw(List<Transaction> rows) {
    Sketch sketch = new Sketch();
    double bottom = TOP + ROW * rows.size();
    for (int i = 0; i < rows.size(); i++) {
      row(sketch, rows.get(i), TOP + ROW * (i + 0.5));
    }
    sketch.line(FROM, TOP, FROM, bottom, Palette.TICK, 1);
    sketch.line(LIMIT, TOP - 2, LIMIT, bottom, Palette.SECOND_INK, 1.2);
    sketch.text(LIMIT, TOP - 7, "limit", Anchor.MIDDLE, Palette.SECOND_INK);
    return sketch.drawing(
        "limits",
        WIDTH,
        (int) bottom + 4,
        "90th percentile of the response time of each transaction as a part of its limit; the"
            + " table of response times holds both");
  }

  private static void row(Sketch sketch, Transaction row, double y) {
    Response response = row.response();
    double part = response.partOfLimit().getAsDouble();
    boolean isAbove = part > 1;
    double end = isAbove ? END : Math.max(FROM + 1, FROM + (LIMIT - FROM) * part);
    String color = response.verdict() == Judgment.FAIL ? Palette.BAD : Palette.numbered(0);
    sketch.text(FROM - 6, y + 3.5, row.transaction(), Anchor.END, Palette.INK);
    sketch.box(FROM, y - THICKNESS / 2, end - FROM, THICKNESS, color);
    sketch.text(
        END + 6,
        y + 3.5,
        Format.millis(response.p90()) + " of " + Format.count(response.limit()) + " ms",
        Anchor.START,
        isAbove ? Palette.BAD : Palette.SECOND_INK);
  }
}
