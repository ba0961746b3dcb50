package io.quartet.report.internal.write;

import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.pdfboxout.PDFontSupplier;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import java.awt.Font;
import java.awt.FontFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/**
 * The fonts of the document. They come from font libraries, not from the machine: Liberation, under
 * the SIL Open Font License 1.1. DejaVu Sans, under the Bitstream Vera licence, has the characters
 * that Liberation lacks. They can be drawn until this is closed.
 */
final class PrintFonts implements AutoCloseable {

  private static final String FOLDER = "/liberation/";
  private static final String REGULAR = "LiberationSans-Regular.ttf";
  private static final String BOLD = "LiberationSans-Bold.ttf";
  private static final String DEJAVU_FOLDER = "/net/sf/jasperreports/fonts/dejavu/";
  private static final String SANS = "Liberation Sans";
  private static final String MONO = "Liberation Mono";
  private static final String DEJAVU = "DejaVu Sans";

  /** Stands for characters that no font has; DejaVu has this one. */
  private static final String UNKNOWN_CHARACTER = "\uFFFD";

  private final List<Path> files = new ArrayList<>();
  private final Font regular;
  private final Font bold;

  private PrintFonts() throws IOException {
    this.regular = drawn(FOLDER + REGULAR);
    this.bold = drawn(FOLDER + BOLD);
  }

  /**
   * @throws IOException if the library lacks a font, or this Java machine cannot read it
   */
  static PrintFonts load() throws IOException {
    return new PrintFonts();
  }

  /** For text in drawings. */
  Font forCharts() {
    return regular;
  }

  /** For titles in drawings. */
  Font bold() {
    return bold;
  }

  /** Makes them known by the family names of the style, for a document that is not closed yet. */
  static void register(PdfRendererBuilder builder, PDDocument document) throws IOException {
    register(builder, document, FOLDER + REGULAR, SANS, 400, FontStyle.NORMAL);
    register(builder, document, FOLDER + BOLD, SANS, 700, FontStyle.NORMAL);
    register(builder, document, FOLDER + "LiberationSans-Italic.ttf", SANS, 400, FontStyle.ITALIC);
    register(builder, document, FOLDER + "LiberationMono-Regular.ttf", MONO, 400, FontStyle.NORMAL);
    register(builder, document, DEJAVU_FOLDER + "DejaVuSans.ttf", DEJAVU, 400, FontStyle.NORMAL);
    register(
        builder, document, DEJAVU_FOLDER + "DejaVuSans-Bold.ttf", DEJAVU, 700, FontStyle.NORMAL);
    builder.useReplacementText(UNKNOWN_CHARACTER);
  }

  private static void register(
      PdfRendererBuilder builder,
      PDDocument document,
      String file,
      String family,
      int weight,
      FontStyle style)
      throws IOException {
    TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(bytes(file)));
    // Ligatures: figures have none, and the search for them takes a third of the time.
    font.setEnableGsub(false);
    PDFont embedded = PDType0Font.load(document, font, true);
    builder.useFont(new PDFontSupplier(embedded), family, weight, style, true);
  }

  /**
   * Reads the font from a temporary file of this class. A font from a stream needs a shutdown hook,
   * which an ending JVM refuses, for example after an interrupted run.
   */
  private Font drawn(String name) throws IOException {
    Path file = Files.createTempFile("quartet-", ".ttf");
    files.add(file);
    try {
      Files.write(file, bytes(name));
      return Font.createFont(Font.TRUETYPE_FONT, file.toFile());
    } catch (FontFormatException | IOException e) {
      close();
      throw new IOException(name + " cannot be used", e);
    }
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = PrintFonts.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("the font library has no " + file);
      }
      return in.readAllBytes();
    }
  }

  /** Removes the files of the fonts. */
  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
