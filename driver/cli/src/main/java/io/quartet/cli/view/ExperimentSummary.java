package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Summary of an experiment.
 *
 * @param folder of the experiment
 * @param report of its pages
 */
public record ExperimentSummary(Path folder, ExperimentReport report) {

  /** True if every run that was made counts. */
  public boolean isSound() {
    return report.failures().isEmpty() && report.leftOut().isEmpty();
  }

  /** Prints it; the JSON is that of {@code report.json}. */
  public void print(PrintWriter out, boolean isJson) {
    out.print(isJson ? ExperimentPages.json(report) : Folded.lines(text()) + copied());
    out.flush();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    text.append(Text.line("%n%s%n", report.answer().headline()));
    report.answer().more().forEach(sentence -> text.append(Text.line("%s%n", sentence)));
    text.append(
        Text.line(
            "%n  cell  %9s  %-28s  %s%n",
            report.contents().unit(), "against the baseline", "values"));
    for (ExperimentCell cell : report.cells()) {
      text.append(
          Text.line(
              "  %4d  %9s  %-28s  %s%n",
              cell.number(),
              Figures.figure(cell.etps() == null ? null : (Double) cell.etps().mean(), 1),
              against(cell),
              cell.label()));
    }
    report.leftOut().forEach(reason -> text.append(Text.line("  left out: %s%n", reason)));
    return text.toString();
  }

  /** Messages and paths, each in one line. */
  private String copied() {
    StringBuilder text = new StringBuilder();
    report
        .failures()
        .forEach(
            failure ->
                text.append(
                    Text.line(
                        "  not counted: block %d, cell %d (%s): %s: %s%n",
                        failure.block(),
                        failure.cell(),
                        failure.label(),
                        failure.code(),
                        Text.inOneLine(failure.message()))));
    text.append(
        Text.line(
            "%npage: %s%nfor print: %s%n",
            folder.resolve(ExperimentPages.HTML), folder.resolve(ExperimentPages.PDF)));
    return text.toString();
  }

  private static String against(ExperimentCell cell) {
    if (cell.isBaseline()) {
      return "baseline";
    }
    ExperimentCell.Difference difference = cell.difference();
    if (difference == null || difference.percent() == null) {
      return "-";
    }
    String interval =
        difference.lowPercent() == null
            ? ""
            : " (" + Figures.interval(difference.lowPercent(), difference.highPercent()) + ")";
    return Text.line(
        "%s %%%s %s", Figures.signed(difference.percent()), interval, difference.verdict().words());
  }
}
