package io.quartet.run.progress;

import io.quartet.books.Backlog;
import io.quartet.books.Live;
import io.quartet.results.events.LoggedEvent;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Hears how a benchmark goes. Called from several threads; must return quickly and not throw.
 * Nothing outside the command line prints, so this is how a user learns of anything.
 */
public interface RunListener extends LoadListener, CheckListener {

  /** A listener that ignores everything. */
  RunListener NONE = new RunListener() {};

  default void onStageStart(Stage stage) {}

  default void onStageEnd(Stage stage, Duration length) {}

  /**
   * A part of the preparation of a run begins that may take seconds.
   *
   * @param what for instance "writing a checkpoint of every database"
   */
  default void onPreparing(String what) {}

  default void onResultsFolder(Path folder) {}

  /** Figures of this moment, once per interval of the run. */
  default void onProgress(Live live, Backlog backlog) {}

  /** Something happened that goes into the event log too. */
  default void onEvent(LoggedEvent event) {}
}
