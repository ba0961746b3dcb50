package io.quartet.measure.results;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A text file that only grows; every append reaches the operating system at once. Thread-safe. */
final class AppendedFile implements AutoCloseable {

  private final Path file;
  private final BufferedWriter writer;

  /** Opens the file for appending; a new one gets the header first. */
  AppendedFile(Path file, String header) {
    this.file = file;
    try {
      boolean isNew = !Files.exists(file);
      this.writer =
          Files.newBufferedWriter(
              file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (isNew) {
        append(header);
      }
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
  }

  synchronized void append(String text) {
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
