package io.quartet.model;

import java.util.List;

/** What one VM of a Set does. {@link #number()} is the 1, 2, 3 of VM1, VM2, VM3. */
public enum VmRole {
  /** VM1: receives requests and runs the transaction logic. */
  TIER_A("Tier A"),
  /** VM2: PostgreSQL for Trade-Lookup and Trade-Update. */
  DSS("Tier B DSS"),
  /** VM3: PostgreSQL for every other transaction. */
  OLTP("Tier B OLTP");

  /** The roles that hold a database. */
  public static final List<VmRole> DATABASES = List.of(DSS, OLTP);

  private final String label;

  VmRole(String label) {
    this.label = label;
  }

  /** Name for reports. */
  public String label() {
    return label;
  }

  /** 1, 2 or 3. */
  public int number() {
    return ordinal() + 1;
  }

  /** True for the two roles that hold a database. */
  public boolean isDatabase() {
    return this != TIER_A;
  }
}
