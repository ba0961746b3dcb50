package io.quartet.report.internal.print;

import io.quartet.report.internal.charts.ChartData;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Path2D;
import java.util.List;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.annotations.XYShapeAnnotation;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.TextAnchor;

/**
 * Lanes below 0, one by database, each with its checkpoints over the time they took: filled if they
 * came on schedule, hollow if they were asked for.
 */
final class CheckpointLanes {

  /** Height of a lane, of the highest value above them. */
  private static final double LANE_SHARE = 0.09;

  private CheckpointLanes() {}

  /**
   * Adds the lanes and sets the range of the axis so that they fit.
   *
   * @param highest of the values above the lanes
   * @param font of the names of the databases
   */
  static void add(XYPlot plot, List<ChartData.Lane> lanes, double highest, Font font) {
    double step = Math.max(highest, 1) * LANE_SHARE;
    double shortest = plot.getDomainAxis().getRange().getLength() / 300;
    for (int i = 0; i < lanes.size(); i++) {
      ChartData.Lane lane = lanes.get(i);
      double middle = -(i + 0.9) * step;
      Color color = ChartColors.group(lane.group());
      for (ChartData.CheckpointSpan checkpoint : lane.checkpoints()) {
        if (!lane.isFromLog()) {
          plot.addAnnotation(diamond(checkpoint.from(), middle, shortest, step * 0.32, color));
          continue;
        }
        plot.addAnnotation(
            new XYBoxAnnotation(
                checkpoint.from(),
                middle - step * 0.32,
                Math.max(checkpoint.to(), checkpoint.from() + shortest),
                middle + step * 0.32,
                new BasicStroke(0.7f),
                color,
                checkpoint.kind().equals("timed") ? color : Color.WHITE));
      }
      XYTextAnnotation name =
          new XYTextAnnotation(lane.vm(), plot.getDomainAxis().getRange().getLowerBound(), middle);
      name.setTextAnchor(TextAnchor.CENTER_LEFT);
      name.setFont(font);
      name.setPaint(color);
      plot.addAnnotation(name);
    }
    plot.getRangeAxis()
        .setRange(-(lanes.size() + 0.6) * step, Math.max(highest, 1) * (1 + TimeChart.HEADROOM));
    ((NumberAxis) plot.getRangeAxis()).setNumberFormatOverride(new AxisFormat.FromZero());
  }

  private static XYShapeAnnotation diamond(
      double x, double y, double halfWidth, double halfHeight, Color color) {
    Path2D shape = new Path2D.Double();
    shape.moveTo(x - halfWidth, y);
    shape.lineTo(x, y + halfHeight);
    shape.lineTo(x + halfWidth, y);
    shape.lineTo(x, y - halfHeight);
    shape.closePath();
    return new XYShapeAnnotation(shape, new BasicStroke(0.7f), color, color);
  }
}
