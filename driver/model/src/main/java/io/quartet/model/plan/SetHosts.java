package io.quartet.model.plan;

import io.quartet.model.Address;
import io.quartet.model.VmRole;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Addresses of the VMs of a Set.
 *
 * @param addresses that of the Tier A, and those of the PostgreSQL of VM2 and VM3; a role that the
 *     workload does not use may be absent
 */
public record SetHosts(Map<VmRole, Address> addresses) {

  public SetHosts {
    Map<VmRole, Address> sorted = new EnumMap<>(VmRole.class);
    sorted.putAll(addresses);
    addresses = Collections.unmodifiableMap(sorted);
  }

  /** Addresses of all three. */
  public SetHosts(Address tierA, Address dss, Address oltp) {
    this(Map.of(VmRole.TIER_A, tierA, VmRole.DSS, dss, VmRole.OLTP, oltp));
  }

  /**
   * Address of one VM.
   *
   * @throws IllegalArgumentException if it is absent
   */
  public Address of(VmRole role) {
    Address address = addresses.get(role);
    if (address == null) {
      throw new IllegalArgumentException("no address of " + role);
    }
    return address;
  }
}
