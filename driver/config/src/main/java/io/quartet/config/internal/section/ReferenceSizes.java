package io.quartet.config.internal.section;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.model.size.VmSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes of the VMs of the reference study, scaled to a machine.
 *
 * <p>vCPUs follow the peaks of the Groups in the elasticity table, because each Group must survive
 * its own peak. The Group with the highest peak gets 10 % of the processors for its Tier A, 20 %
 * for its DSS and 50 % for its OLTP database. Groups with lower peaks get less. With 80 processors
 * and one Set that is 202 vCPUs; the prototype of 2013 had 168 on 80.
 *
 * <p>Memory has the proportions of a small deployment with 88 GB: 1 GB for each Tier A, 8, 12, 16
 * and 20 GB for the DSS databases of Groups A to D, half of that for the OLTP databases. Memory is
 * not overcommitted.
 */
final class ReferenceSizes {

  static final String NAME = "reference";

  /** Part of the machine's processors that a VM of the Group with the highest peak gets. */
  private static final Map<VmRole, Double> PROCESSORS =
      Map.of(VmRole.TIER_A, 0.1, VmRole.DSS, 0.2, VmRole.OLTP, 0.5);

  private static final Map<VmRole, Integer> LEAST_VCPUS =
      Map.of(VmRole.TIER_A, 1, VmRole.DSS, 2, VmRole.OLTP, 2);

  private static final PhaseTable TABLE = PhaseTable.VLDB2013;
  private static final double MEMORY_FOR_VMS = 0.9;

  /** A Tier A with its heap full takes 200 MB. */
  private static final long TIER_A_LEAST = 256 * Bytes.MIB;

  /** Least memory of a database: 32 MB of shared buffers, and some sessions. */
  static final long DATABASE_LEAST = 128 * Bytes.MIB;

  private final Machine machine;
  private final int setsPerGroup;
  private final List<VmGroup> groups;
  private final double highestPeak;

  /**
   * @param groups those with VMs
   */
  ReferenceSizes(Machine machine, int setsPerGroup, List<VmGroup> groups) {
    this.machine = machine;
    this.setsPerGroup = setsPerGroup;
    this.groups = groups;
    this.highestPeak = groups.stream().mapToDouble(TABLE::peak).max().orElseThrow();
  }

  /** Limits of the VMs of each Group. */
  Map<VmGroup, Map<VmRole, VmSize>> limits() {
    Map<VmGroup, Map<VmRole, VmSize>> limits = new EnumMap<>(VmGroup.class);
    for (VmGroup group : groups) {
      Map<VmRole, VmSize> ofGroup = new EnumMap<>(VmRole.class);
      for (VmRole role : VmRole.values()) {
        ofGroup.put(role, VmSize.limits(vcpus(group, role), memory(group, role)));
      }
      limits.put(group, ofGroup);
    }
    return limits;
  }

  /** Whole vCPUs, never more than the machine has processors. */
  private int vcpus(VmGroup group, VmRole role) {
    double ofPeak = machine.cores() * TABLE.peak(group) / highestPeak;
    long rounded = Math.round(ofPeak * PROCESSORS.get(role) / setsPerGroup);
    long wanted = Math.max(LEAST_VCPUS.get(role), rounded);
    return (int) Math.min(machine.cores(), wanted);
  }

  /** Whole MB. */
  private long memory(VmGroup group, VmRole role) {
    double forVms = machine.memoryBytes() * MEMORY_FOR_VMS / setsPerGroup;
    double tierA =
        Math.max(TIER_A_LEAST, forVms / (groups.size() + weights(VmRole.DSS, VmRole.OLTP)));
    double databases = forVms - tierA * groups.size();
    double bytes =
        role == VmRole.TIER_A
            ? tierA
            : databases * weight(group, role) / weights(VmRole.DSS, VmRole.OLTP);
    return (long) (bytes / Bytes.MIB) * Bytes.MIB;
  }

  private double weights(VmRole... roles) {
    double sum = 0;
    for (VmRole role : roles) {
      sum += groups.stream().mapToInt(group -> weight(group, role)).sum();
    }
    return sum;
  }

  /** Gigabytes in the deployment with 88. */
  private static int weight(VmGroup group, VmRole role) {
    return switch (role) {
      case TIER_A -> 1;
      case DSS -> 4 * (group.number() + 1);
      case OLTP -> 2 * (group.number() + 1);
    };
  }

  /** Memory of the smallest database in bytes; may be below {@link #DATABASE_LEAST}, or 0. */
  long smallestDatabase() {
    return Math.max(0, memory(groups.get(0), VmRole.OLTP));
  }
}
