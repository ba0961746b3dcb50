package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentCurve.Linear;
import io.quartet.report.experiment.ExperimentCurve.Point;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Scale;
import io.quartet.report.internal.plot.Sketch;
import io.quartet.report.internal.plot.Sketch.EndName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Draws throughput over a key with numbers: a panel for each combination of further keys. */
public final class CurveDrawings {

  private static final int HEIGHT = 300;
  private static final double LEFT = 52;
  private static final double TOP = 28;
  private static final double BOTTOM = HEIGHT - 42;
  private static final double MOST_RIGHT = 160;
  private static final int TICKS = 6;
  private static final int DASHES = 41;
  private static final double APART = 3;
  private static final double HALF_TICK = 6;

  /**
   * Maximum number of curves in a panel that shows intervals. The intervals of more curves hide
   * each other; the table lists them.
   */
  private static final int MOST_SPREAD = 6;

  /** Above this share of the highest figure, the vertical axis need not begin at zero. */
  private static final double FLAT = 0.5;

  private final ExperimentReport report;
  private final VariedKey axis;
  private final List<VariedKey> fixed;
  private final List<Point> all;

  /**
   * One panel.
   *
   * @param title values of the further keys; empty if there are none
   */
  public record Panel(String title, Drawing drawing) {}

  private CurveDrawings(ExperimentReport report, VariedKey axis) {
    this.report = report;
    this.axis = axis;
    this.fixed =
        report.varied().stream()
            .filter(key -> !key.equals(axis))
            .sorted(Comparator.comparingInt((VariedKey key) -> key.values().size()).reversed())
            .toList();
    this.all = report.curves().stream().flatMap(curve -> curve.points().stream()).toList();
  }

  /** None if no key has numbers or no cell a figure. */
  static List<Panel> of(ExperimentReport report) {
    return report.curves().stream().allMatch(curve -> curve.points().isEmpty())
        ? List.of()
        : Curves.axis(report.varied())
            .map(axis -> new CurveDrawings(report, axis).panels())
            .orElse(List.of());
  }

  private List<Panel> panels() {
    Map<String, List<ExperimentCurve>> groups = new LinkedHashMap<>();
    for (ExperimentCurve curve : report.curves()) {
      if (!curve.points().isEmpty()) {
        String title = fixed.size() < 2 ? "" : words(fixed.subList(1, fixed.size()), curve);
        groups.computeIfAbsent(title, name -> new ArrayList<>()).add(curve);
      }
    }
    List<Panel> panels = new ArrayList<>();
    groups.forEach(
        (title, curves) ->
            panels.add(new Panel(title, panel("curve-" + panels.size(), title, curves))));
    return panels;
  }

  private String words(List<VariedKey> keys, ExperimentCurve curve) {
    return KeyWords.cell(keys, report.cell(curve.points().get(0).cell()).values());
  }

  private String series(ExperimentCurve curve) {
    return fixed.isEmpty() ? "" : words(fixed.subList(0, 1), curve);
  }

  private Drawing panel(String id, String title, List<ExperimentCurve> curves) {
    Sketch sketch = new Sketch();
    double widest =
        curves.stream()
            .mapToDouble(curve -> Sketch.CHARACTER * series(curve).length())
            .max()
            .orElse(0);
    double right = Sketch.WIDTH - (widest == 0 ? 24 : Math.min(MOST_RIGHT, widest + 18));
    Scale down = etpsScale();
    Scale across = Scale.across(all.stream().map(Point::amount).toList(), LEFT + 22, right - 16);
    axes(sketch, across, down, right);
    if (report.curves().size() == 1) {
      linear(sketch, curves.get(0), across, down);
    }
    boolean isSpread = curves.size() <= MOST_SPREAD;
    for (int i = 0; i < curves.size(); i++) {
      double shift = isSpread ? (i - (curves.size() - 1) / 2.0) * APART : 0;
      curve(sketch, curves.get(i), Palette.numbered(i), shift, isSpread, across, down);
    }
    names(sketch, curves, down, right);
    return sketch.drawing(
        id,
        HEIGHT,
        Text.format(
            "Mean %s over %s%s, with intervals; the table of cells holds the same figures",
            report.contents().unit(), KeyWords.label(axis), title.isEmpty() ? "" : ", " + title));
  }

  private Scale etpsScale() {
    double low = all.stream().mapToDouble(CurveDrawings::low).min().orElse(0);
    double high = all.stream().mapToDouble(CurveDrawings::high).max().orElse(1);
    return Scale.rounded(low > FLAT * high ? low : 0, high, BOTTOM, TOP, TICKS);
  }

  private static double low(Point point) {
    return Math.min(point.median(), point.low() == null ? point.etps() : point.low());
  }

