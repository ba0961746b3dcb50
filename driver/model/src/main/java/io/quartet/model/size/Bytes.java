package io.quartet.model.size;

import io.quartet.model.Text;

/** Units of sizes, in bytes, and how a size is written. */
public final class Bytes {

  public static final long KIB = 1L << 10;
  public static final long MIB = 1L << 20;
  public static final long GIB = 1L << 30;

  private Bytes() {}

  /** A size in the largest unit of which there is at least one, for instance {@code 4.4 GiB}. */
  public static String text(double bytes) {
    double size = Math.abs(bytes);
    if (size >= GIB) {
      return Text.figure(bytes / GIB, 1) + " GiB";
    }
    return size >= MIB || size == 0
        ? Text.figure(bytes / MIB, 0) + " MiB"
        : Text.figure(bytes / KIB, 0) + " KiB";
  }
}
