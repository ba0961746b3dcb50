package io.quartet.report.internal.print;

import com.openhtmltopdf.extend.FSObjectDrawer;
import com.openhtmltopdf.pdfboxout.PdfBoxRenderer;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.render.DefaultObjectDrawerFactory;
import com.openhtmltopdf.util.XRLog;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.report.Report;
import io.quartet.report.internal.charts.ChartData;
import io.quartet.report.internal.page.HtmlReport;
import io.quartet.report.internal.page.SystemDiagram;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jfree.chart.JFreeChart;
import org.jsoup.Jsoup;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The report as a document for print: the sections of the page set anew for A4, charts as vectors,
 * fonts embedded. The same figures give the same bytes, whatever the machine.
 */
public final class PdfReport {

  private static final String CHART = "quartet/chart";
  private static final String DIAGRAM = "quartet/diagram";

  static {
    // It tells of each font and style sheet it reads.
    XRLog.listRegisteredLoggers().forEach(logger -> XRLog.setLevel(logger, Level.WARNING));
  }

  private final Report report;
  private final ChartData data;
  private final Map<String, JFreeChart> charts = new HashMap<>();

  private PdfReport(Report report, ChartData data) {
    this.report = report;
    this.data = data;
  }

  /** What the template is given. */
  public record Page(Report report, ChartData charts, String style) {}

  /**
   * The whole document.
   *
   * @throws QuartetException REPORT_PDF if it cannot be made on this machine
   */
  public static byte[] render(Report report, ChartData charts) {
    try {
      return new PdfReport(report, charts).bytes();
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      // Fonts and charts need libraries of the Java machine, and memory: both fail as errors.
      throw new QuartetException(
          Kind.ENVIRONMENT,
          "REPORT_PDF",
          "report.pdf cannot be made ("
              + e
              + "); report.html and report.json hold all of it. If memory is short, set"
              + " QUARTET_JAVA_OPTIONS=-Xmx1g; if a library is missing, install fontconfig. Then"
              + " run 'quartet report' on the folder again.",
          e);
    }
  }

  private byte[] bytes() throws IOException {
    try (PrintFonts fonts = PrintFonts.load()) {
      return bytes(fonts);
    }
  }

