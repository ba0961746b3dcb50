package io.quartet.model;

/**
 * One of the four load classes. The order of the constants is the order of every table and file.
 *
 * <p>Source: docs/spec/workload.md, "Groups, Sets and VMs"; average shares 10, 20, 30 and 40
 * percent.
 */
public enum VmGroup {
  A(10),
  B(20),
  C(30),
  D(40);

  private final int averageSharePercent;

  VmGroup(int averageSharePercent) {
    this.averageSharePercent = averageSharePercent;
  }

  /**
   * Share of the offered load this Group receives on average over the elastic table, in percent.
   */
  public int averageSharePercent() {
    return averageSharePercent;
  }

  /** Number of the Group in addresses, 1 for A to 4 for D. */
  public int number() {
    return ordinal() + 1;
  }
}
