package io.quartet.run.internal.start;

import io.quartet.model.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A disk or partition of this machine, as the kernel counts it.
 *
 * @param name for instance {@code vda}
 * @param counters file with its counters
 */
record LocalDisk(String name, Path counters) {

  private static final Path SYSTEM = Path.of("/sys/dev/block");

  /** Column of the milliseconds in which it had work. Source: Documentation/block/stat.rst. */
  private static final int BUSY_MILLIS = 9;

  /** The disk that holds a folder; empty for memory, a network, or a pool of several disks. */
  static Optional<LocalDisk> of(Path folder) {
    try {
      long device = (Long) Files.getAttribute(folder, "unix:dev");
      return of(device, SYSTEM);
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /**
   * The disk of a device number.
   *
   * @param device as the C library packs it: twelve bits of the major number above eight of the
   *     minor one, the further bits above these
   * @param system folder with a link for each disk
   */
  static Optional<LocalDisk> of(long device, Path system) throws IOException {
    long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
    long minor = (device & 0xff) | ((device >>> 12) & ~0xffL);
    Path disk = system.resolve(Text.format("%d:%d", major, minor));
    return Files.exists(disk)
        ? Optional.of(
            new LocalDisk(disk.toRealPath().getFileName().toString(), disk.resolve("stat")))
        : Optional.empty();
  }

  /** Milliseconds in which it had work, since it was attached. */
  long busyMillis() throws IOException {
    return Long.parseLong(Files.readString(counters).strip().split("\\s+")[BUSY_MILLIS]);
  }
}