  private static double high(Point point) {
    return Math.max(point.median(), point.high() == null ? point.etps() : point.high());
  }

  private void axes(Sketch sketch, Scale across, Scale down, double right) {
    sketch.axis(report.contents().unit(), down, TICKS, LEFT, right, TOP, BOTTOM);
    double free = 0;
    for (Map.Entry<Double, String> value : values().entrySet()) {
      double x = across.position(value.getKey());
      String text = KeyWords.value(axis, value.getValue());
      sketch.line(x, BOTTOM, x, BOTTOM + 4, Palette.SECOND_INK, 1);
      double half = text.length() * Sketch.CHARACTER / 2;
      if (x - half >= free) {
        sketch.text(x, BOTTOM + 16, text, Anchor.MIDDLE, Palette.SECOND_INK);
        free = x + half + 4;
      }
    }
    sketch.text(
        (LEFT + right) / 2,
        BOTTOM + 34,
        KeyWords.label(axis) + (across.isLogarithmic() ? " (logarithmic)" : ""),
        Anchor.MIDDLE,
        Palette.SECOND_INK);
  }

  /** Texts of the values by amount. */
  private Map<Double, String> values() {
    Map<Double, String> values = new TreeMap<>();
    all.forEach(point -> values.put(point.amount(), point.value()));
    return values;
  }

  /** On as far as the chart goes, to show where the curve leaves it. */
  private static void linear(Sketch sketch, ExperimentCurve curve, Scale across, Scale down) {
    Linear linear = curve.linear();
    if (linear == null) {
      return;
    }
    double from = Math.max(curve.points().get(0).amount(), down.low() / linear.slope());
    double to = Math.min(across.high(), down.high() / linear.slope());
    // It is no straight line on a logarithmic axis: dashes are drawn one by one.
    double step = (to - from) / DASHES;
    for (int dash = 0; dash < DASHES && step > 0; dash += 2) {
      double begin = from + dash * step;
      sketch.line(
          across.position(begin),
          down.position(linear.slope() * begin),
          across.position(begin + step),
          down.position(linear.slope() * (begin + step)),
          Palette.THIRD_INK,
          1);
    }
  }

  private void curve(
      Sketch sketch,
      ExperimentCurve curve,
      String color,
      double shift,
      boolean areIntervalsShown,
      Scale across,
      Scale down) {
    Point before = null;
    for (Point point : curve.points()) {
      double x = across.position(point.amount()) + shift;
      double y = down.position(point.etps());
      if (before != null) {
        sketch.line(
            across.position(before.amount()) + shift,
            down.position(before.etps()),
            x,
            y,
            color,
            1.8);
      }
      before = point;
    }
    for (Point point : curve.points()) {
      double x = across.position(point.amount()) + shift;
      double y = down.position(point.etps());
      if (point.low() != null && areIntervalsShown) {
        sketch.upright(x, down.position(point.high()), down.position(point.low()), color);
      }
      double median = down.position(point.median());
      sketch.line(x - HALF_TICK, median, x + HALF_TICK, median, color, 1);
      boolean isBaseline = point.cell() == report.experiment().baseline();
      sketch.dot(x, y, isBaseline ? 4.5 : 3.5, color, isBaseline ? Palette.PAPER : color);
      if (report.curves().size() == 1) {
        remark(sketch, curve, point, x, down.position(high(point)) - 7);
      }
    }
  }

  private static void remark(
      Sketch sketch, ExperimentCurve curve, Point point, double x, double y) {
    List<String> remarks = new ArrayList<>();
    if (Integer.valueOf(point.cell()).equals(curve.kneeCell())) {
      remarks.add("knee");
    }
    if (Integer.valueOf(point.cell()).equals(curve.peakCell())) {
      remarks.add("peak");
    }
    if (!remarks.isEmpty()) {
      sketch.bold(x, y, String.join(", ", remarks), Anchor.MIDDLE, Palette.INK);
    }
  }

  /** Beside the last point of each curve, but none over another. */
  private void names(Sketch sketch, List<ExperimentCurve> curves, Scale down, double right) {
    if (fixed.isEmpty()) {
      return;
    }
    List<EndName> names = new ArrayList<>();
    for (int i = 0; i < curves.size(); i++) {
      names.add(
          new EndName(
              down.position(last(curves.get(i)).etps()),
              Sketch.fitted(series(curves.get(i)), Sketch.WIDTH - right - 4),
              Palette.numbered(i)));
    }
    sketch.names(names, right + 4, BOTTOM);
  }

  private static Point last(ExperimentCurve curve) {
    return curve.points().get(curve.points().size() - 1);
  }
}
