package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.model.GoldenFile;
import io.quartet.model.TestLength;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reports for tests about figures and the page; {@link PdfReportTest} is about the document. */
final class TestPages {

  /** Below the folder of Quartet. */
  static final String RESOURCES = "driver/report/src/test/resources/io/quartet/report";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(OutputSchema.REPORT.json());

  private TestPages() {}

  /** Writes {@code report.json} and {@code report.html}, and in a soak suite the document too. */
  static Report write(Path folder) {
    Report report =
        TestLength.isSoak()
            ? ReportWriter.write(folder)
            : ReportWriter.writePage(ResultsFolder.open(folder));
    assertFitsSchema(folder);
    return report;
  }

  /** {@code report.json} of a folder is as its schema says. */
  static void assertFitsSchema(Path folder) {
    try {
      JsonNode report = JSON.readTree(folder.resolve(ReportWriter.JSON).toFile());
      assertThat(SCHEMA.validate(report)).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fails unless {@code report.json} and the text of the page and of both documents for print are
   * as before.
   *
   * @param golden how the names of the golden files begin
   */
  static void assertGolden(String golden, Path folder) throws IOException {
    assertGolden(golden, folder, ReportWriter.JSON, ReportWriter.HTML, ReportWriter.PDF);
    GoldenFile.assertSame(
        golden + ".disclosure.txt",
        ShownText.ofDocument(Files.readAllBytes(folder.resolve(ReportWriter.DISCLOSURE))));
  }

  /** The same for other names of the three files. */
  static void assertGolden(String golden, Path folder, String json, String html, String pdf)
      throws IOException {
    GoldenFile.assertSame(
        golden + ".json.txt", JsonLines.of(Files.readString(folder.resolve(json))));
    GoldenFile.assertSame(
        golden + ".html.txt", ShownText.ofPage(Files.readString(folder.resolve(html))));
    GoldenFile.assertSame(
        golden + ".pdf.txt", ShownText.ofDocument(Files.readAllBytes(folder.resolve(pdf))));
  }
}
