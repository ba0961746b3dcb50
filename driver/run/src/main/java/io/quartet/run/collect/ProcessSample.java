package io.quartet.run.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Processor time and memory of a process and its children at one moment.
 *
 * @param cpuMillis processor time since their start, in milliseconds
 * @param memoryKilobytes private memory of all plus the largest share of shared memory, in kB
 * @param processes number of processes
 */
public record ProcessSample(long cpuMillis, long memoryKilobytes, int processes) {

  /** Linux reports times to user space in hundredths of a second on every architecture. */
  private static final int MILLIS_PER_TICK = 10;

  private static final int FIELD_UTIME = 11;
  private static final int FIELD_STIME = 12;
  private static final int FIELD_CHILDREN_UTIME = 13;
  private static final int FIELD_CHILDREN_STIME = 14;

  /** Looks at a process without its children; all zero if it is gone. */
  public static ProcessSample ofOne(long pid) {
    long ticks = ticks(pid, false);
    long[] memory = memory(pid);
    return new ProcessSample(ticks * MILLIS_PER_TICK, memory[0] + memory[1], ticks == 0 ? 0 : 1);
  }

  /**
   * Looks at a process and its children; all zero if it is gone. The time of children who have
   * ended is included, so that it never falls.
   */
  public static ProcessSample ofFamily(long pid) {
    List<Long> all = new ArrayList<>(List.of(pid));
    all.addAll(children(pid));
    long ticks = ticks(pid, true);
    for (long child : all.subList(1, all.size())) {
      ticks += ticks(child, false);
    }
    return of(all, ticks);
  }

  /** As {@link #ofFamily}, with the children of children, however deep. */
  public static ProcessSample ofTree(long pid) {
    List<Long> all = new ArrayList<>(List.of(pid));
    long ticks = 0;
    for (int i = 0; i < all.size(); i++) {
      ticks += ticks(all.get(i), true);
      all.addAll(children(all.get(i)));
    }
    return of(all, ticks);
  }

  private static ProcessSample of(List<Long> processes, long ticks) {
    long privateMemory = 0;
    long sharedMemory = 0;
    for (long process : processes) {
      long[] memory = memory(process);
      privateMemory += memory[0];
      sharedMemory = Math.max(sharedMemory, memory[1]);
    }
    return new ProcessSample(
        ticks * MILLIS_PER_TICK, privateMemory + sharedMemory, ticks == 0 ? 0 : processes.size());
  }

  private static long ticks(long pid, boolean hasEndedChildren) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The name in parentheses may hold blanks; what follows it is regular.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = Long.parseLong(fields[FIELD_UTIME]) + Long.parseLong(fields[FIELD_STIME]);
      return hasEndedChildren
          ? ticks
              + Long.parseLong(fields[FIELD_CHILDREN_UTIME])
              + Long.parseLong(fields[FIELD_CHILDREN_STIME])
          : ticks;
    } catch (IOException e) {
      return 0;
    }
  }

  private static List<Long> children(long pid) {
    try {
      String children = Files.readString(Path.of("/proc/" + pid + "/task/" + pid + "/children"));
      return Arrays.stream(children.strip().split(" "))
          .filter(text -> !text.isEmpty())
          .map(Long::valueOf)
          .toList();
    } catch (IOException e) {
      return ProcessHandle.of(pid).stream()
          .flatMap(ProcessHandle::children)
          .map(ProcessHandle::pid)
          .toList();
    }
  }

  /** Private and shared memory in kB. */
  private static long[] memory(long pid) {
    long[] memory = new long[2];
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("RssAnon:")) {
          memory[0] = kilobytes(line);
        } else if (line.startsWith("RssShmem:")) {
          memory[1] = kilobytes(line);
        }
      }
    } catch (IOException e) {
      return memory;
    }
    return memory;
  }

  private static long kilobytes(String line) {
    return Long.parseLong(line.replaceAll("[^0-9]", ""));
  }
}
