package io.quartet.run.database;

import java.time.Duration;
import java.util.List;

/**
 * Result of the work on one database.
 *
 * @param indexes what a change of the index profile dropped and built, in this order
 */
public record LoadResult(String vm, Action action, Duration length, List<IndexChange> indexes) {

  public LoadResult {
    indexes = List.copyOf(indexes);
  }

  /** Kinds of work on a database. */
  public enum Action {
    WAS_LOADED("was loaded already"),
    LOADED("loaded"),
    /** Restored before, if a run has used the database. */
    CHANGED("profile changed"),
    COPIED("snapshot taken"),
    RESTORED("restored");

    private final String label;

    Action(String label) {
      this.label = label;
    }

    /** Words for people. */
    public String label() {
      return label;
    }
  }

  static LoadResult since(long startNanos, String vm, Action action) {
    return since(startNanos, vm, action, List.of());
  }

  static LoadResult since(long startNanos, String vm, Action action, List<IndexChange> indexes) {
    return new LoadResult(vm, action, Duration.ofNanos(System.nanoTime() - startNanos), indexes);
  }

  /** Both steps as one, called after what changed the database last. */
  LoadResult after(LoadResult before) {
    return new LoadResult(
        vm,
        action == Action.WAS_LOADED ? before.action : action,
        before.length.plus(length),
        indexes);
  }
}
