package io.quartet.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/** What a page or a document shows, as text for golden files. */
public final class ShownText {

  private static final Set<String> UNSEEN = Set.of("script", "style", "template");

  /** Inline elements that begin a new line, such as each {@code text} element of a drawing. */
  private static final Set<String> LINES = Set.of("br", "option", "text");

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder line = new StringBuilder();

  private ShownText() {}

  /**
   * All text of a page in its order, with a line for each block, row of a table and word of a
   * drawing. Headings begin with {@code #}; cells are separated by bars. Texts that need a pointer
   * or a screen reader follow theirs in brackets.
   */
  public static String ofPage(String html) {
    ShownText page = new ShownText();
    Element root = Jsoup.parse(html);
    page.line.append("title: ").append(root.selectFirst("title").text());
    page.add(root.selectFirst("body"));
    page.endLine();
    return page.text.toString();
  }

  private void add(Node node) {
    if (node instanceof TextNode words) {
      line.append(words.getWholeText());
    } else if (node instanceof Element element && !UNSEEN.contains(element.normalName())) {
      add(element);
    }
  }

  private void add(Element element) {
    String name = element.normalName();
    boolean isLine = element.isBlock() && !isInCell(element) || LINES.contains(name);
    if (isLine) {
      endLine();
    }
    if (name.matches("h[1-6]")) {
      line.append("#".repeat(name.charAt(1) - '0')).append(' ');
    } else if (isCell(element) && element.previousElementSibling() != null) {
      line.append(" | ");
    } else {
      line.append(isApart(element) ? " " : "");
    }
    element.childNodes().forEach(this::add);
    for (String spoken : List.of("title", "aria-label")) {
      if (element.hasAttr(spoken)) {
        line.append(" [").append(element.attr(spoken)).append("] ");
      }
    }
    if (isLine) {
      endLine();
    }
  }

  /** Elements that touch a word in the source stand apart from it by their style. */
  private boolean isApart(Element element) {
    boolean touches =
        line.length() > 0 && Character.isLetterOrDigit(line.charAt(line.length() - 1));
    return element.isBlock() || touches;
  }

  private static boolean isCell(Element element) {
    return element.normalName().equals("td") || element.normalName().equals("th");
  }

  /** True for a cell and all that it holds. */
  private static boolean isInCell(Element element) {
    return element.closest("td, th") != null;
  }

  private void endLine() {
    String words = line.toString().replaceAll("[\\s\\u00a0]+", " ").strip();
    if (!words.isEmpty()) {
      text.append(words).append('\n');
    }
    line.setLength(0);
  }

  /** All text of a PDF by page and line. Two blanks separate what is more than a blank apart. */
  public static String ofDocument(byte[] pdf) {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      return new Columns()
          .getText(document)
          .lines()
          .map(one -> one.stripTrailing().replaceAll(" {3,}", "  "))
          .filter(one -> !one.isEmpty())
          .collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Columns extends PDFTextStripper {

    /** A blank that is wider than this many blanks divides two columns. */
    private static final double WIDE = 2.5;

    private TextPosition last;

    Columns() {
      setSortByPosition(true);
      setPageStart("-- page --\n");
      setWordSeparator("");
    }

    @Override
    protected void writeString(String word, List<TextPosition> positions) throws IOException {
      TextPosition first = positions.get(0);
      if (last != null) {
        double gap = first.getXDirAdj() - last.getXDirAdj() - last.getWidthDirAdj();
        output.write(gap > WIDE * first.getWidthOfSpace() ? "  " : " ");
      }
      last = positions.get(positions.size() - 1);
      output.write(word);
    }

    @Override
    protected void writeLineSeparator() throws IOException {
      last = null;
      super.writeLineSeparator();
    }

    @Override
    protected void writePageStart() throws IOException {
      last = null;
      super.writePageStart();
    }
  }
}
