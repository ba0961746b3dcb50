package io.quartet.run.internal.collect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Memory in huge pages that a process of this machine has, as the kernel tells it. A server with
 * {@code huge_pages = try} may have got none, and only from version 17 on it says so itself.
 */
final class HugePages {

  /** The largest size of ordinary pages, that of some ARM kernels. */
  private static final long PAGE_KIB = 64;

  private static final Pattern FIELD = Pattern.compile("(Size|KernelPageSize): *([0-9]+) kB");

  private HugePages() {}

  /**
   * The memory of a process in huge pages.
   *
   * @param process its id
   * @return bytes, touched or not; empty if the process is not seen from here
   */
  static OptionalLong bytes(OptionalLong process) {
    return process.isPresent()
        ? bytes(Path.of("/proc/" + process.getAsLong() + "/smaps"))
        : OptionalLong.empty();
  }

  static OptionalLong bytes(Path smaps) {
    try (Stream<String> lines = Files.lines(smaps)) {
      Sum sum = new Sum();
      lines.map(FIELD::matcher).filter(Matcher::matches).forEach(sum::add);
      return OptionalLong.of(1_024 * sum.hugeKib);
    } catch (IOException | UncheckedIOException e) {
      // It has ended, or belongs to another account.
      return OptionalLong.empty();
    }
  }

  /** Every piece of memory has a line with its size, and then one with that of its pages. */
  private static final class Sum {
    private long sizeKib;
    private long hugeKib;

    void add(Matcher field) {
      long kib = Long.parseLong(field.group(2));
      if (field.group(1).equals("Size")) {
        sizeKib = kib;
      } else if (kib > PAGE_KIB) {
        hugeKib += sizeKib;
      }
    }
  }
}
