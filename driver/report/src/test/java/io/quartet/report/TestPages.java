package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.model.TestLength;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Reports for tests about figures and the page; {@link PdfReportTest} is about the document. */
final class TestPages {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(Report.class.getResourceAsStream("report.schema.json"));

  private TestPages() {}

  /** Writes {@code report.json} and {@code report.html}, and in a soak suite the document too. */
  static Report write(Path folder) {
    Report report =
        TestLength.isSoak()
            ? ReportWriter.write(folder)
            : ReportWriter.writePage(ResultsFolder.open(folder)).report();
    assertFitsSchema(folder);
    return report;
  }

  /** {@code report.json} of a folder is as its schema says. */
  static void assertFitsSchema(Path folder) {
    try {
      assertThat(SCHEMA.validate(JSON.readTree(folder.resolve(ReportWriter.JSON).toFile())))
          .isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
