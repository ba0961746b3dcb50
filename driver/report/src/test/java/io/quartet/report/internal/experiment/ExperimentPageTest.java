package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.report.OutputSchema;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Reference;
import io.quartet.report.section.Contents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("unit")
class ExperimentPageTest {

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(OutputSchema.EXPERIMENT.json());

  private static final String HOSTILE = "</style><script>alert('x')</script>&\"'";

  /** An experiment with its name in the pictures. */
  record Sample(String name, ExperimentReport report) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Sample> samples() {
    return Stream.of(
        new Sample("two", two()),
        new Sample("six", grid(2, 3)),
        new Sample("twelve", twelve()),
        new Sample("hundred", grid(10, 10)),
        new Sample("sweep", sweep()),
        new Sample("long", longValues()),
        new Sample("maps", maps()),
        new Sample("failed", failed()),
        new Sample("running", running()),
        new Sample(
            "nothing", SampleExperiment.varying("load.users", "8", "16").running().report()));
  }

  @Test
  void pageOfPgbenchHasNoWordOfABrokerage() {
    ExperimentReport report =
        SampleExperiment.varying("load.clients", "1", "2", "4")
            .of(Contents.PGBENCH)
            .baseline(1, 1_000)
            .cell(2, 90, 85, 95)
            .cell(3, 120, 110, 130)
            .report();
    Pattern ofBrokerage = Pattern.compile("\\betps\\b|\\b[Tt]rade\\b|Trade-|Tier A");
    assertThat(ExperimentPage.html(report).replaceAll("(?s)<style>.*?</style>", ""))
        .doesNotContainPattern(ofBrokerage)
        .contains("tps");
    String json = ExperimentPages.json(report);
    assertThat(json).doesNotContainPattern(ofBrokerage).contains("\"tps\"");
  }

  private static ExperimentReport two() {
    return SampleExperiment.varying(
            "provider.postgresBin", "/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/18/bin")
        .purpose("Does PostgreSQL 18 serve more trades than PostgreSQL 15?")
        .baseline(1, 48.6)
        .cell(2, 4.1, 2.0, 6.3)
        .report();
  }

  private static ExperimentReport sweep() {
    return SampleExperiment.varying("load.users", "10", "20", "50", "100", "200", "500", "1000")
        .purpose("How many users does one Set serve?")
        .maximum(80)
        .baseline(1, 10.2)
        .cell(2, 97, 95, 99)
        .cell(3, 310, 300, 320)
        .cell(4, 425, 410, 440)
        .cell(5, 440, 425, 455)
        .cell(6, 380, 365, 395)
        .cell(7, 290, 270, 310)
        .references(
            new Reference(
                "Peak of the client sweep",
                "1,200 tpsV with 150 users",
                "Study, table 4",
                "highest mean 55.1 etps, with 200 users",
                "One Set of 12 VMs then, here one machine."))
        .report();
  }

  private static ExperimentReport grid(int buffers, int users) {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    keys.put(
        "provider.sizes.oltp.settings.shared_buffers",
        IntStream.rangeClosed(1, buffers).mapToObj(value -> 8 * value + "%").toList());
    keys.put(
        "load.users",
        IntStream.rangeClosed(1, users).mapToObj(value -> String.valueOf(8 * value)).toList());
    SampleExperiment sample = SampleExperiment.varying(keys).baseline(2, 50);
    for (int cell = 1; cell <= sample.size(); cell++) {
      double row = (cell - 1) / users;
      double column = (cell - 1) % users;
      double percent = 12 * (column - 1) - 1.1 * (column - 1) * column + 0.7 * row;
      if (cell != 2) {
        sample.cell(cell, percent, percent - 1.7, percent + 1.6);
      }
    }
    return sample.report();
  }

  private static SampleExperiment threeKeys() {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    keys.put("engine.access", List.of("libpq", "odbc"));
    keys.put("load.users", List.of("8", "16", "32"));
    keys.put("sets", List.of("1", "2"));
    return SampleExperiment.varying(keys).baseline(3, 40);
  }

  private static ExperimentReport twelve() {
    SampleExperiment sample = threeKeys();
    for (int cell = 1; cell <= sample.size(); cell++) {
      double percent = (cell % 2 == 0 ? 55 : 0) + 6 * (((cell - 1) / 2) % 3) - (cell > 6 ? 18 : 6);
      if (cell != 3) {
        sample.cell(cell, percent, percent - 2.2, percent + 2.1);
      }
    }
    return sample.report();
  }

  private static ExperimentReport longValues() {
    String path = "/srv/installations/of-the-database/built-with-all-options/and-a-very-long-name/";
    return SampleExperiment.varying("provider.storage.walFolder", path + "a" + HOSTILE, path + "b")
        .purpose(HOSTILE + " of a purpose that goes on and on ".repeat(4))
        .baseline(1, 48.6)
        .cell(2, 0.4, -1.2, 2.1)
        .report();
  }

