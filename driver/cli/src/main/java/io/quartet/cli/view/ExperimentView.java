package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.ReportWriter;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.run.experiment.ExperimentListener;
import io.quartet.run.experiment.PlannedRun;
import io.quartet.run.progress.RunListener;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;

/** Shows how an experiment goes, and makes the report of each run and the page of them all. */
public final class ExperimentView implements ExperimentListener {

  private final ExperimentFolder folder;
  private final Experiment experiment;
  private final PrintWriter err;
  private final boolean isJson;
  private final Screen screen;

  public ExperimentView(ExperimentFolder folder, PrintWriter err, boolean isJson) {
    this.folder = folder;
    this.experiment = folder.experiment();
    this.err = err;
    this.isJson = isJson;
    this.screen = Screen.standardError(err);
  }

  @Override
  public RunListener onRunStart(PlannedRun run) {
    int runs = experiment.repeats() * (experiment.cells().size() + 1);
    line(
        Text.format(
            "==> run %d of %d%s: block %d, cell %d (%s)%s; needs %s",
            ended() + 1,
            runs,
            run.block() > experiment.repeats() ? " and more" : "",
            run.block(),
            run.cell().number(),
            run.cell().label(),
            run.isControl() ? " as control" : "",
            run.need().label()));
    return RunView.of(run.cell().plan(), err, isJson);
  }

  private long ended() {
    return folder.attempts().stream()
        .filter(one -> one.state() == State.FINISHED || one.state() == State.FAILED)
        .count();
  }

  @Override
  public void onAttemptEnd(Attempt attempt) {
    folder.run(attempt).ifPresent(ReportWriter::write);
    if (attempt.state() == State.FAILED) {
      line(
          Text.format(
              "    FAILED cell %d: %s: %s",
              attempt.cell(), attempt.code(), attempt.message().lines().findFirst().orElse("")));
    }
  }

  @Override
  public void onLeftOut(PlannedRun run, Attempt before) {
    line(
        Text.format(
            "    block %d, cell %d (%s) is left out: %s would come again",
            run.block(), run.cell().number(), run.cell().label(), before.code()));
  }

  @Override
  public Collection<Cell> imprecise() {
    return List.of();
  }

  private void line(String text) {
    if (!isJson) {
      screen.line(text);
    }
  }

  /**
   * Prints what came of it.
   *
   * @return true if every cell has its runs, and all of them are valid
   */
  public boolean print(PrintWriter out) {
    return false;
  }
}
