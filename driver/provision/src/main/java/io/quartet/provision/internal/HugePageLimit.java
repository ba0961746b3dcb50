package io.quartet.provision.internal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's limit of huge pages that nobody has reserved. A server that finds room below it gets
 * its shared buffers in them, and gives them back when it ends.
 *
 * <p>The limit is that of the machine. What it was before lies in {@code /run}, which is lost by a
 * restart of the machine, as the limit itself is.
 *
 * @param limit file of the limit, in pages
 * @param memory what the kernel tells of its memory, as {@code /proc/meminfo}
 * @param former file that keeps the limit of before
 */
public record HugePageLimit(Path limit, Path memory, Path former) {

  /** Of what is free, this part stays ordinary memory. */
  private static final int RESERVE = 2;

  /** That of this machine. */
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
      if (bytes == 0 || pageBytes == 0 || bytes > bytes("MemAvailable") / RESERVE) {
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
      // Raised before: that of before is kept already.
      return;
    }
  }

  /** Sets the limit back, once servers have ended, as far as others do not need it. */
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

  /** An amount that the kernel tells in kB; 0 if it does not. */
  private long bytes(String name) throws IOException {
    return number(name) * 1_024;
  }

  private long number(String name) throws IOException {
    Matcher line =
        Pattern.compile("^" + name + ": *([0-9]+)", Pattern.MULTILINE)
            .matcher(Files.readString(memory));
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }
}
