package io.quartet.provision.internal;

import io.quartet.model.size.Machine;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The kernel's limit of huge pages beyond those that are reserved. A server gets its shared buffers
 * in huge pages if they fit below the limit. It returns them when it ends.
 *
 * <p>The limit applies to the whole machine. Its former value is kept in {@code /run}. A restart of
 * the machine loses both.
 *
 * @param limit file with the limit, in pages
 * @param memory file in which the kernel reports its memory, such as {@code /proc/meminfo}
 * @param former file that keeps the former limit
 */
public record HugePageLimit(Path limit, Path memory, Path former) {

  /** The servers may take one part in so many of the free memory. */
  private static final int PARTS_OF_FREE = 2;

  /** The limit of this machine. */
  public static HugePageLimit ofMachine() {
    return new HugePageLimit(
        Path.of("/proc/sys/vm/nr_overcommit_hugepages"),
        Path.of("/proc/meminfo"),
        Path.of("/run/quartet-huge-pages"));
  }

  /**
   * Makes room below the limit for servers that are about to start. Does nothing without the right
   * to, without huge pages, or where the servers would take more than half of the free memory: huge
   * pages are an advantage, not a condition.
   *
   * @param bytes shared memory of the servers together
   */
  public void raise(long bytes) {
    try {
      long pageBytes = bytes("Hugepagesize");
      if (bytes == 0 || pageBytes == 0 || bytes > bytes("MemAvailable") / PARTS_OF_FREE) {
        return;
      }
      long now = pages();
      long wanted = number("HugePages_Surp") + (bytes + pageBytes - 1) / pageBytes;
      if (now < wanted && Files.isWritable(limit)) {
        keep(now);
        Files.writeString(limit, Long.toString(wanted));
      }
    } catch (IOException e) {
      // The servers start with ordinary pages, and the report says so.
      return;
    }
  }

  private void keep(long now) throws IOException {
    try {
      Files.writeString(former, Long.toString(now), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      // The limit was raised before, so its former value is kept already.
      return;
    }
  }

  /** Sets the limit back after servers have ended, but not below what other servers use. */
  public void restore() {
    try {
      long before = Long.parseLong(Files.readString(former).strip());
      long used = number("HugePages_Surp");
      Files.writeString(limit, Long.toString(Math.max(before, used)));
      if (used <= before) {
        Files.delete(former);
      }
    } catch (NoSuchFileException e) {
      // It was never raised.
      return;
    } catch (IOException | NumberFormatException e) {
      // A limit that stays is no harm: pages are taken only by servers that ask for them.
      return;
    }
  }

  private long pages() throws IOException {
    return Long.parseLong(Files.readString(limit).strip());
  }

  /** An amount that the kernel reports in kB, in bytes; 0 if it does not report it. */
  private long bytes(String name) {
    return number(name) * 1_024;
  }

  private long number(String name) {
    String value = Machine.field(memory, name);
    return value.isEmpty() ? 0 : Long.parseLong(value.split(" ", 2)[0]);
  }
}
