package io.quartet.report.internal.format;

/** Sizes in bytes. */
public final class Bytes {

  public static final double KIB = 1 << 10;
  public static final double MIB = 1 << 20;
  public static final double GIB = 1 << 30;

  private Bytes() {}
}
