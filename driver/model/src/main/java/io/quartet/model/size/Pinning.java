package io.quartet.model.size;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The processors and the memory that processes are bound to. Each may be absent.
 *
 * @param cpuset processors, at least one; empty for those of the node, or for all without a node
 * @param numaNode number of the NUMA node whose memory is used, 0 or more; empty for all
 */
public record Pinning(Optional<CpuSet> cpuset, OptionalInt numaNode) {

  /** Binds nothing. */
  public static final Pinning NONE = new Pinning(Optional.empty(), OptionalInt.empty());

  public Pinning {
    if (cpuset.filter(CpuSet::isEmpty).isPresent()) {
      throw new IllegalArgumentException("a cpuset needs a processor");
    }
    if (numaNode.orElse(0) < 0) {
      throw new IllegalArgumentException("no NUMA node has the number " + numaNode.getAsInt());
    }
  }

  /** This one, with the properties of another where this one has none. */
  public Pinning over(Pinning other) {
    return new Pinning(
        cpuset.isPresent() ? cpuset : other.cpuset,
        numaNode.isPresent() ? numaNode : other.numaNode);
  }

  /** True if it binds something. */
  public boolean isPresent() {
    return cpuset.isPresent() || numaNode.isPresent();
  }
}
