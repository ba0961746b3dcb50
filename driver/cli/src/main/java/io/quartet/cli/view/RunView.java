package io.quartet.cli.view;

import io.quartet.model.plan.RunPlan;
import io.quartet.run.progress.RunListener;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** Progress of a run on standard error, for people or programs. */
public abstract class RunView implements RunListener, AutoCloseable {

  private volatile Optional<Path> resultsFolder = Optional.empty();

  /**
   * @param isJson true for a JSON object per line
   */
  public static RunView of(RunPlan plan, PrintWriter err, boolean isJson) {
    return of(plan, err, isJson, Screen.standardError(err));
  }

  /**
   * @param isJson true for a JSON object per line on {@code err}, otherwise on the screen
   */
  static RunView of(RunPlan plan, PrintWriter err, boolean isJson, Screen screen) {
    return isJson ? new JsonView(err) : new Progress(screen, plan);
  }

  /**
   * Another run of the same benchmark begins.
   *
   * @param number from 1
   */
  public abstract void onRepeat(int number, int repeats);

  /** The snapshots are being brought back. */
  public abstract void onRestore();

  /** Work outside the stages begins, for instance "writing the report". */
  public abstract void onWork(String what);

  /** Nothing more follows. */
  @Override
  public abstract void close();

  @Override
  public void onResultsFolder(Path folder) {
    resultsFolder = Optional.of(folder);
  }

  /** The folder of the run, once it was made. */
  public final Optional<Path> resultsFolder() {
    return resultsFolder;
  }
}
