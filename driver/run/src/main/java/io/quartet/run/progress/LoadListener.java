package io.quartet.run.progress;

/** Hears how a load goes; called from several threads. */
public interface LoadListener {

  /** A listener that ignores everything. */
  LoadListener NONE = new LoadListener() {};

  /** A database came a step further. */
  default void onLoadProgress(LoadProgress progress) {}

  /**
   * The load of a database failed; the others go on, and the error is thrown when they are done.
   */
  default void onLoadFailed(String vm, String message) {}
}
