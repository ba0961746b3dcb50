package io.quartet.provision.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/** Files that are there as a whole or as they were: a full disk or a kill leaves the old one. */
public final class WholeFile {

  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

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
    write(file, content, finish, new FileAttribute<?>[0]);
  }

  /**
   * Writes a file in one step that only its owner can read, at any time. It is on the disk then: a
   * power cut does not take it.
   */
  public static void writeSecret(Path file, byte[] content) throws IOException {
    write(
        file,
        content,
        WholeFile::force,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private static void force(Path partial) throws IOException {
    try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static void write(
      Path file, byte[] content, Finish finish, FileAttribute<?>... attributes) throws IOException {
    Path partial = partial(file);
    try {
      try (OutputStream out =
          Channels.newOutputStream(Files.newByteChannel(partial, NEW, attributes))) {
        out.write(content);
      }
      finish.on(partial);
      replace(file, partial);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  /**
   * Name of the file that is written in place of another, and moved over it at the end. In a folder
   * of many users, such as {@code /tmp}, nobody can put a link there before.
   */
  public static Path partial(Path file) {
    return file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".new");
  }

  /** Moves the new file over the old one. */
  public static void replace(Path file, Path partial) throws IOException {
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
