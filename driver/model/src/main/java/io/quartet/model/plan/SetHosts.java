package io.quartet.model.plan;

import io.quartet.model.Address;
import io.quartet.model.VmRole;

/**
 * Addresses of the three VMs of a Set.
 *
 * @param tierA address of its Tier A
 * @param dss address of the PostgreSQL of VM2
 * @param oltp address of the PostgreSQL of VM3
 */
public record SetHosts(Address tierA, Address dss, Address oltp) {

  /** Address of one VM. */
  public Address of(VmRole role) {
    return switch (role) {
      case TIER_A -> tierA;
      case DSS -> dss;
      case OLTP -> oltp;
    };
  }
}
