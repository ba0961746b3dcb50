package io.quartet.report.internal.print;

import io.quartet.report.internal.page.Drawing;
import io.quartet.report.internal.page.Drawing.Box;
import io.quartet.report.internal.page.Drawing.Dot;
import io.quartet.report.internal.page.Drawing.Label;
import io.quartet.report.internal.page.Drawing.Line;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Draws a {@link Drawing} as the page shows it. */
final class DrawingPainter {

  private final Drawing drawing;
  private final Font regular;
  private final Font bold;

  private DrawingPainter(Drawing drawing, PrintFonts fonts) {
    this.drawing = drawing;
    this.regular = fonts.forCharts();
    this.bold = fonts.bold();
  }

  /** Puts each drawing where the page has it. */
  static void replaceAll(PrintedDocument document, List<Drawing> drawings) {
    Map<String, Drawing> byId =
        drawings.stream().collect(Collectors.toMap(Drawing::id, Function.identity()));
    for (Element place : document.page().select("svg.drawing")) {
      Drawing drawing = byId.get(place.id());
      DrawingPainter painter = new DrawingPainter(drawing, document.fonts());
      place.replaceWith(
          document.drawing(
              drawing.width(),
              drawing.height(),
              drawing.description(),
              (graphics, width, height) -> painter.paint(graphics, width)));
    }
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
      } else if (shape instanceof Dot dot) {
        dot(dot, graphics);
      } else if (shape instanceof Label label) {
        write(label, graphics);
      }
    }
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
