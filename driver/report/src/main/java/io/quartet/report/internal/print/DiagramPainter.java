package io.quartet.report.internal.print;

import io.quartet.report.internal.page.SystemDiagram;
import io.quartet.report.internal.page.SystemDiagram.Shape;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.RoundRectangle2D;

/** Draws the diagram of the system as the style of the page does. */
final class DiagramPainter {

  private static final Color INK = new Color(0x14202b);
  private static final Color SECOND_INK = new Color(0x4a5a68);
  private static final Color FRAME = new Color(0x6b7a87);
  private static final Color GROUND = new Color(0xf4f6f8);

  private final SystemDiagram diagram;
  private final Font title;
  private final Font text;
  private final Font note;

  DiagramPainter(SystemDiagram diagram, PrintFonts fonts) {
    this.diagram = diagram;
    this.title = fonts.bold().deriveFont(12f);
    this.text = fonts.forCharts().deriveFont(10.5f);
    this.note = fonts.forCharts().deriveFont(9f);
  }

  void paint(Graphics2D graphics) {
    diagram.shapes().forEach(shape -> paint(shape, graphics));
  }

  private void paint(Shape shape, Graphics2D graphics) {
    graphics.setStroke(new BasicStroke(1));
    switch (shape.kind()) {
      case FRAME -> box(shape, GROUND, FRAME, graphics);
      case GROUP, BOX -> box(shape, Color.WHITE, color(shape), graphics);
      case ARROW -> arrow(shape, graphics);
      case TITLE -> write(shape, title, shape.group().isEmpty() ? INK : color(shape), graphics);
      case TEXT -> write(shape, text, INK, graphics);
      case NOTE -> write(shape, note, SECOND_INK, graphics);
    }
  }

  private static Color color(Shape shape) {
    return ChartColors.group(shape.group());
  }

  private static void box(Shape shape, Color fill, Color line, Graphics2D graphics) {
    RoundRectangle2D box =
        new RoundRectangle2D.Float(
            shape.x() + 0.5f, shape.y() + 0.5f, shape.width() - 1, shape.height() - 1, 8, 8);
    graphics.setPaint(fill);
    graphics.fill(box);
    graphics.setPaint(line);
    graphics.draw(box);
  }

  private static void arrow(Shape shape, Graphics2D graphics) {
    float x = shape.x() + shape.width();
    float y = shape.y() + shape.height();
    graphics.setPaint(FRAME);
    graphics.draw(new Line2D.Float(shape.x(), shape.y(), x, y));
    graphics.draw(new Line2D.Float(x - 7, y - 4, x, y));
    graphics.draw(new Line2D.Float(x - 7, y + 4, x, y));
  }

  private static void write(Shape shape, Font font, Color color, Graphics2D graphics) {
    graphics.setFont(font);
    graphics.setPaint(color);
    int width = graphics.getFontMetrics(font).stringWidth(shape.text());
    graphics.drawString(
        shape.text(), shape.width() == 0 ? shape.x() - width / 2f : shape.x(), shape.y());
  }
}
