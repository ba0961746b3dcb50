package io.quartet.run.experiment;

import io.quartet.books.Backlog;
import io.quartet.books.Live;
import io.quartet.results.CheckRow;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.nio.file.Path;
import java.time.Duration;

/** Keeps an attempt in the folder of its experiment as it goes. Passes on what it hears. */
final class AttemptRecorder implements RunListener {

  private final ExperimentFolder folder;
  private final RunListener next;
  private Attempt attempt;

  /**
   * @param attempt which the folder holds already
   */
  AttemptRecorder(ExperimentFolder folder, Attempt attempt, RunListener next) {
    this.folder = folder;
    this.attempt = attempt;
    this.next = next;
  }

  /** The attempt as it stands. */
  Attempt attempt() {
    return attempt;
  }

  /** Keeps what became of it. */
  void keep(Attempt now) {
    attempt = now;
    folder.put(now);
  }

  @Override
  public void onResultsFolder(Path path) {
    keep(attempt.in(path.getFileName().toString()));
    next.onResultsFolder(path);
  }

  @Override
  public void onStageStart(Stage stage) {
    next.onStageStart(stage);
  }

  @Override
  public void onStageEnd(Stage stage, Duration length) {
    next.onStageEnd(stage, length);
  }

  @Override
  public void onPreparing(String what) {
    next.onPreparing(what);
  }

  @Override
  public void onProgress(Live live, Backlog backlog) {
    next.onProgress(live, backlog);
  }

  @Override
  public void onEvent(LoggedEvent event) {
    next.onEvent(event);
  }

  @Override
  public void onLoadProgress(LoadProgress progress) {
    next.onLoadProgress(progress);
  }

  @Override
  public void onIndexing(String vm) {
    next.onIndexing(vm);
  }

  @Override
  public void onIndexBuilt(String vm, String index, long bytes) {
    next.onIndexBuilt(vm, index, bytes);
  }

  /** Reported as a stage: an experiment restores before the run begins. */
  @Override
  public void onRestore() {
    next.onStageStart(Stage.RESTORE);
  }

  @Override
  public void onCopy(CopyProgress progress) {
    next.onCopy(progress);
  }

  @Override
  public void onLoadFailed(String vm, String message) {
    next.onLoadFailed(vm, message);
  }

  @Override
  public void onCheck(CheckRow row, int done, int total) {
    next.onCheck(row, done, total);
  }
}
