package io.quartet.run.progress;

import java.util.OptionalDouble;

/**
 * Progress of the load of one database.
 *
 * @param stage {@code copy}, {@code keys}, {@code vacuum}, {@code wait} (the server is gone and the
 *     loader waits for it) or {@code done}
 * @param table table in work; empty between tables
 * @param rows rows of the table so far
 * @param bytes bytes of the table so far
 * @param share part of the whole load that is done, 0 to 1
 * @param rowsPerSecond speed of the whole load at this moment
 * @param bytesPerSecond the same in bytes; empty if unknown
 * @param etaSeconds estimate of the time left; empty if unknown
 */
public record LoadProgress(
    String vm,
    String stage,
    String table,
    long rows,
    long bytes,
    double share,
    double rowsPerSecond,
    OptionalDouble bytesPerSecond,
    OptionalDouble etaSeconds) {

  /** A database that is ready for the run. */
  public static LoadProgress done(String vm) {
    return new LoadProgress(
        vm, "done", "", 0, 0, 1, 0, OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** True if nothing is left to do. */
  public boolean isDone() {
    return stage.equals("done");
  }
}
