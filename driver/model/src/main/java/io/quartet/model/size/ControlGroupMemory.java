package io.quartet.model.size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The memory that control groups leave to this process. */
final class ControlGroupMemory {

  /** Of version 2, and of version 1 below the folder of its controller. */
  private static final List<String> LIMITS = List.of("memory.max", "memory.limit_in_bytes");

  private ControlGroupMemory() {}

  /**
   * The least limit of our control group and of those around it, in bytes; a huge number without
   * one. A container sees its own group as the top one, whatever the name of the group says.
   *
   * @param groups lines {@code number:controllers:/path}, as in {@code /proc/self/cgroup}
   * @param mount where the groups are mounted
   */
  static long limit(Path groups, Path mount) {
    long least = Long.MAX_VALUE;
    for (String line : lines(groups)) {
      String[] parts = line.split(":", 3);
      boolean isMemory =
          parts.length == 3
              && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains("memory"));
      if (isMemory) {
        least = Math.min(least, limit(mount.resolve(parts[1]), parts[2].substring(1)));
      }
    }
    return least;
  }

  private static long limit(Path top, String name) {
    long least = Long.MAX_VALUE;
    Path group = top.resolve(name).normalize();
    while (group.startsWith(top)) {
      for (String limit : LIMITS) {
        least = Math.min(least, number(group.resolve(limit)));
      }
      group = group.getParent();
    }
    return least;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of(); // A system without control groups.
    }
  }

  /** A group without a limit says {@code max}, and the top one of version 2 has no file. */
  private static long number(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
