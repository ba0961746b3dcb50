package io.quartet.run.internal.collect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Size of an ordinary page of memory on this machine: 4 KiB on x86, up to 64 on others. */
final class PageSize {

  static final long KIB = kib();

  /** Number of the entry in the vector that the kernel hands to every program (getauxval(3)). */
  private static final long AT_PAGESZ = 6;

  private PageSize() {}

  private static long kib() {
    try {
      ByteBuffer vector =
          ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
              .order(ByteOrder.nativeOrder());
      while (vector.getLong() != AT_PAGESZ) {
        vector.getLong();
      }
      return vector.getLong() / 1024;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the size of a page from /proc/self/auxv", e);
    }
  }
}
