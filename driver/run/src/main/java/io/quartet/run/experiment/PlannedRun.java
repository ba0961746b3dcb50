package io.quartet.run.experiment;

import io.quartet.model.experiment.Cell;

/**
 * A run that an experiment is going to make.
 *
 * @param block from 1
 * @param isControl true for the second run of the baseline in its block
 * @param need what has to be done before
 */
public record PlannedRun(Cell cell, int block, boolean isControl, Need need) {

  /** The preparation that a run needs after the run before it. */
  public enum Need {
    NOTHING("nothing"),
    /** The copy of the data, as every run that has databases. */
    RESTORE("restore"),
    RESTART("server restart, restore"),
    /** Other databases, which are there already: these stop, those start. */
    OTHER_DATABASES("other databases, restore"),
    /** Databases that are there without a copy of this index profile. */
    INDEXES("index build, copy, restore"),
    /** Databases that are not there yet; indexes are built with the load. */
    LOAD("up, load, copy, restore");

    private final String label;

    Need(String label) {
      this.label = label;
    }

    /** Words for people. */
    public String label() {
      return label;
    }
  }
}
