package io.quartet.report.internal.write;

import com.openhtmltopdf.extend.FSObjectDrawer;
import com.openhtmltopdf.pdfboxout.PdfBoxRenderer;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.render.DefaultObjectDrawerFactory;
import com.openhtmltopdf.util.XRLog;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import java.awt.Graphics2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.jsoup.Jsoup;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A page for A4 paper, with vector drawings and embedded fonts. The same page gives the same bytes
 * on every machine. Not thread-safe.
 */
public final class PrintedDocument {

  private static final String DRAWING = "quartet/drawing";

  /** A table with as many rows stands on one page: that of all transactions has 13. */
  private static final int SHORT = 13;

  static {
    // It tells of each font and style sheet it reads.
    XRLog.listRegisteredLoggers().forEach(logger -> XRLog.setLevel(logger, Level.WARNING));
  }

  private final Document page;
  private final PrintFonts fonts;
  private final Map<String, Painter> painters = new HashMap<>();

  private PrintedDocument(Document page, PrintFonts fonts) {
    this.page = page;
    this.fonts = fonts;
  }

  /** Draws on the paper; lengths are in pixels of the screen. */
  @FunctionalInterface
  interface Painter {
    void paint(Graphics2D graphics, float width, float height);
  }

  /** Content of a document. Its methods are called once, while the document is made. */
  public interface Source {
    /** The page. */
    String html();

    /** Puts drawings into the page. */
    void prepare(PrintedDocument document);

    /** Date of the document; the clock would give other bytes each time. */
    long utcMillis();

    /** The subject of the document. */
    String id();
  }

  /**
   * The name of a document, and the advice if it is missing.
   *
   * @param file its name
   * @param others the files that hold all of it
   * @param again how it is created again
   */
  public record Place(String file, String others, String again) {}

  /**
   * The whole document.
   *
   * @throws QuartetException REPORT_PDF if it cannot be made on this machine
   */
  public static byte[] render(Place place, Source source) {
    try (PrintFonts fonts = PrintFonts.load()) {
      PrintedDocument document = new PrintedDocument(Jsoup.parse(source.html()), fonts);
      document.page.select(".screen, .hint, noscript").remove();
      document.page.select("a[href]").forEach(link -> link.attr("title", link.text()));
      source.prepare(document);
      document.wordsForSigns();
      document.keepRowsTogether();
      document.keepHeadingsWithTables();
      document.addContents();
      return document.bytes(source);
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      // Fonts and charts need libraries of the Java machine, and memory: both fail as errors.
      throw new QuartetException(
          Kind.ENVIRONMENT,
          "REPORT_PDF",
          Text.format(
              "%s cannot be made (%s). %s hold all of its content. If memory is short, set"
                  + " QUARTET_JAVA_OPTIONS=-Xmx1g. If a library is missing, install it (on"
                  + " Debian: libfontconfig1, libfreetype6, libharfbuzz0b). Then %s"
                  + " again.",
              place.file(), e, place.others(), place.again()),
          e);
    }
  }

  Document page() {
    return page;
  }

  PrintFonts fonts() {
    return fonts;
  }

  /**
   * An element that stands for a drawing.
   *
   * @param width of the element, as its height in pixels
   * @param description for readers who cannot see it
   */
  Element drawing(int width, int height, String description, Painter painter) {
    String name = "drawing-" + painters.size();
    painters.put(name, painter);
    return new Element("object")
        .attr("type", DRAWING)
        .attr("data-name", name)
        .attr("style", Text.format("width:%dpx;height:%dpx", width, height))
        .attr("alt", description);
  }

