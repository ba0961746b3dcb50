package io.quartet.provision.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The name of this machine, short enough for the names of locks, of which PostgreSQL keeps 63
 * bytes.
 */
public final class HostName {

  private static final int MOST_CHARACTERS = 20;
  private static final Path FILE = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  /** First part of the name, at most 20 characters; {@code unknown} if it cannot be read. */
  public static String current() {
    try {
      String name = Files.readString(FILE).strip().replaceAll("[^A-Za-z0-9_-].*", "");
      return name.isEmpty()
          ? "unknown"
          : name.substring(0, Math.min(MOST_CHARACTERS, name.length()));
    } catch (IOException e) {
      return "unknown";
    }
  }
}
