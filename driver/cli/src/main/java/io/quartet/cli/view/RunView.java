package io.quartet.cli.view;

import io.quartet.model.plan.RunPlan;
import io.quartet.run.progress.RunListener;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** Progress of a run on standard error, for people or programs. */
public abstract class RunView implements RunListener {

  private volatile Optional<Path> resultsFolder = Optional.empty();

  /**
   * @param isJson true for a JSON object per line
   */
  public static RunView of(RunPlan plan, PrintWriter err, boolean isJson) {
    return isJson ? new JsonView(err) : new Progress(Screen.standardError(err), plan);
  }

  /**
   * Another run of the same benchmark begins.
   *
   * @param number from 1
   */
  public abstract void onRepeat(int number, int repeats);

  /** The snapshots are being brought back. */
  public abstract void onRestore();

  @Override
  public void onResultsFolder(Path folder) {
    resultsFolder = Optional.of(folder);
  }

  /** The folder of the run, once it was made. */
  public final Optional<Path> resultsFolder() {
    return resultsFolder;
  }
}
