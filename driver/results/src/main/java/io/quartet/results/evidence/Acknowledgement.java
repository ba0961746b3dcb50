package io.quartet.results.evidence;

import io.quartet.model.VmSet;

/**
 * A trade that the emulator was told is committed.
 *
 * @param utcMillis when the answer was there
 * @param trade run-time trade id
 * @param what what was committed of it
 */
public record Acknowledgement(long utcMillis, VmSet set, long trade, What what) {

  /** The kind of commit that was acknowledged for a trade. */
  public enum What {
    /** The Trade-Order: the trade exists. */
    ORDER("order"),
    /** The Trade-Result: the trade is completed. */
    RESULT("result");

    private final String label;

    What(String label) {
      this.label = label;
    }

    /** Name in {@code acknowledged.csv}. */
    public String label() {
      return label;
    }
  }
}
