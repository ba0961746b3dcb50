package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.ReportWriter;
import io.quartet.report.compare.Pairing;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.run.experiment.ExperimentListener;
import io.quartet.run.experiment.PlannedRun;
import io.quartet.run.progress.RunListener;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows how an experiment goes, and makes the report of each run and the page of them all. */
public final class ExperimentView implements ExperimentListener, AutoCloseable {

  private static final String EXPERIMENT = "the page of the experiment";

  private final ExperimentFolder folder;
  private final Experiment experiment;
  private final ExperimentPages pages;
  private final PrintWriter err;
  private final boolean isJson;
  private final Screen screen;

  public ExperimentView(ExperimentFolder folder, PrintWriter err, boolean isJson) {
    this.folder = folder;
    this.experiment = folder.experiment();
    this.pages = new ExperimentPages(folder);
    this.err = err;
    this.isJson = isJson;
    this.screen = Screen.standardError(err);
  }

  @Override
  public RunListener onRunStart(PlannedRun run) {
    Optional<Progress> progress =
        tried(EXPERIMENT, pages::writeScreen).map(ExperimentReport::progress);
    line(
        Text.line(
            "==> %sblock %d, cell %d (%s)%s; needs %s%s",
            progress
                .map(now -> Text.line("run %d of %d: ", now.runsEnded() + 1, now.runsPlanned()))
                .orElse(""),
            run.block(),
            run.cell().number(),
            run.cell().label(),
            run.isControl() ? " as control" : "",
            run.need().label(),
            progress
                .map(Progress::secondsLeft)
                .map(seconds -> Text.line("; about %.0f min left", seconds / 60))
                .orElse("")));
    return RunView.ofOneOfSeveral(run.cell().plan(), err, isJson, screen);
  }

  /** Work between the runs begins, for instance "removing the databases". */
  public void onWork(String what) {
    if (!isJson) {
      screen.beginQuietly(what);
    }
  }

  @Override
  public void close() {
    screen.end();
  }

  @Override
  public void onAttemptEnd(Attempt attempt) {
    onWork("writing the report of the run");
    show(attempt);
    onWork("preparing what comes next");
  }

  private void show(Attempt attempt) {
    folder
        .run(attempt)
        .ifPresent(run -> tried("the report of " + run, () -> ReportWriter.write(run)));
    Optional<ExperimentReport> report = tried(EXPERIMENT, pages::write);
    if (attempt.state() == State.FAILED) {
      notCounted(attempt, attempt.code(), attempt.message());
      return;
    }
    report.ifPresent(
        one -> {
          one.failures().stream()
              .filter(failure -> failure.runId() != null)
              .filter(failure -> failure.runId().equals(attempt.runId()))
              .forEach(failure -> notCounted(attempt, failure.code(), failure.message()));
          mean(one.cell(attempt.cell()), one.contents().unit());
        });
  }

  private void notCounted(Attempt attempt, String code, String reason) {
    warn(
        Text.line(
            "    cell %d is not counted: %s: %s", attempt.cell(), code, Text.inOneLine(reason)));
  }

  private void mean(ExperimentCell cell, String unit) {
    if (cell.etps() != null) {
      line(
          Text.line(
              "    cell %d (%s): %s %s, mean of %d",
              cell.number(),
              cell.label(),
              Figures.figure(cell.etps().mean(), 1),
              unit,
              cell.etps().runs()));
    }
  }

  /** A page that fails does not stop the experiment: it can be made again. */
  private <T> Optional<T> tried(String what, Supplier<T> work) {
    try {
      return Optional.ofNullable(work.get());
    } catch (RuntimeException e) {
      warn(Text.line("    %s could not be written: %s", what, e.getMessage()));
      return Optional.empty();
    }
  }

  @Override
  public void onLeftOut(PlannedRun run, Attempt before) {
    line(
        Text.line(
            "==> block %d, cell %d (%s) is skipped: %s would happen again",
            run.block(), run.cell().number(), run.cell().label(), before.code()));
  }

  @Override
  public Collection<Cell> imprecise() {
    return pages.read().imprecise().stream().map(experiment::cell).toList();
  }

  private void line(String text) {
    if (!isJson) {
      screen.line(text);
    }
  }

  private void warn(String text) {
    if (!isJson) {
      screen.warn(text);
    }
  }

  /** Every cell but the baseline against it. */
  public List<Pairing> pairings() {
    return pages.pairings();
  }

  /** Returns the summary of the experiment, after all pages are written. */
  public ExperimentSummary summary() {
    onWork("writing the page of the experiment");
    return new ExperimentSummary(folder.path(), pages.write());
  }
}
