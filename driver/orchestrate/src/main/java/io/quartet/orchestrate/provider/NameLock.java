package io.quartet.orchestrate.provider;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lets one driver at a time work on a plan name. The kernel gives the lock back when the driver
 * dies, so a lock file left over stops nobody.
 */
final class NameLock implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private NameLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws QuartetException NAME_IN_USE if another driver has it
   */
  static NameLock acquire(DataFolder data) {
    Path file = data.lockFile();
    try {
      DataFolder.createOpen(file.getParent());
      while (true) {
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!tryLock(channel)) {
          channel.close();
          throw inUse(data);
        }
        if (isStillThere(file, channel)) {
          return new NameLock(file, channel);
        }
        channel.close();
      }
    } catch (IOException e) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "DATA_FOLDER_CLOSED",
          "cannot write to "
              + file.getParent()
              + ": "
              + e.getMessage()
              + ". Set provider.dataDirectory to a folder you can write to.",
          e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** False when the holder before us deleted the file between our open and our lock. */
  private static boolean isStillThere(Path file, FileChannel channel) throws IOException {
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
    try {
      return Files.readString(file).equals(Long.toString(ProcessHandle.current().pid()));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static QuartetException inUse(DataFolder data) {
    String holder;
    try {
      holder = Files.readString(data.lockFile());
    } catch (IOException e) {
      holder = "unknown";
    }
    return new QuartetException(
        QuartetException.Kind.ENVIRONMENT,
        "NAME_IN_USE",
        "another Quartet, process "
            + holder
            + ", works on the name "
            + data.name()
            + " in "
            + data.root()
            + ". Wait for it, stop it, or give this benchmark another name.");
  }

  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "DATA_FOLDER_CLOSED",
          "cannot remove the lock file " + file + " (" + e + "). Remove it by hand.",
          e);
    }
  }
}