  private byte[] bytes(PrintFonts fonts) throws IOException {
    Document page =
        Jsoup.parse(
            HtmlReport.page("print.jte", new Page(report, data, HtmlReport.resource("print.css"))));
    prepare(page, new ReportCharts(data, fonts.forCharts()));
    PdfRendererBuilder builder = new PdfRendererBuilder();
    builder.withW3cDocument(new W3CDom().fromJsoup(page), "");
    builder.withProducer("Quartet");
    // Tagged, for those who listen to it. It also keeps the library from looking for fonts of the
    // machine, on which the document would then depend.
    builder.usePdfUaAccessibility(true);
    DefaultObjectDrawerFactory drawers = new DefaultObjectDrawerFactory();
    drawers.registerDrawer(CHART, chartDrawer());
    drawers.registerDrawer(DIAGRAM, diagramDrawer(fonts));
    builder.useObjectDrawerFactory(drawers);
    ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);
    try (PDDocument document = new PDDocument()) {
      builder.usePDDocument(document);
      PrintFonts.register(builder, document);
      try (PdfBoxRenderer renderer = builder.buildPdfRenderer()) {
        renderer.createPDFWithoutClosing();
      }
      fixIdentity(document);
      document.save(out);
    }
    return out.toByteArray();
  }

  /** Date and id of the document come from the run, not from the clock. */
  private void fixIdentity(PDDocument document) {
    Long ended = report.run().endedUtcMillis();
    Long moment = ended == null ? report.run().startedUtcMillis() : ended;
    ZonedDateTime date = Instant.ofEpochMilli(moment == null ? 0 : moment).atZone(ZoneOffset.UTC);
    document.getDocumentInformation().setCreationDate(GregorianCalendar.from(date));
    document.setDocumentId((long) report.run().runId().hashCode());
  }

  /** Turns the page of the templates into one for print. */
  private void prepare(Document page, ReportCharts drawings) {
    page.select(".screen, .hint, noscript").remove();
    page.select("a[href]").forEach(link -> link.attr("title", link.text()));
    for (Element place : page.select(".plot[id]")) {
      drawCharts(place, drawings.drawings(place.id()));
    }
    for (Element diagram : page.select("svg.diagram")) {
      diagram.replaceWith(
          object(DIAGRAM, "diagram", SystemDiagram.WIDTH, SystemDiagram.of(report).height())
              .attr("alt", diagram.attr("aria-label")));
    }
    wordsForSigns(page);
    addContents(page);
  }

  /** Charts stand where the page has them, unless the page says why there is none. */
  private void drawCharts(Element place, List<ReportCharts.Drawing> drawings) {
    for (ReportCharts.Drawing drawing : drawings) {
      String name = place.id() + "-" + charts.size();
      charts.put(name, drawing.chart());
      place.appendChild(
          object(CHART, name, drawing.width(), drawing.height())
              .attr("alt", place.attr("aria-label")));
    }
    if (drawings.isEmpty() && !place.hasText()) {
      place.text(
          "No samples were recorded: intervals.csv or latency/*-response.hlog is missing or empty.");
    }
  }

  private static Element object(String type, String name, int width, int height) {
    return new Element("object")
        .attr("type", type)
        .attr("data-name", name)
        .attr("style", "width:" + width + "px;height:" + height + "px");
  }

  /** The font has no ticks and crosses; the words beside most of them say the same. */
  private static void wordsForSigns(Document page) {
    for (Element mark : page.select(".mark")) {
      String text = mark.text();
      if (text.equals("✓")) {
        mark.text("ok");
      } else if (text.equals("✗")) {
        mark.text("FAIL");
      } else {
        mark.text(text.replace("✓ ", "").replace("✗ ", ""));
      }
    }
  }

  /**
   * Contents with links, whose page numbers the style adds, and bookmarks: sections and their
   * parts.
   */
  private static void addContents(Document page) {
    Element contents = page.selectFirst("#contents ul");
    Element bookmarks = page.head().appendElement("bookmarks");
    int number = 0;
    for (Element section : page.select("section[id]:has(h2)")) {
      Element heading = section.selectFirst("h2").attr("id", section.id() + "-title");
      String title = heading.text();
      Element bookmark = bookmark(bookmarks, title, heading.id());
      boolean isListed = !section.id().equals("contents");
      if (isListed) {
        link(contents, title, heading.id(), "section");
      }
      for (Element part : section.select("h3")) {
        if (part.id().isEmpty()) {
          part.attr("id", "part-" + ++number);
        }
        bookmark(bookmark, part.text(), part.id());
        if (isListed && !section.id().equals("summary")) {
          link(contents, part.text(), part.id(), "part");
        }
      }
    }
  }

  private static Element bookmark(Element parent, String name, String id) {
    return parent.appendElement("bookmark").attr("name", name).attr("href", "#" + id);
  }

  private static void link(Element contents, String title, String id, String kind) {
    contents
        .appendElement("li")
        .addClass(kind)
        .appendElement("a")
        .attr("href", "#" + id)
        .attr("title", title)
        .text(title);
  }

  private FSObjectDrawer chartDrawer() {
    return (element, x, y, width, height, device, context, dotsPerPixel) -> {
      JFreeChart chart = charts.get(element.getAttribute("data-name"));
      float wide = (float) width / dotsPerPixel;
      float high = (float) height / dotsPerPixel;
      device.drawWithGraphics(
          (float) x,
          (float) y,
          wide,
          high,
          graphics -> chart.draw(graphics, new Rectangle2D.Float(0, 0, wide, high)));
      return Map.of();
    };
  }

  private FSObjectDrawer diagramDrawer(PrintFonts fonts) {
    DiagramPainter painter = new DiagramPainter(SystemDiagram.of(report), fonts);
    return (element, x, y, width, height, device, context, dotsPerPixel) -> {
      device.drawWithGraphics(
          (float) x,
          (float) y,
          (float) width / dotsPerPixel,
          (float) height / dotsPerPixel,
          painter::paint);
      return Map.of();
    };
  }
}
