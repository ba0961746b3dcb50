package io.quartet.report.internal.print;

import io.quartet.model.QuartetException;
import io.quartet.report.Report;
import io.quartet.report.internal.charts.ChartData;
import io.quartet.report.internal.page.GrowthView;
import io.quartet.report.internal.page.HtmlReport;
import io.quartet.report.internal.page.SystemDiagram;
import io.quartet.report.internal.print.PrintedDocument.Place;
import io.quartet.report.internal.print.PrintedDocument.Source;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jsoup.nodes.Element;

/** The report for print: the sections of the page on A4 paper. */
public final class PdfReport implements Source {

  private static final Place PLACE =
      new Place("report.pdf", "report.html and report.json", "run 'quartet report' on the folder");

  private final Report report;
  private final ChartData data;

  private PdfReport(Report report, ChartData data) {
    this.report = report;
    this.data = data;
  }

  /** Input of the template. */
  public record Page(Report report, ChartData charts, String style) {}

  /**
   * The whole document.
   *
   * @throws QuartetException REPORT_PDF if it cannot be made on this machine
   */
  public static byte[] render(Report report, ChartData charts) {
    return PrintedDocument.render(PLACE, new PdfReport(report, charts));
  }

  @Override
  public String html() {
    return HtmlReport.page("print.jte", new Page(report, data, HtmlReport.resource("print.css")));
  }

  /** From the run. */
  @Override
  public long utcMillis() {
    Long ended = report.run().endedUtcMillis();
    Long moment = ended == null ? report.run().startedUtcMillis() : ended;
    return moment == null ? 0 : moment;
  }

  @Override
  public String id() {
    return report.run().runId();
  }

  @Override
  public void prepare(PrintedDocument document) {
    ReportCharts drawings = new ReportCharts(data, document.fonts().forCharts());
    for (Element place : document.page().select(".plot[id]")) {
      drawCharts(document, place, drawings.drawings(place.id()));
    }
    DrawingPainter.replaceAll(
        document,
        GrowthView.of(report.statistics().space()).map(GrowthView::drawing).stream().toList());
    SystemDiagram diagram = SystemDiagram.of(report);
    DiagramPainter painter = new DiagramPainter(diagram, document.fonts());
    for (Element place : document.page().select("svg.diagram")) {
      place.replaceWith(
          document.drawing(
              SystemDiagram.WIDTH,
              diagram.height(),
              place.attr("aria-label"),
              (graphics, width, height) -> painter.paint(graphics)));
    }
  }

  /** Charts stand where the page has them, unless the page says why there is none. */
  private static void drawCharts(
      PrintedDocument document, Element place, List<ReportCharts.Drawing> drawings) {
    for (ReportCharts.Drawing drawing : drawings) {
      place.appendChild(
          document.drawing(
              drawing.width(),
              drawing.height(),
              place.attr("aria-label"),
              (graphics, width, height) ->
                  drawing.chart().draw(graphics, new Rectangle2D.Float(0, 0, width, height))));
    }
    if (drawings.isEmpty() && !place.hasText()) {
      place.text(
          "No samples were recorded: intervals.csv or latency/*-response.hlog is missing or empty.");
    }
  }
}
