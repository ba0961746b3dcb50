package io.quartet.run.progress;

import io.quartet.results.CheckRow;

/** Hears the result of each check; called from several threads. */
public interface CheckListener {

  /** A listener that ignores everything. */
  CheckListener NONE = new CheckListener() {};

  /**
   * A check has ended.
   *
   * @param done checks that have ended, this one included
   * @param total checks of this round on all databases
   */
  default void onCheck(CheckRow row, int done, int total) {}
}
