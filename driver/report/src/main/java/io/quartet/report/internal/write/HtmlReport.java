package io.quartet.report.internal.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.quartet.report.Report;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Plot;
import io.quartet.report.internal.run.ChartData;
import io.quartet.report.internal.run.ReportPlots;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One HTML file that needs nothing but itself: style, scripts and data are inside. */
public final class HtmlReport {

  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, HtmlReport.class.getClassLoader(), "io.quartet.report.templates");
  private static final ObjectMapper JSON = new ObjectMapper();

  private HtmlReport() {}

  /**
   * Parts of the page besides the figures.
   *
   * @param plots JSON that is safe inside a script element
   */
  public record Assets(
      String style,
      String chartStyle,
      String script,
      String chartScript,
      String chartLicence,
      String plots) {}

  /** The whole page. */
  public static String render(Report report, ChartData charts) {
    StringOutput output = new StringOutput(256 * 1024);
    Assets assets =
        new Assets(
            style(),
            resource("uplot/uPlot.min.css"),
            resource("report.js"),
            resource("uplot/uPlot.iife.min.js"),
            resource("uplot/LICENSE"),
            scriptSafe(new Plots(Palette.named(), ReportPlots.NO_SAMPLES, ReportPlots.of(charts))));
    ENGINE.render("report.jte", new Page(report, charts, assets), output);
    return output.toString();
  }

  /**
   * Another page in the style of the report.
   *
   * @param template its name, for instance {@code comparison.jte}
   * @param page what the template is given
   */
  public static String page(String template, Object page) {
    StringOutput output = new StringOutput(64 * 1024);
    ENGINE.render(template, page, output);
    return output.toString();
  }

  /** The style of all pages. */
  public static String style() {
    return styled("report.css");
  }

  /** A style sheet with the colours of the palette in place of their variables. */
  public static String styled(String name) {
    String style = resource(name);
    for (Map.Entry<String, String> color : Palette.named().entrySet()) {
      style = style.replace("var(--" + color.getKey() + ")", color.getValue());
    }
    return style;
  }

  private record Plots(Map<String, String> colors, String noSamples, List<Plot> plots) {}

  /** Input of the template. */
  public record Page(Report report, ChartData charts, Assets assets) {}

  /** JSON in which no character can end the script element around it. */
  private static String scriptSafe(Plots plots) {
    try {
      return JSON.writeValueAsString(plots)
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plots are plain records", e);
    }
  }

  /** A file that belongs to the pages. */
  public static String resource(String name) {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the report module was built without " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
