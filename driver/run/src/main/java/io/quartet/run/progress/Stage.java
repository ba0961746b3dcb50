package io.quartet.run.progress;

/** Part of a whole benchmark, in the order of the constants. */
public enum Stage {
  /** Servers are made and started. */
  UP("up"),
  LOAD("load"),
  /** Loaded databases are checked and copied. */
  COPY("copy"),
  /** The copies are restored. */
  RESTORE("restore"),
  /** Consistency checks before the run. */
  CHECK_BEFORE("check before"),
  /** Tier A starts, Trade-Cleanup. */
  PREPARE("prepare"),
  /** The timed run with its drain. */
  RUN("run"),
  /** Conservation and consistency checks after the run. */
  CHECK_AFTER("check after"),
  /** Servers are stopped and removed. */
  DOWN("down");

  private final String label;

  Stage(String label) {
    this.label = label;
  }

  /** Name for progress and events. */
  public String label() {
    return label;
  }
}
