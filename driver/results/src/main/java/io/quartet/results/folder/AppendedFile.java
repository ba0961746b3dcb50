package io.quartet.results.folder;

import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file that only grows; every append reaches the operating system at once. Thread-safe. */
public final class AppendedFile implements AutoCloseable {

  private final Path file;
  private final BufferedWriter writer;

  /** Opens the file for appending; a new one gets the header first. */
  public AppendedFile(Path file, String header) {
    this.file = file;
    try {
      boolean isNew = !Files.exists(file);
      // Not a channel: that closes itself, for all threads, when one that writes is interrupted.
      this.writer =
          new BufferedWriter(
              new OutputStreamWriter(
                  new FileOutputStream(file.toFile(), true), StandardCharsets.UTF_8));
      if (isNew) {
        append(header);
      }
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
  }

  public synchronized void append(String text) {
    try {
      writer.write(text);
      writer.flush();
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
  }
}
