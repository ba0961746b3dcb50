package io.quartet.provision.os;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;

/** Folders with what is in them. */
public final class FileTrees {

  private FileTrees() {}

  /** Bytes of all files in a folder, without those to which links lead. */
  public static long bytes(Path folder) throws IOException {
    AtomicLong sum = new AtomicLong();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sum.addAndGet(attributes.isRegularFile() ? attributes.size() : 0);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE; // A server that works removes some.
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    return sum.get();
  }

  /**
   * Removes a folder with everything in it; one that is not there is no error.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  public static void delete(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e)
                throws IOException {
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      throw cannotRemove(folder, e);
    }
  }

  public static QuartetException cannotRemove(Path folder, IOException e) {
    return QuartetException.environment(
        "DATA_FOLDER_CLOSED", "cannot remove " + folder + " (" + e + "). Remove it by hand.", e);
  }
}
