package io.quartet.provision.internal;

import io.quartet.model.size.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * The kernel's limit of huge pages beyond those that are reserved. A server gets its shared buffers
 * in huge pages if they fit below the limit. It returns them when it ends.
 *
 * <p>The limit applies to the whole machine, and so to all benchmarks there. A file in {@code /run}
 * has the former limit and what each benchmark claims. The limit is the sum of both: the end of one
 * benchmark leaves the others their room. A restart of the machine loses both.
 *
 * <p>Servers that claim nothing may take pages too, such as one of a user, or one that is about to
 * end. So pages in use come on top while there is a claim: a claim always finds its room.
 *
 * @param limit file with the limit, in pages
 * @param memory file in which the kernel reports its memory, such as {@code /proc/meminfo}
 * @param claims file with the former limit, and the pages of each benchmark by its data folder
 */
public record HugePageLimit(Path limit, Path memory, Path claims) {

  /** The servers may take one part in so many of the free memory. */
  private static final int PARTS_OF_FREE = 2;

  private static final String FORMER = "former";

  /** More than any number of pages has. */
  private static final int MOST_DIGITS = 32;

  /** The limit of this machine. */
  public static HugePageLimit ofMachine() {
    return new HugePageLimit(
        Path.of("/proc/sys/vm/nr_overcommit_hugepages"),
        Path.of("/proc/meminfo"),
        Path.of("/run/quartet-huge-pages.properties"));
  }

  /**
   * Makes room below the limit for servers that are about to start. Does nothing without the right
   * to, without huge pages, or where the servers would take more than half of the free memory: huge
   * pages are an advantage, not a condition.
   *
   * @param data data folder of the benchmark
   * @param bytes shared memory of its servers together
   */
  public void raise(Path data, long bytes) {
    long pageBytes = bytes("Hugepagesize");
    if (bytes > 0 && pageBytes > 0 && bytes <= bytes("MemAvailable") / PARTS_OF_FREE) {
      long pages = (bytes + pageBytes - 1) / pageBytes;
      change(all -> all.setProperty(data.toString(), Long.toString(pages)));
    }
  }

  /**
   * Takes back the room of benchmarks whose data folder is gone: their servers have ended. The
   * limit does not get below what other servers use.
   */
  public void restore() {
    if (Files.exists(claims)) {
      change(all -> {});
    }
  }

  private void change(Consumer<Properties> claim) {
    synchronized (HugePageLimit.class) {
      // Drivers take turns by a lock of the limit: unlike the claims, it is always there.
      try (FileChannel channel =
          FileChannel.open(limit, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        channel.lock();
        Properties all = claimed(channel);
        claim.accept(all);
        all.keySet().removeIf(HugePageLimit::isOver);
        long used = number("HugePages_Surp");
        long wanted = all.values().stream().mapToLong(HugePageLimit::pages).sum();
        keep(all, used);
        channel.truncate(0);
        boolean isClaimed = all.size() > 1;
        channel.write(
            ByteBuffer.wrap(ascii(isClaimed ? wanted + used : Math.max(wanted, used))), 0);
      } catch (IOException | IllegalArgumentException e) {
        // The servers get ordinary pages, and the report says so. A limit that stays is no harm:
        // pages are taken only by servers that ask for them.
        return;
      }
    }
  }

  private Properties claimed(FileChannel channel) throws IOException {
    Properties all = new Properties();
    if (Files.exists(claims)) {
      try (InputStream text = Files.newInputStream(claims)) {
        all.load(text);
      }
      if (!all.containsKey(FORMER)) {
        throw new IOException(claims + " is cut off: it does not have the former limit");
      }
    } else {
      // Any other descriptor of the limit would release the lock when it is closed.
      ByteBuffer digits = ByteBuffer.allocate(MOST_DIGITS);
      channel.read(digits, 0);
      all.setProperty(
          FORMER, new String(digits.array(), 0, digits.position(), StandardCharsets.US_ASCII));
    }
    return all;
  }

  private static boolean isOver(Object owner) {
    return !owner.equals(FORMER) && !Files.exists(Path.of((String) owner));
  }

  private void keep(Properties all, long used) throws IOException {
    if (all.size() == 1 && used <= pages(all.get(FORMER))) {
      Files.deleteIfExists(claims);
    } else {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      all.store(text, null);
      WholeFile.write(claims, text.toByteArray());
    }
  }

  private static long pages(Object property) {
    return Long.parseLong(((String) property).strip());
  }

  private static byte[] ascii(long pages) {
    return Long.toString(pages).getBytes(StandardCharsets.US_ASCII);
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
