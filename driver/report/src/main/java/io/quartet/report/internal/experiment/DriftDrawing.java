package io.quartet.report.internal.experiment;

import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.ControlPoint;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Scale;
import io.quartet.report.internal.plot.Sketch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Draws the baseline's throughput block by block. */
final class DriftDrawing {

  private static final int HEIGHT = 200;
  private static final double LEFT = 52;
  private static final double RIGHT = Sketch.WIDTH - 24;
  private static final double TOP = 28;
  private static final double BOTTOM = HEIGHT - 42;
  private static final int TICKS = 4;

  /** The axis covers at least this share of the figures: smaller swings are noise. */
  private static final double LEAST_RANGE = 0.1;

  private DriftDrawing() {}

  /** Empty with fewer than two blocks. */
  static Optional<Drawing> of(Control drift, String unit) {
    Map<Integer, Double> means =
        drift.points().stream()
            .collect(
                Collectors.groupingBy(
                    ControlPoint::block,
                    TreeMap::new,
                    Collectors.averagingDouble(ControlPoint::etps)));
    return means.size() < 2 ? Optional.empty() : Optional.of(draw(drift.points(), means, unit));
  }

  private static Drawing draw(List<ControlPoint> points, Map<Integer, Double> means, String unit) {
    Sketch sketch = new Sketch();
    Scale down = scale(points);
    Scale across =
        Scale.across(
            means.keySet().stream().map(Integer::doubleValue).toList(), LEFT + 30, RIGHT - 30);
    sketch.axis(unit, down, TICKS, LEFT, RIGHT, TOP, BOTTOM);
    Map.Entry<Integer, Double> before = null;
    for (Map.Entry<Integer, Double> mean : means.entrySet()) {
      double x = across.position(mean.getKey());
      if (before != null) {
        sketch.line(
            across.position(before.getKey()),
            down.position(before.getValue()),
            x,
            down.position(mean.getValue()),
            Palette.numbered(0),
            1.8);
      }
      sketch.text(x, BOTTOM + 16, String.valueOf(mean.getKey()), Anchor.MIDDLE, Palette.SECOND_INK);
      before = mean;
    }
    for (ControlPoint point : points) {
      sketch.dot(
          across.position(point.block()),
          down.position(point.etps()),
          3.5,
          Palette.numbered(0),
          point.isControl() ? Palette.PAPER : Palette.numbered(0));
    }
    sketch.text((LEFT + RIGHT) / 2, BOTTOM + 34, "block", Anchor.MIDDLE, Palette.SECOND_INK);
    return sketch.drawing("drift", HEIGHT, "Throughput of the baseline in each block");
  }

  private static Scale scale(List<ControlPoint> points) {
    double low = points.stream().mapToDouble(ControlPoint::etps).min().orElseThrow();
    double high = points.stream().mapToDouble(ControlPoint::etps).max().orElseThrow();
    double missing = Math.max(0, LEAST_RANGE * high - (high - low)) / 2;
    return Scale.rounded(Math.max(0, low - missing), high + missing, BOTTOM, TOP, TICKS);
  }
}
