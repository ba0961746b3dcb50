package io.quartet.report.internal.write;

import io.quartet.model.QuartetException;
import io.quartet.report.Report;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Plot;
import io.quartet.report.internal.plot.PlotDrawing;
import io.quartet.report.internal.run.ChartData;
import io.quartet.report.internal.run.GrowthView;
import io.quartet.report.internal.run.LimitBars;
import io.quartet.report.internal.run.MachineDiagram;
import io.quartet.report.internal.run.ReportPlots;
import io.quartet.report.internal.run.SystemDiagram;
import io.quartet.report.internal.write.PrintedDocument.Place;
import io.quartet.report.internal.write.PrintedDocument.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** A document for print of a run: sections of the page on A4 paper. */
public final class PdfReport implements Source {

  private final Report report;
  private final ChartData data;
  private final ReportVolume volume;

  private PdfReport(Report report, ChartData data, ReportVolume volume) {
    this.volume = volume;
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
  public static byte[] render(Report report, ChartData charts, ReportVolume volume) {
    Place place =
        new Place(
            volume.file(), "report.html and report.json", "run 'quartet report' on the folder");
    return PrintedDocument.render(place, new PdfReport(report, charts, volume));
  }

  @Override
  public String html() {
    return HtmlReport.page("print.jte", new Page(report, data, HtmlReport.styled("print.css")));
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
    return report.run().runId() + " " + volume.file();
  }

  @Override
  public void prepare(PrintedDocument document) {
    volume.keepIn(document.page().body());
    Map<String, List<Plot>> plots =
        ReportPlots.of(data).stream()
            .filter(plot -> !plot.at().isEmpty())
            .collect(Collectors.groupingBy(Plot::place));
    for (Element place : document.page().select(".plot[id]")) {
      draw(document, place, plots.getOrDefault(place.id(), List.of()));
    }
    List<Drawing> drawings = new ArrayList<>();
    LimitBars.of(report).ifPresent(drawings::add);
    drawings.add(SystemDiagram.of(report));
    drawings.add(MachineDiagram.of(report));
    GrowthView.of(report.statistics().space(), report.contents())
        .map(GrowthView::drawing)
        .ifPresent(drawings::add);
    DrawingPainter.replaceAll(document, drawings);
  }

  /** Plots stand where the page has them, unless the page says why there is none. */
  private static void draw(PrintedDocument document, Element place, List<Plot> plots) {
    for (Plot plot : plots) {
      place.appendChild(
          DrawingPainter.element(document, PlotDrawing.of(plot, place.attr("aria-label"))));
    }
    if (plots.isEmpty() && !place.hasText()) {
      place.text(ReportPlots.NO_SAMPLES);
    }
  }
}