  private static ExperimentReport maps() {
    return SampleExperiment.varying(
            "load.clients",
            "{\"A\":[8,1,8,1],\"B\":[1,8,1,8]}",
            "{\"A\":[8,1,8,1]}",
            "{\"B\":[1,8,1,8]}")
        .labels("both", "A alone", "B alone")
        .of(Contents.PGBENCH)
        .percentOfCells("A alone", "B alone")
        .baseline(1, 6_269)
        .cell(2, -41.6, -44.1, -39.3)
        .cell(3, -47.4, -49.9, -45.1)
        .references(
            new Reference(
                "new orders per minute of two databases in two VMs of a host, 30 and 2 clients in"
                    + " turn in four periods of 10 minutes",
                "52,647 with shared buffers of 25 % of the memory, 58,994 with 75 %",
                "Study, figure 12",
                "6,269 tps (both)",
                "The study used another load, so the figures have nothing in common. Look at how"
                    + " little the sum varies from phase to phase while the peaks take turns."))
        .report();
  }

  private static ExperimentReport failed() {
    return SampleExperiment.varying(
            "provider.sizes.oltp.settings.shared_buffers", "10%", "25%", "50%", "85%")
        .baseline(2, 50)
        .cell(1, -7.2, -8.4, -6.0)
        .cell(3, 0.8, -0.9, 2.4)
        .failed(
            4,
            "SERVER_START",
            "a1-vm3: PostgreSQL does not start with shared_buffers = 85%: could not map anonymous"
                + " shared memory. Lower it, or give the VM more memory.")
        .report();
  }

  private static ExperimentReport running() {
    return threeKeys().cell(1, -9.5, -11.2, -8.0).cell(2, 48, 45, 51).running().report();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void jsonIsAsTheSchemaSays(Sample sample) throws IOException {
    assertThat(SCHEMA.validate(new ObjectMapper().readTree(ExperimentPages.json(sample.report()))))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void pageHasTheAnswerAndEveryCell(Sample sample) throws IOException {
    String html = ExperimentPage.html(sample.report());
    Document page = Jsoup.parse(html);
    assertThat(page.selectFirst("h1").text()).isEqualTo(sample.report().answer().headline());
    assertThat(page.select("#cells tbody tr")).hasSize(sample.report().cells().size());
    for (ExperimentCell cell : sample.report().cells()) {
      assertThat(page.select("#cells tbody tr th").eachText()).contains("" + cell.number());
    }
    assertThat(html)
        .doesNotContainPattern("(?i)(src|href)\\s*=\\s*[\"']?(https?:|//)")
        .doesNotContainPattern("(?i)url\\(")
        .doesNotContain("@import", "<script", "<link")
        .endsWith("</html>\n");
    String pictures = System.getProperty("quartet.pictures");
    if (pictures != null) {
      Files.writeString(Path.of(pictures, sample.name() + ".html"), html);
      Files.write(Path.of(pictures, sample.name() + ".pdf"), ExperimentPdf.render(sample.report()));
    }
  }

  @Test
  void namesAreEscaped() {
    Document page = Jsoup.parse(ExperimentPage.html(longValues()));
    assertThat(page.select("script")).isEmpty();
    assertThat(page.selectFirst(".purpose").text()).startsWith(HOSTILE);
    assertThat(page.select("#cells td.key").first().text()).endsWith("a" + HOSTILE);
  }

  @Test
  void runningPageShowsHowFarItIs() {
    Document page = Jsoup.parse(ExperimentPage.html(running()));
    assertThat(page.selectFirst(".progress").text())
        .startsWith(
            "Running: run 10 of 39, cell 2 of 12 (libpq, 8 users, 2 sets), block 2, about 12 min left");
    assertThat(page.select("meta[http-equiv=refresh]")).hasSize(1);
    assertThat(Jsoup.parse(ExperimentPage.html(two())).select(".progress, meta[http-equiv]"))
        .isEmpty();
  }

  @Test
  void failuresAreListedWithTheirMessage() {
    Document page = Jsoup.parse(ExperimentPage.html(failed()));
    assertThat(page.select("#failed tbody tr")).hasSize(3);
    assertThat(page.selectFirst("#failed tbody tr").text())
        .contains("SERVER_START", "could not map anonymous shared memory");
    assertThat(page.select("#cells tr.broken")).hasSize(1);
  }

  @Test
  void runsLinkToTheirReports() {
    assertThat(Jsoup.parse(ExperimentPage.html(two())).select("#runs a").eachAttr("href"))
        .hasSize(6)
        .allMatch(link -> link.matches("runs/[0-9]{8}-[0-9]{6}-sample/report\\.html"));
  }

  @Test
  void longNameOfAReferenceFigureWraps() throws IOException {
    try (PDDocument document = Loader.loadPDF(ExperimentPdf.render(maps()))) {
      assertThat(new PDFTextStripper().getText(document).lines())
          .anyMatch(line -> line.startsWith("new orders per minute"))
          .noneMatch(line -> line.contains("new orders per minute of two databases in two VMs"));
    }
  }

  @Test
  void documentHoldsTheAnswerAndEveryGlyph() throws IOException {
    for (ExperimentReport report : List.of(grid(2, 3), failed(), running())) {
      byte[] bytes = ExperimentPdf.render(report);
      assertThat(ExperimentPdf.render(report)).as("the same bytes again").isEqualTo(bytes);
      try (PDDocument document = Loader.loadPDF(bytes)) {
        String text = new PDFTextStripper().getText(document).replaceAll("[\\s\\u00a0]+", " ");
        assertThat(text)
            .contains(report.answer().headline(), "Cost of a trade")
            .contains("Page 1 of " + document.getNumberOfPages())
            .doesNotContain("#", "\uFFFD");
      }
    }
  }
}
