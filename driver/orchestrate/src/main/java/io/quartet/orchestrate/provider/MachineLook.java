package io.quartet.orchestrate.provider;

import io.quartet.model.Address;
import io.quartet.model.VmRole;

/**
 * What a look at one prepared machine found.
 *
 * @param vm name of the VM, for instance {@code a1-vm2}
 * @param role what it does
 * @param address where it was looked for
 * @param version version of what answered; empty if nothing did
 * @param problem what keeps a benchmark from using it; empty if nothing
 * @param fix what to do about it; empty if nothing
 */
public record MachineLook(
    String vm, VmRole role, Address address, String version, String problem, String fix) {

  /** True if a benchmark can use it. */
  public boolean isReady() {
    return problem.isEmpty();
  }

  /** Problem and fix with the place, for messages. */
  public String description() {
    return vm + " at " + address + ": " + problem + (problem.matches(".*[.?]") ? " " : ". ") + fix;
  }
}
