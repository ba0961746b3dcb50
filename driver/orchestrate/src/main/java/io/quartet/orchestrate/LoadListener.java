package io.quartet.orchestrate;

/** Hears how a load goes; called from several threads. */
public interface LoadListener {

  /** A listener that ignores everything. */
  LoadListener NONE = new LoadListener() {};

  /** A database came a step further. */
  default void onLoadProgress(LoadProgress progress) {}
}
