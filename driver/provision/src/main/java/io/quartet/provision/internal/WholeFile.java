package io.quartet.provision.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that are there as a whole or as they were: a full disk or a kill leaves the old one. */
public final class WholeFile {

  private WholeFile() {}

  /** Last step on a new file before it replaces the old one. */
  public interface Finish {
    void on(Path file) throws IOException;
  }

  /** Writes a file in one step. */
  public static void write(Path file, byte[] content) throws IOException {
    write(file, content, partial -> {});
  }

  /** Writes and finishes a file in one step. */
  public static void write(Path file, byte[] content, Finish finish) throws IOException {
    Path partial = partial(file);
    Files.write(partial, content);
    finish.on(partial);
    replace(file, partial);
  }

  /** Writes a file in one step that only its owner can read, at any time. */
  public static void writeSecret(Path file, byte[] content) throws IOException {
    Path partial = partial(file);
    Files.deleteIfExists(partial);
    Files.createFile(
        partial,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(partial, content);
    replace(file, partial);
  }

  private static Path partial(Path file) {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  private static void replace(Path file, Path partial) throws IOException {
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
