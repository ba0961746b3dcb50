package io.quartet.run.database;

import java.time.Duration;

/** What was done with one database. */
public record LoadResult(String vm, Action action, Duration length) {

  /** What can be done with a database. */
  public enum Action {
    WAS_LOADED("was loaded already"),
    LOADED("loaded"),
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
    return new LoadResult(vm, action, Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
