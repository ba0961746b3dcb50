package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code cpuset} and {@code numaNode}, in a size of a VM and in {@code driver}. */
public final class PinningCodec {

  public static final String CPUSET = "cpuset";
  public static final String NUMA_NODE = "numaNode";

  private PinningCodec() {}

  static Pinning read(Section section) {
    return new Pinning(
        section.optional(CPUSET).flatMap(list -> cpuset(section, list)),
        section.has(NUMA_NODE) ? OptionalInt.of(section.integer(NUMA_NODE)) : OptionalInt.empty());
  }

  private static Optional<CpuSet> cpuset(Section section, String list) {
    try {
      return Optional.of(CpuSet.parse(list));
    } catch (IllegalArgumentException e) {
      section.wrong(
          section.at(CPUSET),
          " is '" + list + "', but " + e.getMessage() + ". Write the lower processor first.");
      return Optional.empty();
    }
  }

  /** Each list in its shortest form, so that equal ones are written alike. */
  static void write(Pinning pinning, ObjectNode json) {
    pinning.cpuset().ifPresent(cpuset -> json.put(CPUSET, cpuset.toString()));
    pinning.numaNode().ifPresent(node -> json.put(NUMA_NODE, node));
  }
}
