package io.quartet.run.internal.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Processor time and memory of a process, or of several, at one moment.
 *
 * @param processes number of processes; 0 if the process had ended, and then all is 0
 * @param threads of all processes
 * @param userMillis processor time in user space since their start, in milliseconds
 * @param systemMillis processor time in the kernel since their start, in milliseconds
 * @param privateKib resident memory that is not shared, of all processes, in KiB
 * @param sharedKib resident files and shared memory of the process that has most, in KiB: what
 *     several processes share counts once
 */
public record ProcessSample(
    int processes,
    int threads,
    long userMillis,
    long systemMillis,
    long privateKib,
    long sharedKib) {

  /** Linux reports times to user space in hundredths of a second on every architecture. */
  private static final int MILLIS_PER_TICK = 10;

  private static final int FIELD_UTIME = 11;
  private static final int FIELD_STIME = 12;

  /** From a time of the process to that of its ended children. */
  private static final int TO_CHILDREN = 2;

  private static final int FIELD_THREADS = 17;

  private static final int FIELD_RESIDENT = 1;
  private static final int FIELD_SHARED = 2;

  private static final ProcessSample ENDED = new ProcessSample(0, 0, 0, 0, 0, 0);

  /** Samples a process without its children. */
  public static ProcessSample ofOne(long pid) {
    return sample(pid, false);
  }

  /**
   * Samples a process and its children. The time of children who have ended is included, so that it
   * never falls.
   */
  public static ProcessSample ofFamily(long pid) {
    ProcessSample all = sample(pid, true);
    for (long child : children(pid)) {
      all = all.and(sample(child, false));
    }
    return all;
  }

  /** As {@link #ofFamily}, with the children of children, however deep. */
  public static ProcessSample ofTree(long pid) {
    ProcessSample all = sample(pid, true);
    for (long child : children(pid)) {
      all = all.and(ofTree(child));
    }
    return all;
  }

  private ProcessSample and(ProcessSample other) {
    return new ProcessSample(
        processes + other.processes,
        threads + other.threads,
        userMillis + other.userMillis,
        systemMillis + other.systemMillis,
        privateKib + other.privateKib,
        Math.max(sharedKib, other.sharedKib));
  }

  private static ProcessSample sample(long pid, boolean hasEndedChildren) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The name in parentheses may hold blanks; what follows it is regular.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      // The file "status" has the same, but takes twice the time to read.
      String[] pages = Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ");
      long residentKib = PageSize.KIB * Long.parseLong(pages[FIELD_RESIDENT]);
      long sharedKib = PageSize.KIB * Long.parseLong(pages[FIELD_SHARED]);
      return new ProcessSample(
          1,
          Integer.parseInt(fields[FIELD_THREADS]),
          millis(fields, FIELD_UTIME, hasEndedChildren),
          millis(fields, FIELD_STIME, hasEndedChildren),
          residentKib - sharedKib,
          sharedKib);
    } catch (IOException e) {
      return ENDED;
    }
  }

  private static long millis(String[] fields, int field, boolean hasEndedChildren) {
    long ticks = Long.parseLong(fields[field]);
    return MILLIS_PER_TICK
        * (hasEndedChildren ? ticks + Long.parseLong(fields[field + TO_CHILDREN]) : ticks);
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
}
