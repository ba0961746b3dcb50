package io.quartet.provision.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A {@code tar.gz} that depends on the names and contents of its files alone: times and owners are
 * left out. It takes its name when it is whole. Not thread-safe.
 */
public final class ReproducibleArchive implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int EXECUTABLE = 0111;

  private final Path file;
  private final Path partial;
  private final String top;
  private final TarArchiveOutputStream tar;

  /**
   * @param top folder in the archive that everything lies in
   */
  public ReproducibleArchive(Path file, String top) throws IOException {
    this.file = file;
    this.partial = WholeFile.partial(file);
    this.top = top;
    this.tar =
        new TarArchiveOutputStream(
            new GZIPOutputStream(
                Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW), BUFFER_BYTES),
            "UTF-8");
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
  }

  /** Adds a file that is no program. */
  public void add(String name, Path source) throws IOException {
    add(name, source, TarArchiveEntry.DEFAULT_FILE_MODE);
  }

  /** Adds a program: an executable file. */
  public void addProgram(String name, Path source) throws IOException {
    add(name, source, TarArchiveEntry.DEFAULT_FILE_MODE | EXECUTABLE);
  }

  private void add(String name, Path source, int mode) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(top + "/" + name);
    entry.setSize(Files.size(source));
    entry.setMode(mode);
    entry.setModTime(0);
    entry.setIds(0, 0);
    entry.setNames("root", "root");
    tar.putArchiveEntry(entry);
    Files.copy(source, tar);
    tar.closeArchiveEntry();
  }

  /** Completes the archive and gives it its name. */
  public void finish() throws IOException {
    tar.close();
    WholeFile.replace(file, partial);
  }

  /** Leaves nothing behind of an archive that was not finished. */
  @Override
  public void close() throws IOException {
    if (Files.deleteIfExists(partial)) {
      tar.close();
    }
  }
}
