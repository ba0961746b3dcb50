package io.quartet.config;

import io.quartet.config.internal.section.DriverCodec;
import io.quartet.config.internal.section.PinningCodec;
import io.quartet.config.internal.section.SizesCodec;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Places of what binds a process in a benchmark file.
 *
 * @param cpuset of the processors, whether they are given or not
 * @param numaNode of the node, whether it is given or not
 */
public record PinningPlace(DocumentPath cpuset, DocumentPath numaNode) {

  /** The places for the driver. */
  public static PinningPlace ofDriver() {
    return new PinningPlace(
        DriverCodec.PATH.child(PinningCodec.CPUSET),
        DriverCodec.PATH.child(PinningCodec.NUMA_NODE));
  }

  /** The places of the values that win for a VM. */
  public static PinningPlace of(Sizes sizes, VmSet set, VmRole role) {
    return new PinningPlace(
        size(sizes, set, role, pinning -> pinning.cpuset().isPresent()).child(PinningCodec.CPUSET),
        size(sizes, set, role, pinning -> pinning.numaNode().isPresent())
            .child(PinningCodec.NUMA_NODE));
  }

  private static DocumentPath size(Sizes sizes, VmSet set, VmRole role, Predicate<Pinning> has) {
    String key = SizesCodec.key(role);
    String vm = set.vmName(role);
    if (has(sizes.vms(), vm, has)) {
      return SizesCodec.OF_VMS.child(vm);
    }
    return has(sizes.groups().getOrDefault(set.group(), Map.of()), role, has)
        ? SizesCodec.OF_GROUPS.child(set.group().name()).child(key)
        : SizesCodec.PATH.child(key);
  }

  private static <K> boolean has(Map<K, VmSize> sizes, K key, Predicate<Pinning> has) {
    return has.test(sizes.getOrDefault(key, VmSize.NONE).pinning());
  }
}
