package io.quartet.report;

import io.quartet.measure.results.ResultsFolder;
import io.quartet.model.TestLength;
import java.nio.file.Path;

/** Reports for tests about figures and the page; {@link PdfReportTest} is about the document. */
final class TestPages {

  private TestPages() {}

  /** Writes {@code report.json} and {@code report.html}, and in a soak suite the document too. */
  static Report write(Path folder) {
    return TestLength.isSoak()
        ? ReportWriter.write(folder)
        : ReportWriter.writePage(ResultsFolder.open(folder)).report();
  }
}
