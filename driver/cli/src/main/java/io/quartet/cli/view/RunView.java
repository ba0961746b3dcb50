package io.quartet.cli.view;

import io.quartet.model.plan.RunPlan;
import io.quartet.report.section.Contents;
import io.quartet.results.OwnerNotes;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Progress of a run on standard error, for people or programs. */
public abstract class RunView implements RunListener, AutoCloseable {

  private static final String VERDICT = "verdict";

  private final WallTime time;
  private volatile Optional<Path> resultsFolder = Optional.empty();
  private volatile OwnerNotes notes = OwnerNotes.NONE;

  /**
   * @param time of the command, or of its run if it makes several
   */
  RunView(WallTime time) {
    this.time = time;
  }

  /**
   * @param isJson true for a JSON object per line
   */
  public static RunView of(RunPlan plan, PrintWriter err, boolean isJson) {
    return of(plan, err, isJson, Screen.standardError(err), WallTime.ofProcess());
  }

  /** The view of one of several runs; its time begins now. */
  public static RunView ofRepeat(RunPlan plan, PrintWriter err, boolean isJson) {
    return ofOneOfSeveral(plan, err, isJson, Screen.standardError(err));
  }

  /** The same on a screen that shows all runs. */
  static RunView ofOneOfSeveral(RunPlan plan, PrintWriter err, boolean isJson, Screen screen) {
    return of(plan, err, isJson, screen, new WallTime(System::nanoTime));
  }

  private static RunView of(
      RunPlan plan, PrintWriter err, boolean isJson, Screen screen, WallTime time) {
    return isJson
        ? new JsonView(Screen.progress(err), time, Contents.of(plan))
        : new Progress(screen, plan, time);
  }

  /**
   * Another run of the same benchmark begins.
   *
   * @param number from 1
   */
  public abstract void onRepeat(int number, int repeats);

  @Override
  public void onRestore() {
    time.begin(part(Stage.RESTORE));
  }

  /** The report of the run is about to be written. */
  public final void onReport() {
    time.begin("report");
    onWork("writing the report");
  }

  /** Wall time up to now, by part. */
  public final WallTime.Parts times() {
    return time.parts();
  }

  @Override
  public void onStageStart(Stage stage) {
    time.begin(part(stage));
  }

  /** What follows the last checks belongs to the verdict. */
  @Override
  public void onStageEnd(Stage stage, Duration length) {
    if (stage == Stage.CHECK_AFTER) {
      time.begin(VERDICT);
    }
  }

  private static String part(Stage stage) {
    return switch (stage) {
      case UP -> "databases up";
      case LOAD -> "load";
      case COPY -> "copy";
      case RESTORE -> "restore";
      case CHECK_BEFORE -> "checks before";
      case PREPARE -> "preparation";
      case RUN -> "timed run";
      case CHECK_AFTER -> "checks after";
      case DOWN -> "databases down";
    };
  }

  /** Work outside the stages begins, for instance "writing the report". */
  public abstract void onWork(String what);

  /** Nothing more follows. */
  @Override
  public abstract void close();

  @Override
  public void onResultsFolder(Path folder) {
    resultsFolder = Optional.of(folder);
    if (!notes.equals(OwnerNotes.NONE)) {
      notes.write(new ResultsFolder(folder));
    }
  }

  /** Lets the folder of the run have these notes from its begin on. */
  public final RunView with(OwnerNotes said) {
    notes = said;
    return this;
  }

  /** The folder of the run, once it was made. */
  public final Optional<Path> resultsFolder() {
    return resultsFolder;
  }
}
