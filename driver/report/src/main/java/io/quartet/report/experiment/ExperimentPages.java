package io.quartet.report.experiment;

import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.compare.Pairing;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.experiment.ExperimentFigures;
import io.quartet.report.internal.experiment.ExperimentPage;
import io.quartet.report.internal.experiment.ExperimentPdf;
import io.quartet.report.internal.experiment.ExperimentReader;
import io.quartet.report.internal.experiment.MeasuredRuns;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.results.experiment.ExperimentFolder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes the page of an experiment from its folder, as often as wanted: a valid run is read once.
 * Not thread-safe.
 */
public final class ExperimentPages {

  /** Name of the page in the folder of the experiment. */
  public static final String HTML = "experiment.html";

  /** Name of the document for print. */
  public static final String PDF = "experiment.pdf";

  /** Name of the figures. */
  public static final String JSON = "report.json";

  private final ExperimentFolder folder;
  private final MeasuredRuns runs = new MeasuredRuns();

  public ExperimentPages(ExperimentFolder folder) {
    this.folder = folder;
  }

  /**
   * Replaces {@code report.json}, {@code experiment.html} and {@code experiment.pdf}, in this order
   * and each as a whole.
   *
   * @return the figures that were written
   * @throws QuartetException WORKLOAD_DIFFERS if runs are of different versions of the workload,
   *     RESULTS_WRITE if the folder cannot be written, REPORT_PDF if the last of the files cannot
   *     be made
   */
  public ExperimentReport write() {
    ExperimentReport report = writeScreen();
    folder.replace(PDF, ExperimentPdf.render(report));
    return report;
  }

  /**
   * The same without the document for print, which takes longest: for the beginning of a run.
   *
   * @throws QuartetException WORKLOAD_DIFFERS, RESULTS_WRITE
   */
  public ExperimentReport writeScreen() {
    ExperimentReport report = read();
    replace(JSON, json(report));
    replace(HTML, ExperimentPage.html(report));
    return report;
  }

  private void replace(String name, String content) {
    folder.replace(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The figures as they stand now; nothing is written.
   *
   * @throws QuartetException WORKLOAD_DIFFERS
   */
  public ExperimentReport read() {
    return ExperimentReader.report(folder, runs);
  }

  /** Names of all figures of the runs of an experiment. */
  public static List<String> figures(Experiment experiment) {
    return Quantity.names(experiment.cells().stream().map(Cell::plan).toList());
  }

  /**
   * Every cell but the baseline against it, as it stands now.
   *
   * @throws QuartetException WORKLOAD_DIFFERS
   */
  public List<Pairing> pairings() {
    return ExperimentReader.pairings(folder, runs);
  }

  /** The figures as they stand in {@code report.json}. */
  public static String json(ExperimentReport report) {
    return JsonDocument.of(ExperimentFigures.TABLE.json(report, report.contents()));
  }
}
