package io.quartet.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Role of a VM in its Set. {@link #number()} is the 1, 2, 3 of VM1, VM2, VM3. */
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

  /** The suffix of the name of a VM with this role, for instance {@code -vm2}. */
  String ending() {
    return "-vm" + number();
  }

  /**
   * The role of a VM; empty if the name is none of a VM.
   *
   * @param vm {@code a1-vm2}, or {@code a-vm2} for all Sets of a Group
   */
  public static Optional<VmRole> of(String vm) {
    return Stream.of(values()).filter(role -> vm.endsWith(role.ending())).findFirst();
  }

  /** True for the two roles that hold a database. */
  public boolean isDatabase() {
    return this != TIER_A;
  }
}
