package io.quartet.model.size;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The processors and NUMA nodes of this machine that this process may use.
 *
 * @param processors all of them
 * @param nodes processors of each node by its number; a node may have none
 */
public record Topology(CpuSet processors, SortedMap<Integer, CpuSet> nodes) {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path NODES = Path.of("/sys/devices/system/node");
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");
  private static final String NODE = "node";
  private static final String LIST = "cpulist";

  public Topology {
    nodes = new TreeMap<>(nodes);
  }

  public static Topology detect() {
    return read(STATUS, NODES, ONLINE);
  }

  /**
   * Reads it.
   *
   * @param status as {@code /proc/self/status}
   * @param nodes as {@code /sys/devices/system/node}; without it, all processors are in node 0
   * @param online as {@code /sys/devices/system/cpu/online}; without it, all are
   */
  static Topology read(Path status, Path nodes, Path online) {
    CpuSet allowedHere = CpuSet.parse(Machine.field(status, "Cpus_allowed_list"));
    // A process may be allowed processors that its machine could have and does not.
    CpuSet processors = online(online).map(allowedHere::in).orElse(allowedHere);
    CpuSet allowed = CpuSet.parse(Machine.field(status, "Mems_allowed_list"));
    SortedMap<Integer, CpuSet> found = new TreeMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(nodes, NODE + "[0-9]*")) {
      for (Path folder : folders) {
        int number = Integer.parseInt(folder.getFileName().toString().substring(NODE.length()));
        if (allowed.numbers().contains(number)) {
          found.put(number, CpuSet.parse(Files.readString(folder.resolve(LIST))).in(processors));
        }
      }
    } catch (IOException e) {
      // A kernel without NUMA has one node.
      return new Topology(processors, new TreeMap<>(Map.of(0, processors)));
    }
    return new Topology(processors, found);
  }

  private static Optional<CpuSet> online(Path list) {
    try {
      return Optional.of(CpuSet.parse(Files.readString(list)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * All processors of a node, also those that this process may not use; empty where the kernel
   * knows no nodes.
   */
  public static Optional<CpuSet> ofNode(int number) throws IOException {
    Path list = NODES.resolve(NODE + number).resolve(LIST);
    return Files.isDirectory(NODES)
        ? Optional.of(CpuSet.parse(Files.readString(list)))
        : Optional.empty();
  }

  /** Numbers of the nodes, in a list like those of processors. */
  public CpuSet nodeNumbers() {
    return new CpuSet(List.copyOf(nodes.keySet()));
  }
}
