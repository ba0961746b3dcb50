package io.quartet.provision.internal;

import java.util.regex.Pattern;

/** What commands of users print may have secrets. */
public final class Secrets {

  private static final Pattern NAMED =
      Pattern.compile("(?i)((?:password|passwd|token|secret)\"?\\s*[=:]\\s*)\\S+");

  private Secrets() {}

  /** A text with stars in place of what it calls a password, token or secret. */
  public static String masked(String text) {
    return NAMED.matcher(text).replaceAll("$1***");
  }
}
