package io.quartet.run.progress;

/** Hears how a load, a copy or a restore goes; called from several threads. */
public interface LoadListener {

  /** A listener that ignores everything. */
  LoadListener NONE = new LoadListener() {};

  /** A database came a step further. */
  default void onLoadProgress(LoadProgress progress) {}

  /** A database that is loaded gets another index profile: what follows is about its indexes. */
  default void onIndexing(String vm) {}

  /** A change of the index profile has built an index of this size. */
  default void onIndexBuilt(String vm, String index, long bytes) {}

  /** The copies of all databases were found, and begin to replace the databases. */
  default void onRestore() {}

  /**
   * A database, or a further part of one, was copied or restored. The first call has nothing done.
   */
  default void onCopy(CopyProgress progress) {}

  /**
   * The load of a database failed; the others go on, and the error is thrown when they are done.
   */
  default void onLoadFailed(String vm, String message) {}
}
