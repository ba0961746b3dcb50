package io.quartet.report;

import io.quartet.model.QuartetException;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.ReportFigures;
import io.quartet.report.internal.data.BackgroundWork;
import io.quartet.report.internal.write.HtmlReport;
import io.quartet.report.internal.write.PdfReport;
import io.quartet.report.internal.write.ReportVolume;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;

/** Writes the derived files of a results folder. Raw files are never touched. */
public final class ReportWriter {

  /** Name of the page in the results folder. */
  public static final String HTML = "report.html";

  /** Name of the document for print in the results folder. */
  public static final String PDF = ReportVolume.REPORT.file();

  /** Name of the document with all that {@link #PDF} leaves out. */
  public static final String DISCLOSURE = ReportVolume.DISCLOSURE.file();

  /** Name of the figures in the results folder. */
  public static final String JSON = "report.json";

  private ReportWriter() {}

  /**
   * Reads the folder of one run and replaces {@code report.json}, {@code report.html}, {@code
   * report.pdf} and {@code disclosure.pdf} in it, in this order. A run that was aborted or killed
   * gives a report marked INVALID.
   *
   * @return the figures that were written
   * @throws QuartetException NOT_RESULTS if the folder is not that of a run, RESULTS_VERSION if it
   *     is one of another format, RESULTS_WRITE if it cannot be written, REPORT_PDF if a document
   *     for print cannot be made
   */
  public static Report write(Path folder) {
    ResultsFolder results = ResultsFolder.open(folder);
    ReportBuilder.Built built = ReportBuilder.build(results);
    writePage(results, built);
    // The disclosure takes longer than the report, so it is made on the second thread.
    try (BackgroundWork<byte[]> disclosure =
        BackgroundWork.begin(() -> print(built, ReportVolume.DISCLOSURE))) {
      results.replace(PDF, print(built, ReportVolume.REPORT));
      results.replace(DISCLOSURE, disclosure.result());
    }
    return built.report();
  }

  /** Leaves out the documents for print, which take most of the time. */
  static Report writePage(ResultsFolder results) {
    ReportBuilder.Built built = ReportBuilder.build(results);
    writePage(results, built);
    return built.report();
  }

  private static void writePage(ResultsFolder results, ReportBuilder.Built built) {
    results.replace(JSON, ReportFigures.json(built));
    results.replace(HTML, HtmlReport.render(built.report(), built.charts()));
  }

  private static byte[] print(ReportBuilder.Built built, ReportVolume volume) {
    return PdfReport.render(built.report(), built.charts(), volume);
  }

  /**
   * Reads the folder of one run and writes nothing.
   *
   * @return the figures of its report
   * @throws QuartetException NOT_RESULTS, RESULTS_VERSION
   */
  public static Report read(Path folder) {
    return ReportBuilder.build(ResultsFolder.open(folder)).report();
  }

  /** The figures as they stand in {@code report.json}, without the numbers behind the charts. */
  public static String json(Report report) {
    return ReportFigures.json(report);
  }
}
