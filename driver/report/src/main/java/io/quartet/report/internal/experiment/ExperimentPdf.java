package io.quartet.report.internal.experiment;

import io.quartet.model.QuartetException;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.internal.write.DrawingPainter;
import io.quartet.report.internal.write.HtmlReport;
import io.quartet.report.internal.write.PrintedDocument;
import io.quartet.report.internal.write.PrintedDocument.Place;
import io.quartet.report.internal.write.PrintedDocument.Source;

/** The page of an experiment as a document for print. */
public final class ExperimentPdf implements Source {

  private static final Place PLACE =
      new Place(
          "experiment.pdf",
          "experiment.html and report.json",
          "run 'quartet experiment' on its file");

  private final ExperimentReport report;

  private ExperimentPdf(ExperimentReport report) {
    this.report = report;
  }

  /**
   * The whole document.
   *
   * @throws QuartetException REPORT_PDF if it cannot be made on this machine
   */
  public static byte[] render(ExperimentReport report) {
    return PrintedDocument.render(PLACE, new ExperimentPdf(report));
  }

  @Override
  public String html() {
    return HtmlReport.page("experimentprint.jte", ExperimentPage.forPrint(report));
  }

  /** Time of the last event; 0 before the first. */
  @Override
  public long utcMillis() {
    Long updated = report.progress().updatedUtcMillis();
    return updated == null ? 0 : updated;
  }

  @Override
  public String id() {
    return report.experiment().name();
  }

  @Override
  public void prepare(PrintedDocument document) {
    DrawingPainter.replaceAll(document, ExperimentPage.forPrint(report).drawings());
  }
}
