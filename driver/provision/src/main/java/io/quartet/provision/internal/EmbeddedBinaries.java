package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.Sha256;
import io.quartet.provision.os.FileTrees;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks the PostgreSQL binaries that Maven brought, once per content, into a cache folder. */
public final class EmbeddedBinaries {

  static final String ARCHIVE = "/postgres-linux-x86_64.txz";

  private EmbeddedBinaries() {}

  /**
   * The folder of the programs.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND if they cannot be unpacked
   */
  public static Path unpack() {
    return unpack(cache());
  }

  /**
   * The folder of the programs, below another folder than the usual cache.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND if they cannot be unpacked
   */
  public static Path unpack(Path cache) {
    try {
      Path target = cache.resolve("postgres-" + digest());
      if (!Files.isDirectory(target)) {
        try (InputStream archive = open()) {
          unpack(archive, target);
        }
      }
      return target.resolve("bin");
    } catch (IOException e) {
      throw notFound(e.getMessage(), e);
    }
  }

  private static QuartetException notFound(String why, Exception cause) {
    return QuartetException.environment(
        "POSTGRES_NOT_FOUND",
        "no PostgreSQL is installed and the binaries from Maven cannot be used: "
            + why
            + ". Install the package postgresql, or set provider.postgres.",
        cause);
  }

  /** As root below /var/cache, which the server's account can enter; root's home it cannot. */
  static Path cache() {
    if (ServerAccount.isRoot()) {
      return Path.of("/var/cache/quartet");
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    return (cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache))
        .resolve("quartet");
  }

  private static InputStream open() throws IOException {
    InputStream archive = EmbeddedBinaries.class.getResourceAsStream(ARCHIVE);
    if (archive == null) {
      throw notFound(ARCHIVE.substring(1) + " is not on the class path", null);
    }
    return new BufferedInputStream(archive);
  }

  private static String digest() throws IOException {
    try (InputStream archive = open()) {
      return Sha256.of(archive).substring(0, 16);
    }
  }

  /** Unpacks an archive in one step: nothing is there, or all of it. */
  static void unpack(InputStream archive, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Path partial = Files.createTempDirectory(target.getParent(), "unpacking-");
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpackEntry(tar, entry, partial);
      }
      moveInPlace(partial, target);
    } finally {
      FileTrees.delete(partial);
    }
  }

  /** Others may have made the same meanwhile. */
  static void moveInPlace(Path partial, Path target) throws IOException {
    Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
    try {
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException
        | java.nio.file.DirectoryNotEmptyException
        | AtomicMoveNotSupportedException e) {
      if (!Files.isDirectory(target)) {
        throw e;
      }
    }
  }

  private static void unpackEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder)
      throws IOException {
    Path path = folder.resolve(entry.getName()).normalize();
    if (!path.startsWith(folder)) {
      throw new IOException("the archive leaves its folder: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, path);
    boolean isProgram = (entry.getMode() & 0100) != 0;
    Set<PosixFilePermission> mode =
        PosixFilePermissions.fromString(isProgram ? "rwxr-xr-x" : "rw-r--r--");
    Files.setPosixFilePermissions(path, mode);
  }
}
