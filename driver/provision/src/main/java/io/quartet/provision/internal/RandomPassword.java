package io.quartet.provision.internal;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords for role {@code quartet}. */
public final class RandomPassword {

  private static final int BYTES = 24;

  private RandomPassword() {}

  /** A new one: 192 random bits in hexadecimal digits. */
  public static String make() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
