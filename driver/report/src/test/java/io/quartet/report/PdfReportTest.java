package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.QuartetException;
import io.quartet.report.internal.write.PdfReport;
import io.quartet.report.internal.write.ReportVolume;
import io.quartet.results.RecordedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineNode;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class PdfReportTest {

  @TempDir static Path results;
  private static Path folder;
  private static PDDocument document;
  private static PDDocument disclosure;

  @BeforeAll
  static void simulate() throws IOException {
    folder = SimulatedDemo.finished(results);
    ReportWriter.write(folder);
    document = Loader.loadPDF(folder.resolve("report.pdf").toFile());
    disclosure = Loader.loadPDF(folder.resolve("disclosure.pdf").toFile());
  }

  @AfterAll
  static void close() throws IOException {
    document.close();
    disclosure.close();
  }

  /** Text of some pages, counted from 1. */
  private static String text(int from, int to) throws IOException {
    return text(document, from, to);
  }

  private static String text(PDDocument of, int from, int to) throws IOException {
    PDFTextStripper stripper = new PDFTextStripper();
    stripper.setSortByPosition(true);
    stripper.setStartPage(from);
    stripper.setEndPage(to);
    return stripper.getText(of);
  }

  @Test
  void sameFolderGivesTheSameBytes() throws IOException {
    byte[] report = Files.readAllBytes(folder.resolve("report.pdf"));
    byte[] details = Files.readAllBytes(folder.resolve("disclosure.pdf"));
    ReportWriter.write(folder);
    assertThat(Files.readAllBytes(folder.resolve("report.pdf"))).isEqualTo(report);
    assertThat(Files.readAllBytes(folder.resolve("disclosure.pdf"))).isEqualTo(details);
    assertThat(document.getDocumentInformation().getCreationDate().toInstant())
        .isEqualTo(Instant.parse("2026-03-01T12:01:12Z"));
  }

  @Test
  void firstPagesAreThePictureAndTheSummary() throws IOException {
    assertThat(text(1, 1))
        .contains("valid for demo, not publishable", "TPC-V style", "PostgreSQL")
        .contains("Trade-Results per second, by Group", "Response times (p90) against their limits")
        .doesNotContain("tpsE", "tpsV", "tpsC");
    assertThat(text(2, 2))
        .contains("Executive summary", "Sponsor & Daughters", "Group A", "VM3 · OLTP")
        .doesNotContain("not disclosed");
  }

  @Test
  void pricesAreAddedUpAndDividedByTheThroughput() throws IOException {
    // 3 x 1234.57 less 12.5 %, 3 x 100.50 and 1.00; PriceList is tested by the golden file.
    assertThat(text(2, 3)).contains("3,543.25 EUR", " EUR per etps", "2026-09-01");
    assertThat(text(3, document.getNumberOfPages()))
        .contains("3,240.75", "301.50", "simulated server", "8 modules <of 2 GB>", "RAID 10");
  }

  @Test
  void everyPageHasItsNumberAndEveryLaterOneTheVerdict() throws IOException {
    for (PDDocument each : List.of(document, disclosure)) {
      int pages = each.getNumberOfPages();
      for (int page = 1; page <= pages; page++) {
        assertThat(text(each, page, page))
            .contains("Page " + page + " of " + pages, "valid for demo, not publishable");
      }
    }
  }

  @Test
  void noPageEndsInAHeading() throws IOException {
    for (PDDocument each : List.of(document, disclosure)) {
      List<String> headings = titles(each.getDocumentCatalog().getDocumentOutline());
      assertThat(headings).hasSizeGreaterThan(10);
      for (int page = 1; page <= each.getNumberOfPages(); page++) {
        String last =
            text(each, page, page)
                .lines()
                .map(String::strip)
                .filter(line -> !line.contains("Not a TPC result") && !line.isEmpty())
                .reduce("", (before, line) -> line);
        assertThat(headings).as("page " + page).doesNotContain(last);
      }
    }
  }

  private static List<String> titles(PDOutlineNode node) {
    List<String> titles = new ArrayList<>();
    for (PDOutlineItem child : node.children()) {
      titles.add(child.getTitle());
      titles.addAll(titles(child));
    }
    return titles;
  }

  @Test
  void everyFontIsEmbedded() throws IOException {
    for (PDPage page : document.getPages()) {
      for (COSName name : page.getResources().getFontNames()) {
        assertThat(page.getResources().getFont(name).isEmbedded()).isTrue();
        assertThat(page.getResources().getFont(name).getName())
            .containsPattern("[+](Liberation|DejaVu)");
      }
    }
  }

  @Test
  void everyCharacterHasAGlyph() throws IOException {
    // The library replaces characters that it cannot draw by #.
    assertThat(text(1, document.getNumberOfPages()))
        .contains("×", "–", "·", "Little's law")
        .doesNotContain("#", "✓", "\uFFFD");
  }

  @Test
  void charactersThatTheFontLacksComeFromAnother(@TempDir Path other) throws IOException {
    Path copy = RecordedRuns.copyOf(folder, other);
    Path run = copy.resolve("run.json");
    String edited = Files.readString(run).replace("Virtual CPU", "№ 1 ⇒ ☃, 東京 CPU");
    Files.writeString(run, edited);
    ReportWriter.write(copy);
    try (PDDocument pdf = Loader.loadPDF(copy.resolve("report.pdf").toFile())) {
      // No font of the document has Chinese characters; each is told to be missing.
      assertThat(new PDFTextStripper().getText(pdf))
          .contains("№ 1 ⇒ ☃, \uFFFD\uFFFD CPU")
          .doesNotContain("#");
    }
  }

  @Test
  void tablesOfTheDatabasesAreAnAppendix() throws IOException {
    int pages = disclosure.getNumberOfPages();
    assertThat(text(disclosure, pages, pages))
        .contains("Appendix: tables of the databases", "t_dts timestamp(3) without time zone")
        .contains("CHECK ((t_chrg >= (0)::numeric))");
    assertThat(text(disclosure, 1, pages)).contains("Database build", "trade_by_id", "only OLTP");
  }

  @Test
  void bothDocumentsTogetherHoldThePage() throws IOException {
    PrintedPages.assertWhole(folder);
  }

  @Test
  void buyerFindsMachinesPricesAndTheirLastDay() throws IOException {
    assertThat(text(1, document.getNumberOfPages()))
        .contains("Machines and their network", "driver's machine")
        .contains("Prices are valid until", "2026-12-31", "Available from", "2026-09-01");
  }

  @Test
  void linkToTheOtherDocumentIsItsName() throws IOException {
    assertThat(text(2, 2)).contains("Rules in", "disclosure.pdf").doesNotContain("Rules (page");
  }

  @Test
  void runWithoutAnythingHasADocumentToo(@TempDir Path empty) throws IOException {
    Path killed = SimulatedDemo.killed(empty, 3);
    ReportWriter.write(killed);
    try (PDDocument few = Loader.loadPDF(killed.resolve("report.pdf").toFile())) {
      assertThat(new PDFTextStripper().getText(few))
          .contains("INVALID", "No samples were recorded", "none was measured");
    }
  }

  @Test
  void pageAndFiguresAreThereIfTheDocumentCannotBeWritten(@TempDir Path other) throws IOException {
    Path killed = SimulatedDemo.killed(other, 3);
    Files.createDirectories(killed.resolve("report.pdf/in-the-way"));

    QuartetException error =
        catchThrowableOfType(QuartetException.class, () -> ReportWriter.write(killed));

    assertThat(error.code()).isEqualTo("RESULTS_WRITE");
    assertThat(killed.resolve("report.html")).isNotEmptyFile();
    assertThat(killed.resolve("report.json")).isNotEmptyFile();
  }

  @Test
  void documentThatCannotBeMadeSaysWhatToDo() {
    QuartetException error =
        catchThrowableOfType(
            QuartetException.class, () -> PdfReport.render(null, null, ReportVolume.REPORT));

    assertThat(error.code()).isEqualTo("REPORT_PDF");
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.ENVIRONMENT);
    assertThat(error).hasMessageContaining("report.html and report.json hold all of it");
  }
}
