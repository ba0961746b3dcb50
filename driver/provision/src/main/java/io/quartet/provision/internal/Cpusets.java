package io.quartet.provision.internal;

import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Controller {@code cpuset} of control groups, version 1 or 2: the processors and the memory of the
 * processes in a group. Nothing is done to groups without it. In version 1, a group without both
 * takes no process. In version 2, an empty list stands for that of the parent.
 */
public final class Cpusets {

  static final String CONTROLLER = "cpuset";

  private static final String CPUS = "cpuset.cpus";
  private static final String MEMS = "cpuset.mems";

  /** Only version 1 has it: moves the pages of a process that joins, or whose node changes. */
  private static final String MIGRATE = "cpuset.memory_migrate";

  /** Only version 2 has it. */
  private static final String EFFECTIVE_CPUS = "cpuset.cpus.effective";

  /** Version 2 needs a line: Java writes nothing for an empty text. */
  private static final String OF_THE_PARENT = "\n";

  private Cpusets() {}

  /** True if a group can bind processes. */
  static boolean isOf(Path group) {
    return Files.exists(group.resolve(CPUS));
  }

  /**
   * True if it is among the controllers of a hierarchy of version 1.
   *
   * @param controllers as in {@code /proc/self/cgroup}, for instance {@code cpu,cpuacct}
   */
  public static boolean isOneOf(String controllers) {
    return List.of(controllers.split(",")).contains(CONTROLLER);
  }

  /** Binds a group; what runs in it moves. */
  public static void pin(Path group, Pinning pinning) throws IOException {
    if (!isOf(group)) {
      return;
    }
    boolean isVersion1 = Files.exists(group.resolve(MIGRATE));
    String parentsCpus = isVersion1 ? read(group.getParent(), CPUS) : OF_THE_PARENT;
    String parentsMems = isVersion1 ? read(group.getParent(), MEMS) : OF_THE_PARENT;
    write(group, CPUS, processors(group, pinning, isVersion1).orElse(parentsCpus));
    if (isVersion1 && pinning.numaNode().isPresent()) {
      write(group, MIGRATE, "1");
    }
    write(
        group,
        MEMS,
        pinning.numaNode().isPresent()
            ? Integer.toString(pinning.numaNode().getAsInt())
            : parentsMems);
  }

  /** A node alone stands for its processors. Empty for all. */
  private static Optional<String> processors(Path group, Pinning pinning, boolean isVersion1)
      throws IOException {
    if (pinning.cpuset().isPresent() || pinning.numaNode().isEmpty()) {
      return pinning.cpuset().map(CpuSet::toString);
    }
    String usable = read(group.getParent(), isVersion1 ? CPUS : EFFECTIVE_CPUS);
    return Topology.ofNode(pinning.numaNode().getAsInt())
        .map(ofNode -> ofNode.in(CpuSet.parse(usable)).toString());
  }

  private static String read(Path group, String file) throws IOException {
    return Files.readString(group.resolve(file)).strip();
  }

  private static void write(Path group, String file, String value) throws IOException {
    Files.writeString(group.resolve(file), value);
  }
}
