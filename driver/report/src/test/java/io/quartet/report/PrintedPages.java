package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;

/** What holds for the documents for print of every run. */
final class PrintedPages {

  /** Pages of the report of a run with one Set in each Group. */
  private static final int MOST_PAGES = 12;

  /** Lines of the head and the foot of a page. */
  private static final int HEAD_AND_FOOT = 2;

  private static final int FEWEST_LINES = 10;

  /** Width of the margins of A4 paper, in points. */
  private static final double MARGIN = 15 / 25.4 * 72;

  private PrintedPages() {}

  /**
   * Fails if the report is long, a table of the page is in neither document, text is cut off, or a
   * page is nearly empty.
   */
  static void assertWhole(Path folder) throws IOException {
    int sets = ReportWriter.read(folder).run().scale().setsPerGroup();
    StringBuilder printed = new StringBuilder();
    for (String name : List.of(ReportWriter.PDF, ReportWriter.DISCLOSURE)) {
      try (PDDocument document = Loader.loadPDF(folder.resolve(name).toFile())) {
        if (sets == 1 && name.equals(ReportWriter.PDF)) {
          assertThat(document.getNumberOfPages()).isBetween(4, MOST_PAGES);
        }
        printed.append(new PDFTextStripper().getText(document));
        for (int page = 1; page <= document.getNumberOfPages(); page++) {
          assertPage(name + ", page " + page, document, page);
        }
      }
    }
    assertThat(tables(folder)).hasSizeGreaterThan(500);
    assertThat(tables(folder)).allMatch(letters(printed.toString())::contains);
  }

  private static void assertPage(String place, PDDocument document, int page) throws IOException {
    double right = document.getPage(page - 1).getMediaBox().getWidth() - MARGIN;
    List<String> outside = new ArrayList<>();
    PDFTextStripper stripper =
        new PDFTextStripper() {
          @Override
          protected void writeString(String text, List<TextPosition> positions) throws IOException {
            TextPosition last = positions.get(positions.size() - 1);
            if (positions.get(0).getX() < MARGIN - 1 || last.getX() + last.getWidth() > right + 1) {
              outside.add(text);
            }
            super.writeString(text, positions);
          }
        };
    stripper.setSortByPosition(true);
    stripper.setStartPage(page);
    stripper.setEndPage(page);
    long lines = stripper.getText(document).lines().filter(line -> !line.isBlank()).count();

    assertThat(outside).as(place).isEmpty();
    assertThat(lines).as("lines of " + place).isGreaterThan(HEAD_AND_FOOT + FEWEST_LINES);
  }

  /** Texts of the cells of tables that are printed, without blanks and signs. */
  private static List<String> tables(Path folder) throws IOException {
    Document page = Jsoup.parse(Files.readString(folder.resolve(ReportWriter.HTML)));
    page.select(".screen").remove();
    return page.select("td, th").stream()
        .flatMap(cell -> cell.nodeStream(TextNode.class))
        .map(words -> letters(words.text()))
        .toList();
  }

  private static String letters(String text) {
    return text.replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
