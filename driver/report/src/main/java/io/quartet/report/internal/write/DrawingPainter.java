package io.quartet.report.internal.write;

import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Area;
import io.quartet.report.internal.plot.Drawing.Box;
import io.quartet.report.internal.plot.Drawing.Dot;
import io.quartet.report.internal.plot.Drawing.Frame;
import io.quartet.report.internal.plot.Drawing.Label;
import io.quartet.report.internal.plot.Drawing.Line;
import io.quartet.report.internal.plot.Drawing.Path;
import io.quartet.report.internal.plot.Drawing.Point;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Draws a {@link Drawing} as the page shows it. */
public final class DrawingPainter {

  /** Diameter of round corners. */
  private static final double ROUND = 8;

  private final Drawing drawing;
  private final Font regular;
  private final Font bold;

  private DrawingPainter(Drawing drawing, PrintFonts fonts) {
    this.drawing = drawing;
    this.regular = fonts.forCharts();
    this.bold = fonts.bold();
  }

  /** Puts each drawing where the page has it. */
  public static void replaceAll(PrintedDocument document, List<Drawing> drawings) {
    Map<String, Drawing> byId =
        drawings.stream().collect(Collectors.toMap(Drawing::id, Function.identity()));
    for (Element place : document.page().select("svg.drawing")) {
      Drawing drawing = byId.get(place.id());
      place.replaceWith(element(document, drawing));
    }
  }

  /** An element of a document that shows a drawing. */
  static Element element(PrintedDocument document, Drawing drawing) {
    DrawingPainter painter = new DrawingPainter(drawing, document.fonts());
    return document.drawing(
        drawing.width(),
        drawing.height(),
        drawing.description(),
        (graphics, width, height) -> painter.paint(graphics, width));
  }

  /**
   * @param width on the paper; the height follows from it
   */
  private void paint(Graphics2D graphics, double width) {
    graphics.scale(width / drawing.width(), width / drawing.width());
    for (Drawing.Shape shape : drawing.shapes()) {
      if (shape instanceof Line line) {
        graphics.setPaint(Color.decode(line.color()));
        graphics.setStroke(
            new BasicStroke(
                (float) line.thickness(), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(new Line2D.Double(line.x1(), line.y1(), line.x2(), line.y2()));
      } else if (shape instanceof Box box) {
        graphics.setPaint(Color.decode(box.color()));
        graphics.fill(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()));
      } else if (shape instanceof Path path) {
        graphics.setPaint(Color.decode(path.color()));
        graphics.setStroke(stroke(path));
        graphics.draw(outline(path.points()));
      } else if (shape instanceof Area area) {
        graphics.setPaint(Color.decode(area.color()));
        graphics.fill(outline(area.points()));
      } else if (shape instanceof Frame frame) {
        frame(frame, graphics);
      } else if (shape instanceof Dot dot) {
        dot(dot, graphics);
      } else if (shape instanceof Label label) {
        write(label, graphics);
      }
    }
  }

  private static BasicStroke stroke(Path path) {
    float[] dash = new float[path.dash().size()];
    for (int i = 0; i < dash.length; i++) {
      dash[i] = path.dash().get(i).floatValue();
    }
    return new BasicStroke(
        (float) path.thickness(),
        BasicStroke.CAP_BUTT,
        BasicStroke.JOIN_BEVEL,
        1,
        dash.length == 0 ? null : dash,
        0);
  }

  private static Path2D outline(List<Point> points) {
    Path2D outline = new Path2D.Double();
    outline.moveTo(points.get(0).x(), points.get(0).y());
    points.stream().skip(1).forEach(point -> outline.lineTo(point.x(), point.y()));
    return outline;
  }

  private static void frame(Frame frame, Graphics2D graphics) {
    RoundRectangle2D box =
        new RoundRectangle2D.Double(
            frame.x(), frame.y(), frame.width(), frame.height(), ROUND, ROUND);
    graphics.setPaint(Color.decode(frame.fill()));
    graphics.fill(box);
    graphics.setStroke(new BasicStroke(1));
    graphics.setPaint(Color.decode(frame.color()));
    graphics.draw(box);
  }

  private static void dot(Dot dot, Graphics2D graphics) {
    Ellipse2D disc =
        new Ellipse2D.Double(
            dot.x() - dot.radius(), dot.y() - dot.radius(), 2 * dot.radius(), 2 * dot.radius());
    graphics.setPaint(Color.decode(dot.fill()));
    graphics.fill(disc);
    graphics.setStroke(new BasicStroke(1.5f));
    graphics.setPaint(Color.decode(dot.color()));
    graphics.draw(disc);
  }

  private void write(Label label, Graphics2D graphics) {
    Font font = (label.isBold() ? bold : regular).deriveFont((float) label.size());
    graphics.setFont(font);
    graphics.setPaint(Color.decode(label.color()));
    double width = font.getStringBounds(label.text(), graphics.getFontRenderContext()).getWidth();
    double left =
        switch (label.anchor()) {
          case START -> 0;
          case MIDDLE -> width / 2;
          case END -> width;
        };
    graphics.drawString(label.text(), (float) (label.x() - left), (float) label.y());
  }
}