  private byte[] bytes(Source source) throws IOException {
    PdfRendererBuilder builder = new PdfRendererBuilder();
    builder.withW3cDocument(new W3CDom().fromJsoup(page), "");
    builder.withProducer("Quartet");
    // Tagged, for those who listen to it. It also keeps the library from looking for fonts of the
    // machine, on which the document would then depend.
    builder.usePdfUaAccessibility(true);
    DefaultObjectDrawerFactory drawers = new DefaultObjectDrawerFactory();
    drawers.registerDrawer(DRAWING, drawer());
    builder.useObjectDrawerFactory(drawers);
    ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);
    try (PDDocument document = new PDDocument()) {
      builder.usePDDocument(document);
      builder.usePageSupplier(PrintedDocument::addPage);
      PrintFonts.register(builder, document);
      try (PdfBoxRenderer renderer = builder.buildPdfRenderer()) {
        renderer.createPDFWithoutClosing();
      }
      document
          .getDocumentInformation()
          .setCreationDate(
              GregorianCalendar.from(
                  Instant.ofEpochMilli(source.utcMillis()).atZone(ZoneOffset.UTC)));
      document.setDocumentId((long) source.id().hashCode());
      document.save(out);
    }
    return out.toByteArray();
  }

  /**
   * Adds a page. Every piece of text has an entry in the resources of its page, for screen readers.
   * PDFBox would compare each new entry with all others of the page, but no two entries are equal.
   * So the dictionary answers without a search.
   */
  private static PDPage addPage(
      PDDocument document, float width, float height, int number, int shadowNumber) {
    COSDictionary tags =
        new COSDictionary() {
          @Override
          public boolean containsValue(Object tag) {
            return false;
          }
        };
    COSDictionary resources = new COSDictionary();
    resources.setItem(COSName.PROPERTIES, tags);
    PDPage page = new PDPage(new PDRectangle(width, height));
    page.setResources(new PDResources(resources));
    document.addPage(page);
    return page;
  }

  private FSObjectDrawer drawer() {
    return (element, x, y, width, height, device, context, dotsPerPixel) -> {
      Painter painter = painters.get(element.getAttribute("data-name"));
      float wide = (float) width / dotsPerPixel;
      float high = (float) height / dotsPerPixel;
      device.drawWithGraphics(
          (float) x, (float) y, wide, high, graphics -> painter.paint(graphics, wide, high));
      return Map.of();
    };
  }

  /** A short table is not divided, and the last rows of a long one are not left alone. */
  private void keepRowsTogether() {
    for (Element rows : page.select("tbody")) {
      List<Element> all = rows.children();
      if (all.size() <= SHORT) {
        rows.parent().addClass("short");
      } else {
        Element end = new Element("tbody").addClass("end");
        rows.after(end);
        end.appendChildren(all.subList(all.size() - 3, all.size()));
      }
    }
  }

  /**
   * A heading, what it says and the short table below it stay on one page. With a long table, the
   * style alone keeps some rows below the heading.
   */
  private void keepHeadingsWithTables() {
    page.select("details").unwrap();
    for (Element table : page.select("table.short")) {
      Element block = table.parent().is(".scroll") ? table.parent() : table;
      Deque<Element> kept = new ArrayDeque<>(List.of(block));
      Element before = takeWhile("p, summary", block.previousElementSibling(), kept);
      takeWhile("h2, h3, h4, .lead", before, kept);
      while (!kept.peekFirst().is("h2, h3, h4, summary") && kept.size() > 1) {
        kept.removeFirst();
      }
      if (kept.size() > 1) {
        Element whole = new Element("div").addClass("kept");
        kept.peekFirst().before(whole);
        whole.appendChildren(kept);
      }
    }
  }

  /** Puts such elements, from the last one on, before what is kept; the first that is not such. */
  private static Element takeWhile(String query, Element last, Deque<Element> kept) {
    Element next = last;
    while (next != null && next.is(query)) {
      kept.addFirst(next);
      next = next.previousElementSibling();
    }
    return next;
  }

  /** The font has no ticks and crosses; the words beside most of them say the same. */
  private void wordsForSigns() {
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
   * Bookmarks, sections and their parts; and where the page has room for it, contents with links,
   * whose page numbers the style adds.
   */
  private void addContents() {
    Element contents = page.selectFirst("#contents ul");
    Element bookmarks = page.head().appendElement("bookmarks");
    int number = 0;
    for (Element section : page.select("section[id]:has(h2)")) {
      Element heading = section.selectFirst("h2").attr("id", section.id() + "-title");
      String title = heading.text();
      Element bookmark = bookmark(bookmarks, title, heading.id());
      boolean isListed = contents != null && !section.id().equals("contents");
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
}
