package io.quartet.model.size;

/** Units of sizes, in bytes. */
public final class Bytes {

  public static final long KIB = 1L << 10;
  public static final long MIB = 1L << 20;
  public static final long GIB = 1L << 30;

  private Bytes() {}
}
